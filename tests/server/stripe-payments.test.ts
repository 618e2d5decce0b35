import { expect, test } from 'vitest'
import { listAttempts } from '#server/features/transactions/settle/payment-attempts.queries.ts'
import { payment } from '../support/make.ts'
import { createStripeShop, type StripeShop } from '../support/stripe-shop.ts'

const pay = (
  { shop }: StripeShop,
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) =>
  shop.rest('POST', '/api/transactions', payment({ amount: '12.34', currency: 'EUR', ...more }), {
    'api-version': 'v2',
    ...headers,
  })

const read = async ({ shop }: StripeShop, id: string) =>
  (await shop.rest('GET', `/api/transactions/${id}`, undefined, { 'api-version': 'v2' })).json()

const attemptsOf = (shop: StripeShop, id: string) =>
  listAttempts(shop.app.db, { merchantId: shop.ada.merchant.id, id })

test.each([
  ['pm_card_visa', 'success', null],
  ['pm_made_up', 'failed', 'incorrect_details'],
  ['pm_card_visa_chargeDeclined', 'failed', 'card_declined'],
  ['pm_card_visa_chargeDeclinedInsufficientFunds', 'failed', 'insufficient_funds'],
  ['pm_card_visa_chargeDeclinedLostCard', 'failed', 'card_declined'],
  ['pm_card_visa_chargeDeclinedStolenCard', 'failed', 'card_declined'],
  ['pm_card_chargeDeclinedExpiredCard', 'failed', 'expired_card'],
  ['pm_card_chargeDeclinedIncorrectCvc', 'failed', 'incorrect_details'],
  ['pm_card_chargeDeclinedProcessingError', 'failed', 'try_again'],
  ['pm_card_visa_chargeDeclinedVelocityLimitExceeded', 'failed', 'limit_exceeded'],
])('a payment with the token %s is a %s at once', async (paymentToken, status, failureReason) => {
  await using shop = await createStripeShop()

  const response = await pay(shop, { paymentToken })

  expect(response.status).toBe(201)
  expect(response.json()).toMatchObject({ status, failureReason, processor: 'stripe' })
  const captured = status === 'success' ? 1234 : 0
  expect(shop.stripe.movedBy(shop.account)).toEqual({ captured, refunded: 0 })
  expect(await attemptsOf(shop, response.json().id)).toMatchObject([
    { outcome: status === 'success' ? 'succeeded' : 'declined', reason: failureReason },
  ])
})

test('a payment that needs authentication continues when the cardholder confirms, and fails when they decline', async () => {
  await using shop = await createStripeShop()
  const returnUrl = 'https://shop.example/thanks?order=7'
  const token = 'pm_card_authenticationRequired'

  for (const [isConfirmed, status, failureReason] of [
    [true, 'success', null],
    [false, 'failed', 'authentication_failed'],
  ] as const) {
    const created = (await pay(shop, { paymentToken: token, returnUrl })).json()
    expect(created).toMatchObject({ status: 'pending', stage: 'requires_action' })
    expect(created.next).toMatchObject({ type: 'redirect' })
    const redirectResponse = await shop.app.rest({
      method: 'GET',
      url: new URL(created.next.url).pathname,
    })
    expect(redirectResponse.status).toBe(303)
    expect(String(redirectResponse.headers.location)).toContain(shop.stripe.url)

    shop.stripe.decideAsHolder(shop.account, await intentIdOf(shop, created.id), isConfirmed)
    const returnResponse = await shop.app.rest({
      method: 'GET',
      url: `${new URL(created.next.url).pathname}/back`,
    })

    expect(returnResponse.status).toBe(200)
    expect(await read(shop, created.id)).toMatchObject({ status, failureReason })
  }
  expect(shop.stripe.movedBy(shop.account)).toEqual({ captured: 1234, refunded: 0 })
})

const intentIdOf = async ({ app }: StripeShop, id: string): Promise<string> => {
  const row = await app.db
    .selectFrom('transactions')
    .select('processorRef')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.processorRef ?? ''
}

test('a payment that its cardholder never confirms fails after an hour, and no money moves', async () => {
  await using shop = await createStripeShop()
  const created = (await pay(shop, { paymentToken: 'pm_card_authenticationRequired' })).json()

  await shop.later(59 * 60_000)
  const before = await read(shop, created.id)
  await shop.later(10 * 60_000)

  expect(before).toMatchObject({ status: 'pending', stage: 'requires_action' })
  expect(await read(shop, created.id)).toMatchObject({
    status: 'failed',
    failureReason: 'authentication_failed',
  })
  const { intents } = shop.account
  expect([...intents.values()].map(({ status }) => status)).toEqual(['canceled'])
})

test('a payment is authorized, captured in part once, and the rest is released', async () => {
  await using shop = await createStripeShop()
  const created = await pay(shop, { paymentToken: 'pm_card_visa', captureMethod: 'manual' })
  const { id } = created.json()

  const captured = await shop.shop.rest('POST', `/api/transactions/${id}/capture`, {
    amount: '10.00',
  })
  const again = await shop.shop.rest('POST', `/api/transactions/${id}/capture`, {})

  expect(created.json()).toMatchObject({ status: 'pending', stage: 'authorized' })
  expect(captured.status).toBe(200)
  expect([again.status, again.json().reason]).toEqual([409, 'already_captured'])
  expect(await read(shop, id)).toMatchObject({ status: 'success', amount: '10.00' })
  expect(shop.stripe.movedBy(shop.account)).toEqual({ captured: 1000, refunded: 0 })
})

