import { expect, test } from 'vitest'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { payment } from '../support/make.ts'
import { createLink, openPage, pay as payLink } from '../support/pay-page.ts'
import { createStripeShop, type StripeShop } from '../support/stripe-shop.ts'

const V2 = { 'api-version': 'v2' }
const DAY_MS = 86_400_000
const POLL_MS = 20_000
const BANK_TAKES_MS = 6 * DAY_MS

/** Methods of the stand-in that are paid at once, also methods whose payer first approves on a separate page. */
const instantMethods = [
  'pm_card_visa',
  'card_apple_pay',
  'card_google_pay',
  'bancontact',
  'ideal',
  'klarna',
  'paypal',
  'satispay',
]
const methods = [...instantMethods, 'pm_successDelayed_at']

/** Returns the type by which version 2 names a method of the stand-in. */
const typeOf = (method: string): string =>
  method.endsWith('_at') ? 'sepa_debit' : method.includes('card') ? 'card' : method

/** Creates a merchant with an endpoint whose events the test can read. */
async function createShop(): Promise<StripeShop> {
  const shop = await createStripeShop()
  const [connect] = await shop.ada.api.integrations.list.query()
  await shop.ada.api.integrations.update.mutate({
    id: connect?.id ?? '',
    webhookUrl: 'http://127.0.0.1:49999/hook',
  })
  return shop
}

const create = async ({ shop }: StripeShop, more: Record<string, unknown> = {}) => {
  const body = payment({ amount: '12.34', currency: 'EUR', ...more })
  return (await shop.rest('POST', '/api/transactions', body, V2)).json()
}

const read = async ({ shop }: StripeShop, id: string) =>
  (await shop.rest('GET', `/api/transactions/${id}`, undefined, V2)).json()

const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url, 'http://127.0.0.1:3000')
  return pathname + search
}

const submit = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

/** Pays on Stripe's page as a payer does, and approves where the method asks. Returns where the payer is sent. */
async function payOnPage(page: string, method: string): Promise<string> {
  const fields = { action: 'pay', method, email: 'ada@example.com', name: 'Ada' }
  const location = String((await submit(page, fields)).headers.get('location'))
  if (!location.includes('/holder/')) return location
  const approved = await submit(location, { answer: 'approve' })
  const returned = await fetch(String(approved.headers.get('location')), { redirect: 'manual' })
  return String(returned.headers.get('location'))
}

const stripePageOf = async ({ app }: StripeShop, url: string) =>
  String((await app.rest({ method: 'GET', url: pathOf(url) })).headers.location)

/** Takes a payment by a method, until its processor has decided. Returns the payment's id. */
async function takeBy(shop: StripeShop, method: string): Promise<string> {
  const { id, next } = await create(shop)
  await payOnPage(await stripePageOf(shop, next.url), method)
  await shop.later(POLL_MS)
  if (!instantMethods.includes(method)) await shop.later(BANK_TAKES_MS + DAY_MS)
  return id
}

const eventsOf = async ({ app }: StripeShop, id: string) => {
  const events = await app.db
    .selectFrom('webhookEvents')
    .select('eventType')
    .where('objectId', '=', id)
    .orderBy('id')
    .execute()
  return events.map(({ eventType }) => eventType)
}

