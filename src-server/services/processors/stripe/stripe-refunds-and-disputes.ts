import type { Stripe } from 'stripe'
import type {
  DisputeAtProcessor,
  PaymentAtProcessor,
  RefundsAndDisputes,
  ReportedRefund,
} from '#server/core/ports/processor.ts'
import { Currency } from '#server/shared/money/money.ts'
import { reportedDisputeOf } from './disputes/stripe-disputes.rules.ts'
import { minorOfStripe } from './stripe-amount.rules.ts'
import { missingPermissionOf } from './stripe-errors.ts'
import { chargeOf, progressOfRefund } from './stripe-progress.rules.ts'
import { REFUND_NAME } from './stripe-refunds.ts'
import { intentOf } from './stripe-sessions.ts'

const LIMIT = 100

/** Reads a payment's current refunds, disputes and fraud warnings at Stripe. */
export async function readRefundsAndDisputes(
  stripe: Stripe,
  payment: PaymentAtProcessor,
  nowMs: number,
): Promise<RefundsAndDisputes> {
  const payment_intent = await intentOf(stripe, payment.ref ?? '')
  const filter = { payment_intent, limit: LIMIT }
  const refunds = await listIfAllowed(
    stripe.refunds.list(filter).autoPagingToArray({ limit: LIMIT * 10 }),
  )
  const disputes = await listIfAllowed(stripe.disputes.list(filter).then(({ data }) => data))
  const warnings = await listIfAllowed(
    stripe.radar.earlyFraudWarnings.list(filter).then(({ data }) => data),
  )
  const ownRefunds = refunds.filter((refund) => ownRefundOf(refund) !== null)
  const otherRefunds = refunds.filter((refund) => ownRefundOf(refund) === null)
  const released = otherRefunds.length > 0 ? await readReleasedAmount(stripe, payment_intent) : 0
  return {
    refunds: [...withoutReleased(otherRefunds, released), ...ownRefunds.toReversed()].map(
      (refund) => refundOf(refund, nowMs),
    ),
    disputes: [
      ...disputes.map(reportedDisputeOf),
      ...warnings.map((each) => warningOf(each, payment)),
    ],
  }
}

const ownRefundOf = ({ metadata }: Stripe.Refund): string | null => metadata?.[REFUND_NAME] ?? null

/** Reads the amount that was authorized and never captured, in Stripe's units. */
async function readReleasedAmount(stripe: Stripe, ref: string): Promise<number> {
  const charge = chargeOf(await stripe.paymentIntents.retrieve(ref, { expand: ['latest_charge'] }))
  return charge?.captured ? charge.amount - charge.amount_captured : 0
}

/**
 * Leaves out releases. When less than the authorized amount is captured, Stripe lists the released rest as a refund
 * too, and nothing marks it. That refund is made with the capture, before any other refund is possible, so it is the
 * oldest. Stripe lists the newest refund first, even among refunds made in the same second.
 */
function withoutReleased(refunds: readonly Stripe.Refund[], released: number): Stripe.Refund[] {
  let remaining = released
  return refunds.toReversed().flatMap((refund) => {
    if (refund.status === 'failed' || refund.status === 'canceled') return [refund]
    const releasedPart = Math.min(remaining, refund.amount)
    remaining -= releasedPart
    const amount = refund.amount - releasedPart
    return amount > 0 ? [{ ...refund, amount }] : []
  })
}

/** Returns nothing when the API key lacks the permission; the table of permissions shows that it is missing. */
const listIfAllowed = <T>(listing: Promise<T[]>): Promise<T[]> =>
  listing.catch((error: unknown) => {
    if (missingPermissionOf(error) === undefined) throw error
    return []
  })

/** Returns our id of a payment from its intent's metadata; null when the intent names none. */
export async function ownIdOf(stripe: Stripe, ref: string): Promise<string | null> {
  const { metadata } = await stripe.paymentIntents.retrieve(ref)
  return metadata.incasso ?? null
}

const minorOf = ({ amount, currency }: { amount: number; currency: string }) =>
  minorOfStripe(amount, Currency.parse(currency.toUpperCase()))

function refundOf(refund: Stripe.Refund, nowMs: number): ReportedRefund {
  const progress = progressOfRefund(refund, nowMs)
  if (progress.status === 'absent') throw new Error('a refund that Stripe names is not absent')
  return {
    ref: refund.id,
    ownId: ownRefundOf(refund),
    amount: minorOf(refund),
    createdAtMs: refund.created * 1000,
    progress,
  }
}

const warningOf = (
  { id, actionable, fraud_type, created }: Stripe.Radar.EarlyFraudWarning,
  { amount }: PaymentAtProcessor,
): DisputeAtProcessor => ({
  ref: id,
  kind: 'fraud_warning',
  status: actionable ? 'warning_needs_response' : 'warning_closed',
  amount,
  reason: fraud_type,
  category: 'fraudulent',
  networkReason: null,
  fee: null,
  isRefundable: actionable,
  evidenceDueMs: null,
  openedAtMs: created * 1000,
  hasEvidence: false,
})
