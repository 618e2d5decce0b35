import type { DisputeStatus } from '#db/tables/dispute-tables.ts'
import type {
  DisputeAtProcessor,
  PaymentAtProcessor,
  RefundsAndDisputes,
  ReportedRefund,
} from '#server/core/ports/processor.ts'
import type { DisputeReason } from '#server/shared/disputes/dispute-reasons.ts'
import { listDisputes, readDispute } from './disputes/paypal-disputes.ts'
import { minorOfPayPal } from './paypal-amount.rules.ts'
import type { PayPalClient } from './paypal-client.ts'
import { keyProblemOf } from './paypal-errors.ts'
import { progressOfRefund } from './paypal-progress.rules.ts'
import { parseRef } from './paypal-refs.rules.ts'
import { PayPalDispute, type PayPalRefund } from './paypal-resources.schema.ts'
import { readCapture, readState } from './paypal-state.ts'

const OWN_REFUND = /^ref_/

/** Reads the refunds, reversals and disputes of a payment. PayPal lists a reversal among the refunds of its order. */
export async function readRefundsAndDisputes(
  client: PayPalClient,
  payment: PaymentAtProcessor,
  nowMs: number,
): Promise<RefundsAndDisputes> {
  const { order, captures, refunds } = await readState(client, parseRef(payment.ref))
  if (!order) throw new Error('PayPal no longer has the order whose refunds are to be read')
  const { currency } = payment
  const disputes: DisputeAtProcessor[] = []
  for (const { id } of captures) disputes.push(...(await readDisputes(client, id, currency)))
  return { refunds: refunds.map((refund) => reportedRefundOf(refund, currency, nowMs)), disputes }
}

function reportedRefundOf(refund: PayPalRefund, currency: string, nowMs: number): ReportedRefund {
  const { id: ref, custom_id: customId = '', amount, create_time: from } = refund
  if (!amount) throw new Error('a refund of PayPal’s has no amount')
  return {
    ref,
    ownId: OWN_REFUND.test(customId) ? customId : null,
    amount: minorOfPayPal(amount, currency),
    createdAtMs: from === undefined ? nowMs : Date.parse(from),
    progress: progressOfRefund(refund, nowMs),
  }
}

/** Returns nothing when the app lacks the permission; the table of permissions shows that it is missing. */
async function readDisputes(
  client: PayPalClient,
  captureId: string,
  currency: string,
): Promise<DisputeAtProcessor[]> {
  try {
    const items = await listDisputes(client, `disputed_transaction_id=${captureId}`)
    if (!items) throw new Error('PayPal lists too many disputes of a payment')
    const disputes: DisputeAtProcessor[] = []
    for (const item of items) {
      // PayPal lists disputes without their outcomes, so resolved disputes are read one by one.
      const isOver = item.status === 'RESOLVED'
      const dispute = isOver ? await readDispute(client, item.dispute_id) : item
      disputes.push(disputeOf(PayPalDispute.parse(dispute), currency))
    }
    return disputes
  } catch (error) {
    if (keyProblemOf(error) === undefined) throw error
    return []
  }
}

const disputeOf = (dispute: PayPalDispute, currency: string): DisputeAtProcessor => ({
  ref: dispute.dispute_id,
  kind: 'dispute',
  status: disputeStatusOf(dispute),
  amount: minorOfPayPal(dispute.dispute_amount, currency),
  reason: dispute.reason?.toLowerCase() ?? null,
  category: categories[dispute.reason ?? ''] ?? 'general',
  networkReason: dispute.reason ?? null,
  fee: null,
  isRefundable: dispute.dispute_life_cycle_stage === 'INQUIRY' && dispute.status !== 'RESOLVED',
  evidenceDueMs:
    dispute.seller_response_due_date === undefined
      ? null
      : Date.parse(dispute.seller_response_due_date),
  openedAtMs: Date.parse(dispute.create_time),
  hasEvidence: false,
})

/** Our dispute reasons by PayPal's. Any other reason becomes `general`. */
const categories: Readonly<Record<string, DisputeReason>> = {
  CANCELED_RECURRING_BILLING: 'subscription_canceled',
  CREDIT_NOT_PROCESSED: 'credit_not_processed',
  DUPLICATE_TRANSACTION: 'duplicate',
  MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED: 'product_unacceptable',
  MERCHANDISE_OR_SERVICE_NOT_RECEIVED: 'product_not_received',
  UNAUTHORISED: 'fraudulent',
}

/** Outcomes in which the merchant keeps the money, or gets it back from PayPal. */
const wonOutcomes: ReadonlySet<string> = new Set([
  'RESOLVED_SELLER_FAVOUR',
  'RESOLVED_WITH_PAYOUT',
  'CANCELED_BY_BUYER',
])

/**
 * Returns our status of a dispute. An inquiry, in which payer and merchant only write to each other, is a warning: the
 * merchant may still refund the payment. PayPal may add statuses: an unknown one counts as under review.
 */
export function disputeStatusOf({
  status,
  dispute_life_cycle_stage: stage,
  dispute_outcome: outcome,
}: PayPalDispute): DisputeStatus {
  const isInquiry = stage === 'INQUIRY'
  if (status === 'RESOLVED') {
    if (isInquiry) return 'warning_closed'
    return wonOutcomes.has(outcome?.outcome_code ?? '') ? 'won' : 'lost'
  }
  if (status === 'OPEN' || status === 'WAITING_FOR_SELLER_RESPONSE') {
    return isInquiry ? 'warning_needs_response' : 'needs_response'
  }
  return isInquiry ? 'warning_under_review' : 'under_review'
}

/** Returns our id of a payment from its capture; null when the capture names none. */
export async function ownIdOf(client: PayPalClient, ref: string): Promise<string | null> {
  const { kind, id } = parseRef(ref)
  if (kind !== 'capture') throw new Error('only captures have refunds and disputes')
  return (await readCapture(client, id)).custom_id ?? null
}
