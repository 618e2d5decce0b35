import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import {
  expectRefusal,
  payWith,
  START_MS,
  type StripeWithAccount,
  startStripeWithAccount,
} from '../support/stripe/stripe-client.ts'

const DAY_MS = 86_400_000
const DAY_S = 86_400

const GIULIA = { email: 'giulia@example.com', name: 'Giulia Bianchi', currency: 'eur' }

/** Adds one past payment for each of these days, the newest a day ago. */
const payDaily = ({ standIn, account }: StripeWithAccount, days: number) =>
  Array.from({ length: days }, (_, at) => days - at).map((day) =>
    standIn.addPast(account, { ...GIULIA, amount: day * 100, atMs: START_MS - day * DAY_MS }),
  )

test('an earlier payment exists with its payer, and sends no event', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const { standIn, account, stripe } = stripeSetup

  const { id } = standIn.addPast(account, {
    ...GIULIA,
    amount: 1234,
    atMs: START_MS - 90 * DAY_MS,
    refunded: 234,
    description: 'Order 1',
  })
  const intent = await stripe.paymentIntents.retrieve(id, {
    expand: ['latest_charge.balance_transaction'],
  })
  const refunds = await stripe.refunds.list({ payment_intent: id })

  expect(intent).toMatchObject({
    status: 'succeeded',
    amount_received: 1234,
    created: START_MS / 1000 - 90 * DAY_S,
    description: 'Order 1',
    receipt_email: 'giulia@example.com',
    latest_charge: {
      amount_refunded: 234,
      refunded: false,
      billing_details: { email: 'giulia@example.com', name: 'Giulia Bianchi' },
      balance_transaction: { amount: 1234, fee: 44 },
    },
  })
  expect(refunds.data).toMatchObject([{ amount: 234, created: intent.created + 3600 }])
  expect((await stripe.events.list()).data).toEqual([])
  expect(standIn.movedBy(account)).toEqual({ captured: 1234, refunded: 234 })
})

test('a past payment is available, and causes nothing later', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const { standIn, account, stripe } = stripeSetup
  payDaily(stripeSetup, 10)
  standIn.advance(DAY_MS)

  expect((await stripe.events.list()).data).toEqual([])
  expect(standIn.payOut(account).amount).toBeGreaterThan(0)
})

test('a list returns the payments of a period, newest first, with their charges', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const { stripe } = stripeSetup
  await payWith(stripe, 'pm_card_visa')
  payDaily(stripeSetup, 6)
  const amountsOf = async (created: Stripe.PaymentIntentListParams['created']) => {
    const { data } = await stripe.paymentIntents.list({ created, expand: ['data.latest_charge'] })
    return data.map(({ amount, latest_charge: charge }) => {
      expect(charge).toMatchObject({ object: 'charge', amount })
      return amount
    })
  }
  const now = START_MS / 1000

  expect(await amountsOf({ gte: now - 3 * DAY_S })).toEqual([1234, 100, 200, 300])
  expect(await amountsOf({ gt: now - 3 * DAY_S, lt: now })).toEqual([100, 200])
  expect(await amountsOf({ lte: now - 5 * DAY_S })).toEqual([500, 600])
  expect(await amountsOf(now - 4 * DAY_S)).toEqual([400])
})

test('pages of a filtered list contain each payment once', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const { stripe } = stripeSetup
  payDaily(stripeSetup, 25)

  const seen: number[] = []
  const created = { gte: START_MS / 1000 - 20 * DAY_S }
  for await (const { amount } of stripe.paymentIntents.list({ created, limit: 7 })) {
    seen.push(amount)
  }

  expect(seen).toEqual(Array.from({ length: 20 }, (_, at) => (at + 1) * 100))
})

test('the charges of a payment are its attempts, newest first', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const { stripe } = stripeSetup
  const { id } = await stripe.paymentIntents.create({ amount: 1234, currency: 'eur' })
  await expectRefusal(
    stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa_chargeDeclined' }),
  )
  await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
  await payWith(stripe, 'pm_card_visa')

  const { data } = await stripe.charges.list({ payment_intent: id })

  expect(data.map(({ status }) => status)).toEqual(['succeeded', 'failed'])
})

test('events are listed by several types, and for thirty days', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const { standIn, stripe } = stripeSetup
  await payWith(stripe, 'pm_card_visa')
  const types = ['payment_intent.created', 'payment_intent.succeeded']

  const listed = (await stripe.events.list({ types })).data.map(({ type }) => type)
  standIn.advance(30 * DAY_MS)

  expect(listed).toEqual(types.toReversed())
  expect((await stripe.events.list({ types })).data).toEqual([])
})

test('a list refuses unknown filters, ranges, cursors and lengths', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const { stripe } = stripeSetup
  const list = (params: object) =>
    expectRefusal(
      Promise.resolve(stripe.paymentIntents.list(params as Stripe.PaymentIntentListParams)),
    )

  expect(await list({ customer: 'cus_1' })).toMatchObject({ code: 'parameter_unknown' })
  expect(await list({ created: { since: 5 } })).toMatchObject({ param: 'created[since]' })
  expect(await list({ starting_after: 'pi_nobody' })).toMatchObject({ statusCode: 404 })
  expect(await list({ limit: 101 })).toMatchObject({ param: 'limit' })
  expect(await list({ expand: ['latest_charge'] })).toMatchObject({ param: 'expand' })
})