test('an authorization is voided, and one that is never captured expires', async () => {
  await using shop = await createStripeShop()
  const manual = { paymentToken: 'pm_card_visa', captureMethod: 'manual' }
  const [one, two] = [(await pay(shop, manual)).json(), (await pay(shop, manual)).json()]

  const voided = await shop.shop.rest('POST', `/api/transactions/${one.id}/void`, {})
  await shop.later(7 * 86_400_000 + 120_000)

  expect(voided.status).toBe(200)
  expect(await read(shop, one.id)).toMatchObject({ status: 'failed', failureReason: 'cancelled' })
  expect(await read(shop, two.id)).toMatchObject({
    status: 'failed',
    failureReason: 'authorization_expired',
  })
  expect(shop.stripe.movedBy(shop.account)).toEqual({ captured: 0, refunded: 0 })
})

test('refunds are made in parts, up to the paid amount, and the money returns when a refund fails', async () => {
  await using shop = await createStripeShop()
  const refund = (id: string, amount: string) =>
    shop.shop.rest('POST', `/api/transactions/${id}/refunds`, { amount })
  const { id } = (await pay(shop, { paymentToken: 'pm_card_visa' })).json()
  const failing = (await pay(shop, { paymentToken: 'pm_card_refundFail' })).json()
  const slow = (await pay(shop, { paymentToken: 'pm_card_pendingRefund' })).json()

  const parts = [await refund(id, '2.34'), await refund(id, '10.00'), await refund(id, '0.01')]
  const [failedRefund, pendingRefund] = [
    await refund(failing.id, '12.34'),
    await refund(slow.id, '5.00'),
  ]

  expect(parts.map(({ status }) => status)).toEqual([201, 201, 409])
  expect(failedRefund.json()).toMatchObject({ status: 'success' })
  expect(pendingRefund.json()).toMatchObject({ status: 'pending' })
  expect(shop.stripe.movedBy(shop.account).refunded).toBe(1234 + 1234 + 500)

  await shop.later(61_000)
  await shop.poll()

  const states = await shop.app.db
    .selectFrom('refunds')
    .select(['amount', 'status', 'failureReason'])
    .orderBy('id')
    .execute()
  expect(states).toEqual([
    { amount: 234, status: 'success', failureReason: null },
    { amount: 1000, status: 'success', failureReason: null },
    { amount: 1234, status: 'failed', failureReason: 'account_closed' },
    { amount: 500, status: 'success', failureReason: null },
  ])
  expect(shop.stripe.movedBy(shop.account).refunded).toBe(1234 + 500)
  expect(await read(shop, failing.id)).toMatchObject({ refundState: 'none' })
})

test.each([
  ['JPY', '1200.00', 1200],
  ['ISK', '5.00', 500],
  ['UGX', '5.00', 500],
  ['KWD', '1.23', 1230],
  ['HUF', '1234.50', 123_450],
])('%s %s reaches Stripe as %d', async (currency, amount, wired) => {
  await using shop = await createStripeShop()

  const response = await pay(shop, { paymentToken: 'pm_card_visa', currency, amount })

  expect(response.json()).toMatchObject({ status: 'success', amount, currency })
  expect([...shop.account.intents.values()].map((intent) => intent.amount)).toEqual([wired])
})

test('an amount that hundredths cannot represent, or that Stripe does not accept, is refused', async () => {
  await using shop = await createStripeShop()
  const paymentToken = 'pm_card_visa'

  const fine = await pay(shop, { paymentToken, currency: 'KWD', amount: '1.234' })
  const small = await pay(shop, { paymentToken, currency: 'EUR', amount: '0.10' })

  expect(fine.status).toBe(400)
  expect([small.status, small.json().reason]).toEqual([400, 'amount_below_minimum'])
  const tooMuch = await pay(shop, { paymentToken, currency: 'EUR', amount: '1000000.00' })
  expect([tooMuch.status, tooMuch.json()]).toMatchObject([
    400,
    { reason: 'amount_above_maximum', issues: [{ path: 'amount' }] },
  ])
  const dinars = await pay(shop, { paymentToken, currency: 'KWD', amount: '100000.00' })
  expect([dinars.status, dinars.json().reason]).toEqual([400, 'amount_above_maximum'])
  expect(await shop.app.count('transactions')).toBe(0)
  expect(shop.account.intents.size).toBe(0)
})

test('the sandbox accepts no token, and reports it', async () => {
  await using shop = await createStripeShop()
  await shop.ada.api.processorAccounts.disconnect.mutate({ id: shop.connected.id })

  const response = await pay(shop, { paymentToken: 'pm_card_visa' })
  const without = await pay(shop)

  expect([response.status, response.json().reason]).toEqual([400, 'token_not_taken'])
  expect(without.json()).toMatchObject({ processor: 'sandbox' })
})

test.each([
  ['Stripe is told of it', /^POST \/v1\/payment_intents$/],
  ['the card is asked', /^POST \/v1\/payment_intents\/\w+\/confirm$/],
])('a payment that is polled while %s continues all the same', async (_, call) => {
  await using shop = await createStripeShop()
  const before = shop.stripe.calls.length
  shop.stripe.fail({ kind: 'slow', when: 'before', call })
  const paying = pay(shop, { paymentToken: 'pm_card_visa' })
  await expect
    .poll(() => shop.stripe.calls.slice(before).some((created) => call.test(created.call)))
    .toBe(true)
  const { id } = await shop.app.db.selectFrom('transactions').select('id').executeTakeFirstOrThrow()

  const inquired = await shop.ada.api.transactions.ask.mutate({ id })
  const paid = await paying

  expect(inquired.status).toBe('pending')
  expect(paid.json()).toMatchObject({ status: 'success' })
  expect(shop.stripe.movedBy(shop.account)).toEqual({ captured: 1234, refunded: 0 })
})
