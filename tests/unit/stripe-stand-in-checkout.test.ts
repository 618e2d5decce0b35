import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import {
  eventTypesOf,
  expectRefusal,
  START_MS,
  type StripeWithAccount,
  startStripeWithAccount,
} from '../support/stripe/stripe-client.ts'

const HOUR_MS = 3_600_000

const start = (stripe: Stripe, more: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  stripe.checkout.sessions.create({
    ui_mode: 'hosted_page',
    mode: 'payment',
    line_items: [
      {
        quantity: 2,
        price_data: {
          currency: 'eur',
          unit_amount: 617,
          product_data: { name: 'Bread & <butter>' },
        },
      },
    ],
    client_reference_id: 'txn_1',
    success_url: 'http://shop.example/paid?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://shop.example/basket',
    payment_intent_data: { metadata: { incasso: 'txn_1' }, description: 'Order 1' },
    metadata: { incasso_book: 'test' },
    ...more,
  })

/** Submits the form of the page as a browser does. */
const submit = (url: string | null, fields: Record<string, string>) =>
  fetch(String(url), {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })

const pay = (url: string | null, method = 'pm_card_visa') =>
  submit(url, { action: 'pay', method, email: 'giulia@example.com', name: 'Giulia Bianchi' })

const locationOf = (response: Response) => response.headers.get('location')

test('a session is paid on its page, and only then has a payment', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const { standIn, account, stripe } = stripeSetup

  const session = await start(stripe)
  const page = await fetch(String(session.url))
  const returned = await pay(session.url)
  const after = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['payment_intent.latest_charge'],
  })

  expect(session).toMatchObject({
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: null,
    amount_total: 1234,
    client_reference_id: 'txn_1',
    expires_at: START_MS / 1000 + 86_400,
    url: `${standIn.url}/checkout/${session.id}`,
  })
  expect(await page.text()).toContain('Bread &amp; &lt;butter&gt;')
  expect(page.headers.get('content-security-policy')).toBe("frame-ancestors 'none'")
  expect(returned.status).toBe(303)
  expect(locationOf(returned)).toBe(`http://shop.example/paid?session=${session.id}`)
  expect(after).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    url: null,
    metadata: { incasso_book: 'test' },
    customer_details: { email: 'giulia@example.com', name: 'Giulia Bianchi' },
    payment_intent: {
      status: 'succeeded',
      amount_received: 1234,
      description: 'Order 1',
      metadata: { incasso: 'txn_1' },
      latest_charge: { billing_details: { name: 'Giulia Bianchi' }, captured: true },
    },
  })
  expect(standIn.movedBy(account)).toEqual({ captured: 1234, refunded: 0 })
  expect(await eventTypesOf(stripe)).toEqual([
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
    'checkout.session.completed',
  ])
})

test('a paid page can neither be paid again nor expire', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const { standIn, account, stripe } = stripeSetup
  const { id, url } = await start(stripe)
  await pay(url)

  const again = await pay(url)
  const expired = await expectRefusal(stripe.checkout.sessions.expire(id))
  standIn.advance(24 * HOUR_MS)

  expect(await again.text()).toContain('already paid')
  expect(expired).toMatchObject({ statusCode: 400 })
  expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('complete')
  expect(standIn.movedBy(account)).toEqual({ captured: 1234, refunded: 0 })
})

test('a declined card leaves the page open with the reason, for another card', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const { standIn, account, stripe } = stripeSetup
  const { id, url } = await start(stripe)

  const declined = await pay(url, 'pm_card_visa_chargeDeclined')
  const between = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })
  const paid = await pay(url)

  expect(declined.status).toBe(200)
  expect(await declined.text()).toContain('<p role="alert">Your card was declined.</p>')
  expect(between).toMatchObject({
    status: 'open',
    payment_intent: { status: 'requires_payment_method' },
  })
  expect(locationOf(paid)).toContain('http://shop.example/paid')
  expect(account.intents.size).toBe(1)
  expect(standIn.movedBy(account)).toEqual({ captured: 1234, refunded: 0 })
})

