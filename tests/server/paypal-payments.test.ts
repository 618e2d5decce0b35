import { expect, test } from 'vitest'
import { listAttempts } from '#server/features/transactions/settle/payment-attempts.queries.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import {
  createLink,
  formTokenIn,
  locationOf,
  openPage,
  readLink,
  sendForm,
} from '../support/pay-page.ts'
import { createPayPalShop, type PayPalShop } from '../support/paypal-shop.ts'

const TEN_MINUTES_MS = 600_000
const DAY_MS = 86_400_000

const refund = ({ shop }: PayPalShop, id: string, amount?: string) =>
  shop.rest('POST', `/api/transactions/${id}/refunds`, amount === undefined ? {} : { amount })

const refundsOf = async ({ shop }: PayPalShop, id: string) =>
  (await shop.rest('GET', `/api/refunds?transactionId=${id}`)).json()

const refOf = async ({ app }: PayPalShop, id: string) =>
  (
    await app.db
      .selectFrom('transactions')
      .select('processorRef')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).processorRef

/** Opens a URL of ours and returns where it redirects to. */
async function follow({ app }: PayPalShop, url: string): Promise<string> {
  const { pathname, search } = new URL(url)
  const response = await app.rest({ method: 'GET', url: `${pathname}${search}` })
  expect([response.status, response.body]).toEqual([303, response.body])
  return String(response.headers['location'])
}

/** Acts as the payer on PayPal's page, and returns the URL to which it redirects. */
async function decide(pageUrl: string, action: 'approve' | 'cancel'): Promise<string> {
  const body = new URLSearchParams({ action })
  const response = await fetch(pageUrl, { method: 'POST', body, redirect: 'manual' })
  return response.headers.get('location') ?? ''
}