test.each(methods)('%s succeeds, and is refunded in part and then in full', async (method) => {
  await using shop = await createShop()
  const id = await takeBy(shop, method)
  const paid = await read(shop, id)

  const part = await shop.shop.rest('POST', `/api/transactions/${id}/refunds`, { amount: '2.00' })
  const rest = await shop.shop.rest('POST', `/api/transactions/${id}/refunds`, {})
  await shop.later(POLL_MS)

  expect(paid).toMatchObject({
    status: 'success',
    stage: 'succeeded',
    paymentMethod: 'card',
    method: { type: typeOf(method) },
  })
  expect([part.status, rest.status]).toEqual([201, 201])
  expect(shop.stripe.movedBy(shop.account)).toEqual({ captured: 1234, refunded: 1234 })
  expect(await eventsOf(shop, id)).toContain('payment.completed')
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test.each(methods)('a page that was left before %s was approved expires', async (method) => {
  await using shop = await createShop()
  const { id, next } = await create(shop)
  const page = await stripePageOf(shop, next.url)
  // A card and a debit need no approval, so their payers leave before the form is sent.
  const isRedirect = !/card|_at$/.test(method)
  if (isRedirect) await submit(page, { action: 'pay', method, email: 'a@example.com', name: 'A' })

  await shop.later(DAY_MS)

  expect(await read(shop, id)).toMatchObject({ status: 'failed', failureReason: 'expired' })
  expect(shop.stripe.movedBy(shop.account)).toEqual({ captured: 0, refunded: 0 })
  expect(await eventsOf(shop, id)).toEqual(['payment.pending', 'payment.failed'])
})

test('a direct debit is pending for days, is not to be shipped, and then succeeds', async () => {
  await using shop = await createShop()
  const { id, next } = await create(shop)

  await payOnPage(await stripePageOf(shop, next.url), 'pm_successDelayed_at')
  await shop.later(POLL_MS)
  const money = await shop.ada.api.refunds.ofPayment.query({ id })
  await shop.later(5 * DAY_MS)
  const before = { row: await read(shop, id), events: await eventsOf(shop, id) }
  await shop.later(DAY_MS)
  await shop.later(DAY_MS)

  expect(before.row).toMatchObject({
    status: 'pending',
    stage: 'processing',
    next: null,
    method: { type: 'sepa_debit', last4: '3204' },
  })
  expect(money).toMatchObject({ isAtBank: true, waitingFor: null, payerUrl: null })
  // The second one says that the payer has paid, and that a bank decides.
  expect(before.events).toEqual(['payment.pending', 'payment.pending'])
  expect(await read(shop, id)).toMatchObject({ status: 'success' })
  expect(await eventsOf(shop, id)).toEqual([...before.events, 'payment.completed'])
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test('a direct debit that a bank decides about cannot be cancelled, and keeps its outcome', async () => {
  await using shop = await createShop()
  const { id, next } = await create(shop)
  await payOnPage(await stripePageOf(shop, next.url), 'pm_successDelayed_at')
  await shop.later(POLL_MS)

  const cancelled = await shop.shop.rest('PUT', `/api/transactions/${id}`, {
    status: 'failed',
    reason: 'Out of stock',
  })
  const between = await read(shop, id)
  await shop.later(BANK_TAKES_MS)
  await shop.later(DAY_MS)

  expect(cancelled.status).toBe(503)
  expect(between).toMatchObject({ status: 'pending', stage: 'processing' })
  expect(await read(shop, id)).toMatchObject({ status: 'success', failureReason: null })
  expect(shop.stripe.movedBy(shop.account)).toEqual({ captured: 1234, refunded: 0 })
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test.each([
  ['pm_failedDelayed_at', 'transfer_rejected'],
  ['pm_insufficientFunds_at', 'insufficient_funds'],
])('a link whose debit by %s fails days later can be paid again', async (method, reason) => {
  await using shop = await createShop()
  const { app, ada } = shop
  const link = await createLink(ada, { amount: '12.34', maxUses: 1 })
  const submitted = await payLink(app, link.path)
  const page = await stripePageOf(shop, String(submitted.headers.location))

  const returned = await openPage(app, pathOf(await payOnPage(page, method)))
  const done = await openPage(app, pathOf(String(returned.headers.location)))
  await shop.later(5 * DAY_MS)
  const waiting = await openPage(app, link.path)
  await shop.later(DAY_MS)
  await shop.later(DAY_MS)

  const rows = await app.db.selectFrom('transactions').selectAll().execute()
  const mails = await app.db.selectFrom('mails').select('kind').execute()
  expect(done.body).toContain('With a direct debit this takes some days.')
  expect(waiting.body).not.toContain('value="card"')
  expect(rows).toMatchObject([{ status: 'failed', stage: 'failed', failureReason: reason }])
  expect(await eventsOf(shop, rows[0]?.id ?? '')).toEqual([
    'payment.pending',
    'payment.pending',
    'payment.failed',
  ])
  expect((await openPage(app, link.path)).body).toContain('value="card"')
  expect(mails.filter(({ kind }) => kind.includes('receipt'))).toEqual([])
  expect((await payLink(app, link.path)).status).toBe(303)
  expect(await ledgerFindings(app)).toEqual([])
})

test.each([
  ['pm_card_createDispute', 'needs_response', true],
  ['klarna_disputed', 'needs_response', true],
  ['paypal_disputed', 'needs_response', true],
  ['pm_disputed_at', 'lost', false],
])('a dispute of %s is %s', async (method, status, hasDeadline) => {
  await using shop = await createShop()
  const { id, next } = await create(shop)
  await payOnPage(await stripePageOf(shop, next.url), method)
  await shop.later(2 * 60_000)
  await shop.later(5 * 60_000)
  await shop.later(5 * 60_000)

  await shop.poll()

  const disputes = await shop.app.db.selectFrom('disputes').selectAll().execute()
  expect(await read(shop, id)).toMatchObject({ status: 'success' })
  expect(disputes).toMatchObject([{ transactionId: id, status }])
  expect(disputes[0]?.evidenceDueAt !== null).toBe(hasDeadline)
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test('with a manual capture Stripe’s page offers only what can be captured later', async () => {
  await using shop = await createShop()
  const { id, next } = await create(shop, { captureMethod: 'manual' })
  const page = await stripePageOf(shop, next.url)

  const refused = await submit(page, {
    action: 'pay',
    method: 'ideal',
    email: 'a@example.com',
    name: 'A',
  })
  await payOnPage(page, 'satispay')
  await shop.later(POLL_MS)
  const authorized = await read(shop, id)
  const captured = await shop.shop.rest('POST', `/api/transactions/${id}/capture`, {})

  const shown = await (await fetch(page)).text()
  expect(shown).not.toContain('value="ideal"')
  expect(refused.headers.get('location')).toBeNull()
  expect(authorized).toMatchObject({ stage: 'authorized' })
  expect(captured.status).toBe(200)
  expect(shop.stripe.movedBy(shop.account)).toEqual({ captured: 1234, refunded: 0 })
})

test('a request to Stripe’s page names no methods, and one with a token allows cards', async () => {
  await using shop = await createShop()
  await create(shop)
  await create(shop, { paymentToken: 'pm_card_visa' })

  // The check of the key's permissions, when the account was connected, came first.
  const bodyOf = (call: string) =>
    shop.stripe.calls.findLast((each) => each.call === call)?.body ?? ''
  expect(bodyOf('POST /v1/checkout/sessions')).not.toContain('payment_method_types')
  expect(decodeURIComponent(bodyOf('POST /v1/payment_intents'))).toContain(
    'allowed_payment_method_types[0]=card',
  )
})