test('a payer who cancels goes back, and may return', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const { account, stripe } = stripeSetup
  const { id, url } = await start(stripe)

  const returned = await submit(url, { action: 'cancel' })

  expect([returned.status, locationOf(returned)]).toEqual([303, 'http://shop.example/basket'])
  expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('open')
  expect(account.intents.size).toBe(0)
})

async function startAtBank({ stripe }: StripeWithAccount) {
  const { id, url } = await start(stripe)
  const atBank = await pay(url, 'pm_card_threeDSecure2Required')
  return { id, bank: locationOf(atBank) }
}

test('the bank authenticates on a page of its own, and a payer who approves has paid', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const { standIn, account, stripe } = stripeSetup
  const { id, bank } = await startAtBank(stripeSetup)

  const page = await (await fetch(String(bank))).text()
  const before = await stripe.checkout.sessions.retrieve(id)
  const bankResponse = await submit(bank, { answer: 'approve' })
  const returned = await fetch(String(locationOf(bankResponse)), { redirect: 'manual' })

  expect(page).toContain('>Approve</button>')
  expect(before).toMatchObject({ status: 'open', payment_status: 'unpaid' })
  expect(locationOf(returned)).toBe(`http://shop.example/paid?session=${id}`)
  expect(standIn.movedBy(account)).toEqual({ captured: 1234, refunded: 0 })
})

test('a payer who refuses sees the page again, with the bank’s message', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const { standIn, account, stripe } = stripeSetup
  const { id, bank } = await startAtBank(stripeSetup)

  const bankResponse = await submit(bank, { answer: 'refuse' })
  const returned = await fetch(String(locationOf(bankResponse)), { redirect: 'manual' })

  expect(await returned.text()).toContain('has failed authentication')
  expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('open')
  expect(standIn.movedBy(account)).toEqual({ captured: 0, refunded: 0 })
})

test.each([
  ['at its time', undefined, 24 * HOUR_MS],
  ['at the time that was asked for', START_MS / 1000 + 3_600, HOUR_MS],
])('an unpaid session expires %s', async (_, expires_at, afterMs) => {
  await using stripeSetup = await startStripeWithAccount()
  const { standIn, stripe } = stripeSetup
  const { id, url } = await start(stripe, expires_at === undefined ? {} : { expires_at })

  standIn.advance(afterMs - 1_000)
  const before = await stripe.checkout.sessions.retrieve(id)
  standIn.advance(1_000)
  const late = await pay(url)

  expect(before.status).toBe('open')
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
    status: 'expired',
    url: null,
  })
  expect(await late.text()).toContain('expired')
  expect(await eventTypesOf(stripe)).toEqual(['checkout.session.expired'])
})

test('expiring a session ends its payer’s attempt, which cannot be changed any more', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const { standIn, account, stripe } = stripeSetup
  const { id, bank } = await startAtBank(stripeSetup)
  const { payment_intent } = await stripe.checkout.sessions.retrieve(id)
  const intentId = String(payment_intent)

  const cancelled = await expectRefusal(stripe.paymentIntents.cancel(intentId))
  const confirmed = await expectRefusal(
    stripe.paymentIntents.confirm(intentId, { payment_method: 'pm_card_visa' }),
  )
  await stripe.checkout.sessions.expire(id)
  await submit(bank, { answer: 'approve' })

  for (const error of [cancelled, confirmed]) {
    expect(error.message).toContain('created by Checkout')
  }
  expect(await stripe.paymentIntents.retrieve(intentId)).toMatchObject({
    status: 'canceled',
    cancellation_reason: 'expired',
  })
  expect(standIn.movedBy(account)).toEqual({ captured: 0, refunded: 0 })
})

test('an authorized payment is unpaid until it is captured', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const { stripe } = stripeSetup
  const { id, url } = await start(stripe, { payment_intent_data: { capture_method: 'manual' } })

  await pay(url)
  const authorized = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })
  await stripe.paymentIntents.capture((authorized.payment_intent as Stripe.PaymentIntent).id)

  expect(authorized).toMatchObject({
    status: 'complete',
    payment_status: 'unpaid',
    payment_intent: { status: 'requires_capture', amount_capturable: 1234 },
  })
  expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid')
  // The payment did not wait for a bank, so no event reports a late success.
  expect(await eventTypesOf(stripe)).not.toContain('checkout.session.async_payment_succeeded')
})

