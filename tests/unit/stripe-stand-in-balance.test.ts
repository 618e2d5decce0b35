import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import {
  eventTypesOf,
  expectRefusal,
  payWith,
  startStripeWithAccount,
} from '../support/stripe/stripe-client.ts'

const SECOND_MS = 1_000
const DAY_MS = 86_400_000

const transactionsOf = async (stripe: Stripe, params: Stripe.BalanceTransactionListParams = {}) =>
  (await stripe.balanceTransactions.list({ limit: 100, ...params })).data

/** Returns the balance of one currency: pending, and available for a payout. */
async function sumsOf(stripe: Stripe, currency = 'eur') {
  const { pending, available } = await stripe.balance.retrieve()
  const of = (sums: { currency: string; amount: number }[]) =>
    sums.find((each) => each.currency === currency)?.amount
  return { pending: of(pending), available: of(available) }
}

test('a capture is booked a little later with its fee, and the charge then shows it', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const { standIn, stripe } = stripeSetup

  const { latest_charge } = await payWith(stripe, 'pm_card_visa', { amount: 10_000 })
  const id = String(latest_charge)
  const before = await stripe.charges.retrieve(id)
  standIn.advance(3 * SECOND_MS)
  const after = await stripe.charges.retrieve(id, { expand: ['balance_transaction'] })

  expect(before.balance_transaction).toBeNull()
  // The fee is 1.5 % plus 25 cents.
  expect(after.balance_transaction).toMatchObject({
    type: 'charge',
    amount: 10_000,
    fee: 175,
    net: 9_825,
    source: id,
    status: 'pending',
    fee_details: [{ amount: 175, type: 'stripe_fee' }],
  })
  expect((await eventTypesOf(stripe)).at(-1)).toBe('charge.updated')
})

test('a capture with immediate booking is booked at once', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const { stripe } = stripeSetup

  const paid = await payWith(stripe, 'pm_card_visa', { capture_method: 'automatic' })
  const charge = await stripe.charges.retrieve(String(paid.latest_charge))
  const uncaptured = await payWith(stripe, 'pm_card_visa', { capture_method: 'manual' })
  await stripe.paymentIntents.capture(uncaptured.id, { amount_to_capture: 1000 })

  expect(charge.balance_transaction).toMatch(/^txn_/)
  const [captured] = await transactionsOf(stripe, { source: String(uncaptured.latest_charge) })
  expect(captured).toMatchObject({ amount: 1000, fee: 40, net: 960 })
})

test('the balance is the sum of the bookings, first pending and then available', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const { standIn, stripe } = stripeSetup
  const paid = await payWith(stripe, 'pm_card_visa', { capture_method: 'automatic' })
  await stripe.refunds.create({ payment_intent: paid.id, amount: 234 })
  await payWith(stripe, 'pm_card_bypassPending', { capture_method: 'automatic', currency: 'usd' })

  const before = await sumsOf(stripe)
  standIn.advance(3 * DAY_MS)

  // 12.34 less a fee of 44 cents. The refund has no fee, and returns none.
  expect(before).toEqual({ pending: 1190, available: -234 })
  expect(await sumsOf(stripe)).toEqual({ pending: 0, available: 956 })
  expect(await sumsOf(stripe, 'usd')).toEqual({ pending: 0, available: 1190 })
})

test('a payout takes the available balance, and its transactions are found by it', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const { standIn, account, stripe } = stripeSetup
  const paid = await payWith(stripe, 'pm_card_visa', { capture_method: 'automatic' })
  const refund = await stripe.refunds.create({ payment_intent: paid.id, amount: 234 })
  standIn.advance(3 * DAY_MS)
  await payWith(stripe, 'pm_card_visa', { capture_method: 'automatic' })

  const { id } = standIn.payOut(account)
  const sent = await stripe.payouts.retrieve(id, { expand: ['balance_transaction'] })
  const within = await transactionsOf(stripe, { payout: id })
  const left = await sumsOf(stripe)
  standIn.advance(2 * DAY_MS)

  expect(sent).toMatchObject({
    amount: 956,
    status: 'in_transit',
    automatic: true,
    balance_transaction: { type: 'payout', amount: -956 },
  })
  expect(within.map(({ type, net }) => [type, net])).toEqual([
    ['payout', -956],
    ['refund', -234],
    ['charge', 1190],
  ])
  expect(within[1]?.source).toBe(refund.id)
  expect(left).toEqual({ pending: 1190, available: 0 })
  expect((await stripe.payouts.list({ status: 'paid' })).data).toMatchObject([{ id }])
  expect((await eventTypesOf(stripe)).slice(-2)).toEqual([
    'payout.paid',
    'payout.reconciliation_completed',
  ])
})

