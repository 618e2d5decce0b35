import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { allMethodTypes, type MethodType } from '../support/stripe/method-types.ts'
import {
  eventTypesOf,
  expectRefusal,
  type StripeWithAccount,
  startStripeWithAccount,
} from '../support/stripe/stripe-client.ts'

const DAY_MS = 86_400_000

const start = (
  { stripe }: StripeWithAccount,
  { currency = 'eur', ...more }: Partial<Stripe.Checkout.SessionCreateParams> = {},
) =>
  stripe.checkout.sessions.create({
    ui_mode: 'hosted_page',
    mode: 'payment',
    line_items: [
      { quantity: 1, price_data: { currency, unit_amount: 1234, product_data: { name: 'Bread' } } },
    ],
    success_url: 'http://shop.example/paid',
    ...more,
  })

const manual = { payment_intent_data: { capture_method: 'manual' as const } }

const pay = (url: string | null, method: string) =>
  fetch(String(url), {
    method: 'POST',
    body: new URLSearchParams({ action: 'pay', method, email: 'g@example.com', name: 'Giulia' }),
    redirect: 'manual',
  })

/** Approves or refuses on the page to which a method sends its payer. */
const result = (response: Response, word: 'approve' | 'refuse') =>
  fetch(String(response.headers.get('location')), {
    method: 'POST',
    body: new URLSearchParams({ answer: word }),
    redirect: 'manual',
  })

const chargeOf = async ({ stripe }: StripeWithAccount, id: string) => {
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(id, {
    expand: ['payment_intent.latest_charge'],
  })
  return (intent as Stripe.PaymentIntent).latest_charge as Stripe.Charge
}

test.each<[string, Partial<Stripe.Checkout.SessionCreateParams>, readonly MethodType[]]>([
  ['in euros', {}, allMethodTypes],
  ['in dollars', { currency: 'usd' }, ['card', 'klarna', 'paypal']],
  ['captured later', manual, ['card', 'klarna', 'paypal', 'satispay']],
  ['without PayPal', { excluded_payment_method_types: ['paypal'] }, without('paypal')],
  ['by card alone', { allowed_payment_method_types: ['card'] }, ['card']],
])('a payment %s offers what the account and the payment allow', async (_, more, expected) => {
  await using setup = await startStripeWithAccount()
  const { payment_method_types: types } = await start(setup, more)
  expect(types).toEqual(expected)
})

function without(type: MethodType): MethodType[] {
  return allMethodTypes.filter((each) => each !== type)
}

test('methods that the account has switched off are not offered, nor taken', async () => {
  await using setup = await startStripeWithAccount()
  setup.account.methodTypes = ['card', 'ideal']
  const session = await start(setup)

  const refused = await pay(session.url, 'satispay')

  expect(session.payment_method_types).toEqual(['card', 'ideal'])
  expect(await refused.text()).toContain('does not offer satispay')
  expect(setup.account.intents.size).toBe(0)
})

test('a method that cannot be captured later is refused with manual capture', async () => {
  await using setup = await startStripeWithAccount()
  const { stripe } = setup
  const none = await expectRefusal(
    start(setup, { ...manual, allowed_payment_method_types: ['ideal'] }),
  )
  const { id } = await stripe.paymentIntents.create({
    amount: 5,
    currency: 'eur',
    capture_method: 'manual',
  })
  const confirmed = await expectRefusal(
    stripe.paymentIntents.confirm(id, { payment_method: 'ideal', return_url: 'http://a.example' }),
  )

  expect(none.message).toContain('No valid payment method types')
  expect(confirmed).toMatchObject({ code: 'payment_intent_incompatible_payment_method' })
})

test.each([
  ['ideal', { type: 'ideal', ideal: { bank: 'ing' } }],
  ['bancontact', { type: 'bancontact', bancontact: { iban_last4: '7061' } }],
  ['satispay', { type: 'satispay', satispay: {} }],
  ['klarna', { type: 'klarna', klarna: { payment_method_category: 'pay_later' } }],
  ['paypal', { type: 'paypal', paypal: { country: 'IT' } }],
])('%s is paid once its payer approves on its page', async (method, details) => {
  await using setup = await startStripeWithAccount()
  const { id, url } = await start(setup)

  await result(await pay(url, method), 'refuse')
  const refused = await setup.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })
  await result(await pay(url, method), 'approve')

  expect(refused).toMatchObject({
    status: 'open',
    payment_intent: { status: 'requires_payment_method' },
  })
  expect((await chargeOf(setup, id)).payment_method_details).toMatchObject(details)
  expect(setup.standIn.movedBy(setup.account)).toEqual({ captured: 1234, refunded: 0 })
})

test.each(['apple_pay', 'google_pay'] as const)('a card in %s names its wallet', async (wallet) => {
  await using setup = await startStripeWithAccount()
  const { id, url } = await start(setup)

  await pay(url, `card_${wallet}`)

  const { payment_method_details: details } = await chargeOf(setup, id)
  expect(details).toMatchObject({ type: 'card', card: { wallet: { type: wallet, [wallet]: {} } } })
})

test.each([
  ['pm_successDelayed_at', 'succeeded', 'complete', null],
  ['pm_failedDelayed_at', 'requires_payment_method', 'complete', undefined],
  ['pm_insufficientFunds_at', 'requires_payment_method', 'complete', 'insufficient_funds'],
])('the bank decides about %s after days', async (method, status, sessionStatus, code) => {
  await using setup = await startStripeWithAccount()
  const { id, url } = await start(setup)
  const read = async () => {
    const session = await setup.stripe.checkout.sessions.retrieve(id, {
      expand: ['payment_intent'],
    })
    return { session, intent: session.payment_intent as Stripe.PaymentIntent }
  }

  await pay(url, method)
  setup.standIn.advance(5 * DAY_MS)
  const before = await read()
  setup.standIn.advance(DAY_MS)
  const after = await read()

  expect(before.intent.status).toBe('processing')
  expect(after.session.status).toBe(sessionStatus)
  expect(after.intent.status).toBe(status)
  if (code !== undefined) expect(after.intent.last_payment_error?.code ?? null).toBe(code)
})

test('a debit that its payer takes back is lost at once, without a deadline', async () => {
  await using setup = await startStripeWithAccount()
  const { url } = await start(setup)

  await pay(url, 'pm_disputed_at')
  setup.standIn.advance(5 * 60_000)

  const { data } = await setup.stripe.disputes.list()
  expect(data).toMatchObject([
    { status: 'lost', reason: 'debit_not_authorized', evidence_details: { due_by: null } },
  ])
  expect(await eventTypesOf(setup.stripe)).toContain('charge.dispute.closed')
})

test.each([
  ['klarna_disputed', { type: 'klarna' }],
  ['paypal_disputed', { type: 'paypal' }],
])('a dispute of %s names its method', async (method, details) => {
  await using setup = await startStripeWithAccount()
  const { url } = await start(setup)

  await result(await pay(url, method), 'approve')
  setup.standIn.advance(5 * 60_000)

  const { data } = await setup.stripe.disputes.list()
  expect(data).toMatchObject([{ status: 'needs_response', payment_method_details: details }])
})