test.each([
  ['pm_success_at', 'succeeded', 'paid', 1234],
  ['pm_failed_at', 'failed', 'unpaid', 0],
])('a bank debit by %s reports its outcome later', async (method, outcome, status, captured) => {
  await using stripeSetup = await startStripeWithAccount()
  const { standIn, account, stripe } = stripeSetup
  const { id, url } = await start(stripe)

  await pay(url, method)
  const between = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })
  standIn.advance(60_000)

  expect(between).toMatchObject({
    status: 'complete',
    payment_status: 'unpaid',
    payment_intent: { status: 'processing' },
  })
  expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe(status)
  expect(await eventTypesOf(stripe)).toContain(`checkout.session.async_payment_${outcome}`)
  expect(standIn.movedBy(account)).toEqual({ captured, refunded: 0 })
})

test('sessions are listed by payment and by status', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const { stripe } = stripeSetup
  const paid = await start(stripe)
  const open = await start(stripe, { customer_email: 'ada@example.com' })
  await pay(paid.url)
  const { payment_intent } = await stripe.checkout.sessions.retrieve(paid.id)

  const idsOf = async (params: Stripe.Checkout.SessionListParams) =>
    (await stripe.checkout.sessions.list(params)).data.map(({ id }) => id)

  expect(await idsOf({})).toEqual([open.id, paid.id])
  expect(await idsOf({ status: 'open' })).toEqual([open.id])
  expect(await idsOf({ payment_intent: String(payment_intent) })).toEqual([paid.id])
  expect(open.customer_email).toBe('ada@example.com')
})

test('requests that Stripe would refuse are refused', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const { stripe } = stripeSetup
  const refused = (more: object) => expectRefusal(start(stripe, more))

  expect(await refused({ expires_at: START_MS / 1000 + 60 })).toMatchObject({ param: 'expires_at' })
  expect(await refused({ success_url: '' })).toMatchObject({ param: 'success_url' })
  expect(await refused({ ui_mode: 'elements' })).toMatchObject({ param: 'ui_mode' })
  expect(await refused({ mode: 'subscription' })).toMatchObject({ param: 'mode' })
  expect(await refused({ line_items: [] })).toMatchObject({ param: 'line_items' })
  expect(await refused({ payment_method_types: ['card'] })).toMatchObject({
    code: 'parameter_unknown',
  })
  expect(await refused({ payment_intent_data: { amount: 5 } })).toMatchObject({
    param: 'payment_intent_data[amount]',
  })
  const list = (expand: string[]) => Promise.resolve(stripe.checkout.sessions.list({ expand }))
  await start(stripe)
  expect((await expectRefusal(list(['data.basket']))).message).toContain('cannot be expanded')
})

test('a payment by redirect returns the payer with the names of its intent', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const { stripe } = stripeSetup
  const { id, client_secret } = await stripe.paymentIntents.create({ amount: 5, currency: 'eur' })
  const atBank = await stripe.paymentIntents.confirm(id, {
    payment_method: 'pm_card_authenticationRequired',
    return_url: 'http://shop.example/back?order=1',
  })

  const bank = atBank.next_action?.redirect_to_url?.url ?? null
  const bankResponse = await submit(bank, { answer: 'approve' })

  expect(bankResponse.status).toBe(303)
  const returned = new URL(String(locationOf(bankResponse)))
  expect(`${returned.origin}${returned.pathname}`).toBe('http://shop.example/back')
  expect(Object.fromEntries(returned.searchParams)).toEqual({
    order: '1',
    payment_intent: id,
    payment_intent_client_secret: client_secret,
  })
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded')
  expect((await fetch(`${stripeSetup.standIn.url}/holder/pi_nobody`)).status).toBe(404)
  expect((await fetch(`${stripeSetup.standIn.url}/checkout/cs_nobody`)).status).toBe(404)
})
