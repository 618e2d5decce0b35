import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import {
  expectRefusal,
  payWith,
  type StripeWithAccount,
  startStripeWithAccount,
  stripeClientOf,
} from '../support/stripe/stripe-client.ts'
import { namedCards } from '../support/stripe/test-cards.ts'

const VALID = { exp_month: 12, exp_year: 2030, cvc: '123' }

/** Returns a client with the publishable key, as a page has it. */
const asPage = ({ standIn, account }: StripeWithAccount) =>
  stripeClientOf(standIn, account.publishableKey)

const tokenOf = (stripeSetup: StripeWithAccount, number: string, card = VALID) =>
  asPage(stripeSetup).paymentMethods.create({
    type: 'card',
    card: { ...card, number },
    billing_details: { email: 'giulia@example.com', name: 'Giulia Bianchi' },
  })

test.each([
  ['4242424242424242', 'succeeded', 'visa'],
  ['5555555555554444', 'succeeded', 'mastercard'],
  ['378282246310005', 'succeeded', 'amex'],
  ['4000000000005126', 'succeeded', 'visa'],
  ['4000000000000259', 'succeeded', 'visa'],
  ['4000002500003155', 'requires_action', 'visa'],
  ['4000000000003220', 'requires_action', 'visa'],
  ['4000002760003184', 'requires_action', 'visa'],
])('a token of the number %s leads to %s', async (number, status, brand) => {
  await using stripeSetup = await startStripeWithAccount()

  const method = await tokenOf(stripeSetup, number)
  const intent = await payWith(stripeSetup.stripe, method.id)

  expect(method).toMatchObject({
    type: 'card',
    card: { brand, last4: number.slice(-4), exp_month: 12, exp_year: 2030 },
    billing_details: { email: 'giulia@example.com' },
  })
  expect(intent.status).toBe(status)
  expect(await stripeSetup.stripe.paymentMethods.retrieve(method.id)).toMatchObject({
    id: method.id,
  })
})

test('the charge of a token has the name and the card of the payer', async () => {
  await using stripeSetup = await startStripeWithAccount()

  const { id } = await tokenOf(stripeSetup, '5555555555554444')
  const { id: intentId } = await payWith(stripeSetup.stripe, id)
  const intent = await stripeSetup.stripe.paymentIntents.retrieve(intentId, {
    expand: ['latest_charge', 'payment_method'],
  })

  expect(intent).toMatchObject({
    payment_method: { id, type: 'card' },
    latest_charge: {
      billing_details: { name: 'Giulia Bianchi', email: 'giulia@example.com' },
      payment_method_details: { card: { brand: 'mastercard', last4: '4444', exp_year: 2030 } },
    },
  })
})

test('every test card can be typed as a number, and behaves as its name', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const outcome = (method: string) =>
    payWith(stripeSetup.stripe, method).then(
      ({ status }) => status,
      (error: Stripe.errors.StripeError) => error.decline_code ?? error.code,
    )

  const cards = namedCards.filter(([, { type }]) => type === 'card')
  for (const [name, { number }] of cards) {
    const { id } = await tokenOf(stripeSetup, number)
    expect([name, await outcome(id)]).toEqual([name, await outcome(name)])
  }
  expect(cards.length).toBeGreaterThan(15)
})

test.each([
  ['4242424242424241', VALID, 'incorrect_number', 'number'],
  ['4242424242424242', { ...VALID, exp_year: 2025 }, 'invalid_expiry_year', 'exp_year'],
  ['4242424242424242', { ...VALID, exp_month: 13 }, 'invalid_expiry_month', 'exp_month'],
  [
    '4242424242424242',
    { ...VALID, exp_month: 10, exp_year: 2026 },
    'invalid_expiry_month',
    'exp_month',
  ],
  ['4242424242424242', { ...VALID, cvc: '12' }, 'invalid_cvc', 'cvc'],
  ['4111111111111111', VALID, 'card_declined', undefined],
])('the number %s with %j creates no token', async (number, card, code, param) => {
  await using stripeSetup = await startStripeWithAccount()

  const error = await expectRefusal(tokenOf(stripeSetup, number, card))

  expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code })
  expect(error.param).toBe(param)
  expect(stripeSetup.account.methods.size).toBe(0)
})