test('a payer approves on PayPal’s page, returns, and only then the money is taken', async () => {
  await using shop = await createPayPalShop()
  const created = await shop.pay({ returnUrl: 'https://shop.example/thanks?order=7' })
  expect(created).toMatchObject({
    status: 'pending',
    stage: 'awaiting_payer',
    processor: 'paypal',
    next: { type: 'redirect' },
  })
  expect(await refOf(shop, created.id)).toMatch(/^v1\./)

  const pageUrl = await follow(shop, created.next.url)
  expect(pageUrl).toBe(`${shop.paypal.url}/checkoutnow?token=${shop.lastOrder()}`)
  const backUrl = await decide(pageUrl, 'approve')
  expect(shop.paypal.movedBy(shop.account)).toEqual({ captured: 0, refunded: 0 })
  const shopUrl = await follow(shop, backUrl)

  expect(shopUrl).toBe(`https://shop.example/thanks?order=7&payment=${created.id}&status=success`)
  expect(await shop.read(created.id)).toMatchObject({ status: 'success', amount: '12.34' })
  expect(await refOf(shop, created.id)).toBe(`capture:${shop.lastCapture()}`)
  expect(shop.paypal.movedBy(shop.account)).toEqual({ captured: 1234, refunded: 0 })
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test('a payer of a link pays on PayPal’s page and returns to the link', async () => {
  await using shop = await createPayPalShop()
  const { app, ada } = shop
  const link = await createLink(ada, { amount: '12.34', maxUses: 1 })
  const form = await openPage(app, link.path)
  const fields = { form: formTokenIn(form.body), method: 'paypal' }
  const submitted = await sendForm(app, link.path, fields)

  const pageUrl = await follow(shop, new URL(locationOf(submitted), 'http://127.0.0.1:3000').href)
  const doneUrl = await follow(shop, await decide(pageUrl, 'approve'))

  expect(form.headers['content-security-policy']).toContain(new URL(shop.paypal.url).origin)
  expect(doneUrl).toContain(`${link.path}/done?form=`)
  expect(await readLink(ada, link)).toMatchObject({ status: 'closed', paidCount: 1 })
  expect(shop.paypal.movedBy(shop.account)).toEqual({ captured: 1234, refunded: 0 })
})

test('a link offers PayPal only for a currency and an amount that PayPal takes', async () => {
  await using shop = await createPayPalShop()
  const offers = async (link: Record<string, string>) =>
    (await openPage(shop.app, (await createLink(shop.ada, link)).path)).body.includes(
      'value="paypal"',
    )

  expect(await offers({ amount: '1234.00', currency: 'HUF' })).toBe(true)
  expect(await offers({ amount: '1234.50', currency: 'HUF' })).toBe(false)
  expect(await offers({ amountKind: 'chosen', currency: 'HUF' })).toBe(false)
  expect(await offers({ amountKind: 'chosen', currency: 'JPY' })).toBe(true)
  expect(await offers({ amount: '1.00', currency: 'KWD' })).toBe(false)
})

test('a payer who cancels on PayPal’s page may still pay, until the page expires', async () => {
  await using shop = await createPayPalShop()
  const created = await shop.pay()
  const backUrl = await decide(await follow(shop, created.next.url), 'cancel')
  const { pathname, search } = new URL(backUrl)
  await shop.app.rest({ method: 'GET', url: `${pathname}${search}` })
  expect(await shop.read(created.id)).toMatchObject({ status: 'pending', stage: 'awaiting_payer' })

  await shop.later(3 * 3_600_000 + 1000)
  await shop.later(TEN_MINUTES_MS)

  expect(await shop.read(created.id)).toMatchObject({ status: 'failed', failureReason: 'expired' })
  expect(shop.paypal.movedBy(shop.account)).toEqual({ captured: 0, refunded: 0 })
})

test('a payment is cancelled before and after its payer approved, and is never taken', async () => {
  await using shop = await createPayPalShop()
  for (const isApproved of [false, true]) {
    const { id } = await shop.pay()
    const order = shop.lastOrder()
    if (isApproved) shop.paypal.approve(shop.account, order)
    const response = await shop.shop.rest('PUT', `/api/transactions/${id}`, { status: 'failed' })
    expect([response.status, response.body]).toEqual([200, response.body])
    if (!isApproved) shop.paypal.approve(shop.account, order)
    await shop.later(TEN_MINUTES_MS)
    expect(await shop.read(id)).toMatchObject({ status: 'failed' })
  }
  expect(shop.paypal.movedBy(shop.account)).toEqual({ captured: 0, refunded: 0 })
})

test('a cancellation that PayPal never heard of takes no approved money afterwards', async () => {
  await using shop = await createPayPalShop()
  const { id } = await shop.pay()
  shop.paypal.approve(shop.account, shop.lastOrder())
  shop.paypal.fail({ kind: '503', when: 'before', call: /^PATCH/ })
  const response = await shop.shop.rest('PUT', `/api/transactions/${id}`, { status: 'failed' })
  expect(response.status).toBe(503)

  await shop.later(61_000)

  expect(await shop.read(id)).toMatchObject({ status: 'failed' })
  expect(shop.paypal.movedBy(shop.account)).toEqual({ captured: 0, refunded: 0 })
})

test('a declined source of money is one attempt, and a second approval pays', async () => {
  await using shop = await createPayPalShop()
  const { id, next } = await shop.pay()
  shop.paypal.plan(shop.account, { kind: 'refused', issue: 'INSTRUMENT_DECLINED' })
  await decide(await follow(shop, next.url), 'approve')
  await shop.later(21_000)
  await shop.later(21_000)
  expect(await shop.read(id)).toMatchObject({ status: 'pending', stage: 'requires_action' })

  await decide(await follow(shop, next.url), 'approve')
  await shop.later(21_000)

  expect(await shop.read(id)).toMatchObject({ status: 'success' })
  const attempts = await listAttempts(shop.app.db, { merchantId: shop.ada.merchant.id, id })
  expect(attempts).toMatchObject([
    { outcome: 'declined', reason: 'payer_declined', processorCode: 'INSTRUMENT_DECLINED' },
    { outcome: 'succeeded' },
  ])
  expect(shop.paypal.movedBy(shop.account)).toEqual({ captured: 1234, refunded: 0 })
})

test('a refused payment fails, and a pending one succeeds or fails days later', async () => {
  await using shop = await createPayPalShop()
  shop.paypal.plan(shop.account, { kind: 'refused', issue: 'TRANSACTION_REFUSED' })
  const refused = await shop.payApproved()
  const ends = ['COMPLETED', 'DECLINED'] as const
  const pending: string[] = []
  for (const end of ends) {
    const plan = { kind: 'pending', reason: 'ECHECK', afterMs: 3 * DAY_MS, end } as const
    shop.paypal.plan(shop.account, plan)
    pending.push(await shop.payApproved())
  }
  expect(await shop.read(refused)).toMatchObject({
    status: 'failed',
    failureReason: 'payer_declined',
  })
  expect(await shop.read(pending[0] ?? '')).toMatchObject({
    status: 'pending',
    stage: 'processing',
  })

  await shop.later(3 * DAY_MS + TEN_MINUTES_MS)

  expect(await shop.read(pending[0] ?? '')).toMatchObject({ status: 'success' })
  expect(await shop.read(pending[1] ?? '')).toMatchObject({
    status: 'failed',
    failureReason: 'payer_declined',
  })
  expect(shop.paypal.movedBy(shop.account)).toEqual({ captured: 1234, refunded: 0 })
})

test('a payment is authorized, captured in part once, and the rest is released', async () => {
  await using shop = await createPayPalShop()
  const id = await shop.payApproved({ captureMethod: 'manual' })
  expect(await shop.read(id)).toMatchObject({ status: 'pending', stage: 'authorized' })
  expect(await refOf(shop, id)).toMatch(/^authorization:/)

  const captured = await shop.shop.rest('POST', `/api/transactions/${id}/capture`, {
    amount: '10.00',
  })
  const again = await shop.shop.rest('POST', `/api/transactions/${id}/capture`, {})

  expect([captured.status, captured.json().status]).toEqual([200, 'success'])
  expect([again.status, again.json().reason]).toEqual([409, 'already_captured'])
  expect(await shop.read(id)).toMatchObject({ status: 'success', amount: '10.00' })
  expect(await refOf(shop, id)).toBe(`capture:${shop.lastCapture()}`)
  expect(shop.paypal.movedBy(shop.account)).toEqual({ captured: 1000, refunded: 0 })
})

test('an authorization is voided, and one that is never captured expires after 29 days', async () => {
  await using shop = await createPayPalShop()
  const one = await shop.payApproved({ captureMethod: 'manual' })
  const two = await shop.payApproved({ captureMethod: 'manual' })

  const voided = await shop.shop.rest('POST', `/api/transactions/${one}/void`, {})
  await shop.later(28 * DAY_MS)
  expect(await shop.read(two)).toMatchObject({ stage: 'authorized' })
  await shop.later(DAY_MS + 120_000)

  expect(voided.status).toBe(200)
  expect(await shop.read(one)).toMatchObject({ status: 'failed', failureReason: 'cancelled' })
  expect(await shop.read(two)).toMatchObject({
    status: 'failed',
    failureReason: 'authorization_expired',
  })
  expect(shop.paypal.movedBy(shop.account)).toEqual({ captured: 0, refunded: 0 })
})

test('refunds are made in parts, up to the paid amount, and the money returns when one fails', async () => {
  await using shop = await createPayPalShop()
  const id = await shop.payApproved()
  const other = await shop.payApproved()

  const parts = [await refund(shop, id, '2.34'), await refund(shop, id, '10.00')]
  const tooMuch = await refund(shop, id, '0.01')
  shop.paypal.plan(shop.account, { kind: 'refund', afterMs: DAY_MS, end: 'COMPLETED' })
  const slow = await refund(shop, other, '5.00')
  shop.paypal.plan(shop.account, { kind: 'refund', afterMs: DAY_MS, end: 'FAILED' })
  const failing = await refund(shop, other, '1.00')
  shop.paypal.plan(shop.account, {
    kind: 'refund refused',
    issue: 'REFUND_FAILED_INSUFFICIENT_FUNDS',
  })
  const refused = await refund(shop, other, '1.00')

  expect([...parts, tooMuch].map(({ status }) => status)).toEqual([201, 201, 409])
  expect([slow.json().status, failing.json().status]).toEqual(['pending', 'pending'])
  expect(refused.json()).toMatchObject({ status: 'failed', failureReason: 'insufficient_funds' })

  await shop.later(DAY_MS + TEN_MINUTES_MS)

  const states = (await refundsOf(shop, other)).map((each: Record<string, string>) => [
    each['amount'],
    each['status'],
  ])
  expect(states).toEqual(
    expect.arrayContaining([
      ['5.00', 'success'],
      ['1.00', 'failed'],
    ]),
  )
  expect(shop.paypal.movedBy(shop.account).refunded).toBe(1234 + 500)
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test('refunds and reversals at PayPal’s own site are recorded on the payment, once', async () => {
  await using shop = await createPayPalShop()
  const id = await shop.payApproved()
  const own = await refund(shop, id, '1.00')
  const there = shop.paypal.refundAtPayPal(shop.account, shop.lastCapture(), '4.00')
  await shop.later(TEN_MINUTES_MS)
  await shop.poll()
  await shop.later(TEN_MINUTES_MS)
  await shop.poll()

  expect(own.status).toBe(201)
  expect(await refundsOf(shop, id)).toHaveLength(2)
  expect(await shop.read(id)).toMatchObject({ amounts: { refunded: '5.00' } })
  const stored = await shop.app.db.selectFrom('refunds').select('processorRef').execute()
  expect(stored.map(({ processorRef }) => processorRef)).toContain(there)

  shop.paypal.reverse(shop.account, shop.lastCapture())
  await shop.later(TEN_MINUTES_MS)
  await shop.poll()

  expect(await shop.read(id)).toMatchObject({ refundState: 'full', amounts: { refunded: '12.34' } })
  expect(shop.paypal.movedBy(shop.account)).toEqual({ captured: 1234, refunded: 1234 })
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test('a dispute is noted, an inquiry leaves refunds possible, and the outcome is read', async () => {
  await using shop = await createPayPalShop()
  const id = await shop.payApproved()
  const capture = shop.lastCapture()
  const pollLater = async () => {
    await shop.later(TEN_MINUTES_MS)
    await shop.poll()
    const [found] = await shop.app.db.selectFrom('disputes').selectAll().execute()
    return [found?.status, (await shop.read(id)).amounts.disputed]
  }

  shop.paypal.dispute(shop.account, capture, { dispute_life_cycle_stage: 'INQUIRY' })
  expect(await pollLater()).toEqual(['warning_needs_response', '0.00'])
  expect((await refund(shop, id, '1.00')).status).toBe(201)

  shop.paypal.dispute(shop.account, capture, { dispute_life_cycle_stage: 'CHARGEBACK' })
  expect(await pollLater()).toEqual(['needs_response', '11.34'])

  shop.paypal.dispute(shop.account, capture, {
    status: 'RESOLVED',
    dispute_outcome: { outcome_code: 'RESOLVED_SELLER_FAVOUR' },
  })
  expect(await pollLater()).toEqual(['won', '0.00'])
  expect(await shop.app.count('disputes')).toBe(1)
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test('a dispute and its reversal are found without any event', async () => {
  await using shop = await createPayPalShop()
  const id = await shop.payApproved()
  shop.paypal.dispute(shop.account, shop.lastCapture(), {
    status: 'RESOLVED',
    dispute_outcome: { outcome_code: 'RESOLVED_BUYER_FAVOUR' },
  })
  shop.paypal.reverse(shop.account, shop.lastCapture())
  shop.paypal.forgetEvents(shop.account)
  await shop.later(TEN_MINUTES_MS)
  await shop.poll()

  const disputes = await shop.app.db.selectFrom('disputes').select('status').execute()
  expect(disputes).toEqual([{ status: 'lost' }])
  expect(await shop.read(id)).toMatchObject({ refundState: 'full', amounts: { refunded: '12.34' } })
  expect(await ledgerFindings(shop.app)).toEqual([])
})

test.each([
  ['JPY', '1200.00', '1200'],
  ['HUF', '1234.00', '1234'],
  ['TWD', '99.00', '99'],
  ['EUR', '0.01', '0.01'],
])('%s %s reaches PayPal as %s', async (currency, amount, value) => {
  await using shop = await createPayPalShop()

  const id = await shop.payApproved({ currency, amount })

  expect(await shop.read(id)).toMatchObject({ status: 'success', amount, currency })
  expect(shop.account.captures.get(shop.lastCapture())?.amount).toEqual({
    currency_code: currency,
    value,
  })
})

test('amounts and currencies that PayPal does not take are refused before it is called', async () => {
  await using shop = await createPayPalShop()

  const refused = [
    await shop.pay({ currency: 'HUF', amount: '1234.50' }),
    await shop.pay({ currency: 'KWD', amount: '1.00' }),
    await shop.pay({ currency: 'IDR', amount: '100000000.00' }),
  ]
  const paths = refused.map(({ issues }) => issues[0].path)
  const id = await shop.payApproved({ currency: 'TWD', amount: '99.00' })
  const part = await refund(shop, id, '0.50')

  expect(paths).toEqual(['amount', 'currency', 'currency'])
  expect([part.status, part.json().issues[0].path]).toEqual([400, 'amount'])
  expect(await shop.app.count('transactions')).toBe(1)
  expect(shop.account.orders.size).toBe(1)
  expect(await shop.app.count('refunds')).toBe(0)
})

test('an expired access token is renewed without another effect', async () => {
  await using shop = await createPayPalShop()
  const { id } = await shop.pay()
  shop.paypal.approve(shop.account, shop.lastOrder())
  shop.paypal.expireTokens(shop.account)

  await shop.later(21_000)

  expect(await shop.read(id)).toMatchObject({ status: 'success' })
  expect(shop.paypal.movedBy(shop.account)).toEqual({ captured: 1234, refunded: 0 })
})
