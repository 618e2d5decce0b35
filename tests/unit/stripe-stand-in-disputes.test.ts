import { expect, test } from 'vitest'
import {
  eventTypesOf,
  expectRefusal,
  payWith,
  type StripeWithAccount,
  startStripeWithAccount,
} from '../support/stripe/stripe-client.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Makes a payment about which the cardholder, or their bank, complains a minute later. */
async function payAndDispute(stripeSetup: StripeWithAccount, card = 'pm_card_createDispute') {
  const { id } = await payWith(stripeSetup.stripe, card)
  stripeSetup.standIn.advance(MINUTE_MS)
  const { data } = await stripeSetup.stripe.disputes.list({ payment_intent: id })
  return { intentId: id, dispute: data[0] }
}

async function makeDispute(stripeSetup: StripeWithAccount, card?: string) {
  const { intentId, dispute } = await payAndDispute(stripeSetup, card)
  if (!dispute) throw new Error('nobody has disputed the payment')
  return { intentId, dispute }
}

test('a dispute debits the money with a fee, and has a deadline for evidence', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const { standIn, account, stripe } = stripeSetup

  const { intentId, dispute } = await makeDispute(stripeSetup)
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(intentId, {
    expand: ['latest_charge'],
  })

  expect(dispute).toMatchObject({
    status: 'needs_response',
    reason: 'fraudulent',
    amount: 1234,
    is_charge_refundable: false,
    balance_transactions: [
      { type: 'adjustment', amount: -1234, fee: 2000, net: -3234, reporting_category: 'dispute' },
    ],
  })
  expect(dispute.evidence_details.due_by).toBe(dispute.created + 9 * 86_400)
  expect(charge).toMatchObject({ disputed: true, id: dispute.charge })
  expect(await eventTypesOf(stripe)).toEqual(
    expect.arrayContaining(['charge.dispute.created', 'charge.dispute.funds_withdrawn']),
  )
  // Money that a bank takes back is not a refund of the merchant's.
  expect(standIn.movedBy(account)).toEqual({ captured: 1234, refunded: 0 })
})

test('a disputed payment cannot be refunded, since its bank has done so', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const { intentId } = await makeDispute(stripeSetup)

  const error = await expectRefusal(stripeSetup.stripe.refunds.create({ payment_intent: intentId }))

  expect(error).toMatchObject({ statusCode: 400, code: 'charge_disputed' })
})

test.each([
  ['winning_evidence', 'won', 'charge.dispute.funds_reinstated', 0],
  ['losing_evidence', 'lost', 'charge.dispute.closed', -1234],
])(
  '%s is sent to the bank, which decides that the dispute is %s',
  async (text, status, eventTypes, sum) => {
    await using stripeSetup = await startStripeWithAccount()
    const { standIn, stripe } = stripeSetup
    const { dispute } = await makeDispute(stripeSetup)

    const staged = await stripe.disputes.update(dispute.id, {
      evidence: { customer_name: 'Giulia Bianchi' },
      submit: false,
    })
    const sent = await stripe.disputes.update(dispute.id, {
      evidence: { uncategorized_text: text },
    })
    standIn.advance(MINUTE_MS)
    const decided = await stripe.disputes.retrieve(dispute.id)

    expect(staged).toMatchObject({
      status: 'needs_response',
      evidence_details: { has_evidence: true, submission_count: 0 },
    })
    expect(sent).toMatchObject({
      status: 'under_review',
      evidence: { customer_name: 'Giulia Bianchi', uncategorized_text: text },
      evidence_details: { submission_count: 1 },
    })
    expect(decided.status).toBe(status)
    expect(decided.balance_transactions.reduce((total, { amount }) => total + amount, 0)).toBe(sum)
    expect(await eventTypesOf(stripe)).toContain(eventTypes)
  },
)

test('a dispute that is accepted or gets no evidence is lost', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const { standIn, stripe } = stripeSetup
  const [accepted, forgotten] = [await makeDispute(stripeSetup), await makeDispute(stripeSetup)]

  const closed = await stripe.disputes.close(accepted.dispute.id)
  const late = await expectRefusal(
    stripe.disputes.update(accepted.dispute.id, { evidence: { uncategorized_text: 'No.' } }),
  )
  standIn.advance(9 * DAY_MS)

  expect(closed.status).toBe('lost')
  expect(late.statusCode).toBe(400)
  expect((await stripe.disputes.retrieve(forgotten.dispute.id)).status).toBe('lost')
  const eventTypes = await eventTypesOf(stripe)
  expect(eventTypes.filter((type) => type === 'charge.dispute.closed')).toHaveLength(2)
})

test('an inquiry debits nothing, and the payment can still be refunded', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const { stripe } = stripeSetup
  const { intentId, dispute } = await makeDispute(stripeSetup, 'pm_card_createDisputeInquiry')

  const refund = await stripe.refunds.create({ payment_intent: intentId })
  const closed = await stripe.disputes.close(dispute.id)

  expect(dispute).toMatchObject({
    status: 'warning_needs_response',
    is_charge_refundable: true,
    balance_transactions: [],
  })
  expect(refund.status).toBe('succeeded')
  expect(closed.status).toBe('warning_closed')
  expect(await eventTypesOf(stripe)).not.toContain('charge.dispute.funds_withdrawn')
})

test('a payment cannot be disputed before its capture', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const { standIn, stripe } = stripeSetup
  const uncaptured = await payWith(stripe, 'pm_card_createDispute', { capture_method: 'manual' })

  standIn.advance(MINUTE_MS)
  const before = await stripe.disputes.list()
  await stripe.paymentIntents.capture(uncaptured.id, { amount_to_capture: 1000 })
  standIn.advance(MINUTE_MS)
  const after = await stripe.disputes.list()

  expect(before.data).toEqual([])
  expect(after.data).toMatchObject([{ amount: 1000 }])
})

test('the bank sends an early fraud warning, until the payment is fully refunded', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const { stripe } = stripeSetup

  const { intentId, dispute } = await payAndDispute(stripeSetup, 'pm_card_createIssuerFraudRecord')
  const [warning] = (await stripe.radar.earlyFraudWarnings.list()).data
  await stripe.refunds.create({ payment_intent: intentId })
  const after = await stripe.radar.earlyFraudWarnings.retrieve(warning?.id ?? '')

  expect(dispute).toBeUndefined()
  expect(warning).toMatchObject({ payment_intent: intentId, actionable: true })
  expect(after.actionable).toBe(false)
  expect(await eventTypesOf(stripe)).toContain('radar.early_fraud_warning.created')
})

test('unknown evidence and unknown disputes are refused', async () => {
  await using stripeSetup = await startStripeWithAccount()
  const { stripe } = stripeSetup
  const { dispute } = await makeDispute(stripeSetup)
  const odd = { evidence: { photograph: 'file_1' } as object }

  expect(await expectRefusal(stripe.disputes.update(dispute.id, odd))).toMatchObject({
    code: 'parameter_unknown',
    param: 'evidence[photograph]',
  })
  expect(await expectRefusal(stripe.disputes.retrieve('du_nobody'))).toMatchObject({
    statusCode: 404,
  })
})