test('a token is valid for one attempt, declined or not, and for no other account', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const { standIn, stripe } = stripeSetup
  const stranger = stripeClientOf(standIn, standIn.addAccount().key)
  const [paying, declined] = [
    await tokenOf(stripeSetup, '4242424242424242'),
    await tokenOf(stripeSetup, '4000000000000002'),
  ]

  expect(await expectRefusal(payWith(stranger, paying.id))).toMatchObject({ statusCode: 404 })
  await payWith(stripe, paying.id)
  await expectRefusal(payWith(stripe, declined.id))

  for (const { id } of [paying, declined]) {
    const error = await expectRefusal(payWith(stripe, id))
    expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 })
    expect(error.message).toContain('It may not be used again')
  }
  expect(standIn.movedBy(stripeSetup.account)).toEqual({ captured: 1234, refunded: 0 })
})

test('a publishable key creates tokens, and reads and confirms an intent by its secret, and nothing else', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const page = asPage(stripeSetup)
  const { id, client_secret } = await stripeSetup.stripe.paymentIntents.create({
    amount: 1234,
    currency: 'eur',
    metadata: { incasso: 'txn_1' },
  })

  const seen = await page.paymentIntents.retrieve(id, { client_secret: String(client_secret) })
  const without = await expectRefusal(page.paymentIntents.retrieve(id))
  const wrong = await expectRefusal(
    page.paymentIntents.retrieve(id, { client_secret: `${id}_secret_` }),
  )

  expect(seen).toMatchObject({ id, amount: 1234, status: 'requires_payment_method' })
  expect(seen.metadata).toBeUndefined()
  expect(without).toMatchObject({ statusCode: 400, param: 'client_secret' })
  expect(wrong).toMatchObject({ statusCode: 400, code: 'payment_intent_invalid_parameter' })
  for (const forbidden of [
    page.paymentIntents.list(),
    page.paymentIntents.create({ amount: 1, currency: 'eur' }),
    page.refunds.create({ payment_intent: id }),
    page.balance.retrieve(),
    page.customers.list(),
  ]) {
    const error = await expectRefusal(Promise.resolve(forbidden))
    expect(error).toMatchObject({ statusCode: 403, code: 'secret_key_required' })
  }
  const card = { payment_method: 'pm_card_visa' }
  const stranger = await expectRefusal(page.paymentIntents.confirm(id, card))
  expect(stranger).toMatchObject({ statusCode: 400, param: 'client_secret' })
  const paid = await page.paymentIntents.confirm(id, {
    ...card,
    client_secret: String(client_secret),
  } as Stripe.PaymentIntentConfirmParams)
  expect(paid).toMatchObject({ id, status: 'succeeded' })
  expect(paid.metadata).toBeUndefined()
  expect(stripeSetup.standIn.calls.filter(({ isPublishable }) => isPublishable)).toHaveLength(10)
})

test('a server may not send numbers, and unknown parameters are refused also when nested', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const number = { type: 'card', card: { ...VALID, number: '4242424242424242' } } as const
  const odd = { ...number, card: { ...number.card, colour: 'red' } }

  const byServer = await expectRefusal(stripeSetup.stripe.paymentMethods.create(number))
  const unknown = await expectRefusal(asPage(stripeSetup).paymentMethods.create(odd))

  expect(byServer.message).toContain('Sending credit card numbers directly')
  expect(unknown).toMatchObject({ code: 'parameter_unknown', param: 'card[colour]' })
})

test('a page of another origin may call with its key among the parameters', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const { standIn, account } = stripeSetup
  const call = (key: string, init: RequestInit = {}) =>
    fetch(`${standIn.url}/v1/payment_methods`, {
      method: 'POST',
      headers: { origin: 'http://shop.example' },
      body: new URLSearchParams({
        type: 'card',
        'card[number]': '4242 4242 4242 4242',
        'card[exp_month]': '12',
        'card[exp_year]': '30',
        'card[cvc]': '123',
        key,
      }),
      ...init,
    })

  const created = await call(account.publishableKey)
  const preflight = await call('', { method: 'OPTIONS', body: null })

  expect(created.status).toBe(200)
  expect(created.headers.get('access-control-allow-origin')).toBe('*')
  expect(await created.json()).toMatchObject({ card: { exp_year: 2030 } })
  expect(preflight.status).toBe(200)
  expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization')
  expect((await call(account.key)).status).toBe(401)
  expect((await call('pk_test_nobody')).status).toBe(401)
})

test('the options of a creation apply to the confirmation in the same request', async () => {
  await using stripeSetup = await startStripeWithAccount()

  const intent = await stripeSetup.stripe.paymentIntents.create({
    amount: 1234,
    currency: 'eur',
    confirm: true,
    payment_method: 'pm_card_threeDSecure2Required',
    return_url: 'http://shop.example/back',
  })

  expect(intent.next_action).toMatchObject({
    type: 'redirect_to_url',
    redirect_to_url: { return_url: 'http://shop.example/back' },
  })
})