test('each transaction is in one payout, and a failed payout returns its money', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const { standIn, account, stripe } = stripeSetup
  await payWith(stripe, 'pm_card_bypassPending', { capture_method: 'automatic' })

  const { id } = standIn.payOut(account, { fails: true })
  expect(() => standIn.payOut(account)).toThrow('nothing in eur')
  standIn.advance(2 * DAY_MS)
  const failed = await stripe.payouts.retrieve(id, { expand: ['failure_balance_transaction'] })
  const again = standIn.payOut(account)

  expect(failed).toMatchObject({
    status: 'failed',
    failure_code: 'account_closed',
    failure_balance_transaction: { type: 'payout_failure', amount: 1190 },
  })
  expect(again.amount).toBe(1190)
  expect(await transactionsOf(stripe, { payout: again.id })).toHaveLength(2)
})

test('a failed refund returns its money', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const { standIn, stripe } = stripeSetup
  const { id } = await payWith(stripe, 'pm_card_refundFail', { capture_method: 'automatic' })

  const refund = await stripe.refunds.create({ payment_intent: id })
  standIn.advance(60 * SECOND_MS)
  const failed = await stripe.refunds.retrieve(refund.id, {
    expand: ['balance_transaction', 'failure_balance_transaction'],
  })

  expect(failed).toMatchObject({
    balance_transaction: { type: 'refund', amount: -1234 },
    failure_balance_transaction: { type: 'refund_failure', amount: 1234, source: refund.id },
  })
  expect(await transactionsOf(stripe, { source: refund.id })).toHaveLength(2)
})

test('every transaction belongs to the balance, regardless of the payments’ outcomes', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const { standIn, account, stripe } = stripeSetup
  await payWith(stripe, 'pm_card_visa', { amount: 5_000 })
  await payWith(stripe, 'pm_card_createDispute', { amount: 5_000 })
  await payWith(stripe, 'pm_card_bypassPending', { amount: 10_000 })
  standIn.advance(DAY_MS)
  const { amount } = standIn.payOut(account)

  const sums = await sumsOf(stripe)
  const sum = (await transactionsOf(stripe)).reduce((total, { net }) => total + net, 0)

  // The money available at once, less the disputed payment and the fee of its dispute.
  expect(amount).toBe(9_825 - 7_000)
  expect(sums).toEqual({ pending: 2 * 4_900, available: 0 })
  expect(sum).toBe(2 * 4_900)
})

test('an account returns its name to a key that may read it', async () => {
  await using stripeSetup = await startStripeWithAccount()
  await using closed = await startStripeWithAccount({ permissions: { accounts_kyc_basic: 'none' } })

  const account = await stripeSetup.stripe.accounts.retrieveCurrent()
  const error = await expectRefusal(closed.stripe.accounts.retrieveCurrent())

  expect(account).toMatchObject({ id: stripeSetup.account.id, object: 'account', country: 'IT' })
  expect(error.statusCode).toBe(403)
  expect(error.message).toContain('rak_accounts_kyc_basic_read')
})

test('a key without permission reads no balance', async () => {
  await using stripeSetup = await startStripeWithAccount({
    permissions: { balance: 'none', balance_transactions: 'none', payouts: 'none' },
  })
  const { stripe } = stripeSetup

  for (const call of [
    stripe.balance.retrieve(),
    stripe.balanceTransactions.list(),
    stripe.payouts.list(),
  ]) {
    expect(await expectRefusal(Promise.resolve(call))).toMatchObject({ statusCode: 403 })
  }
})
