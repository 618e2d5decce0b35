import type { DisputeAtProcessor, PaymentAtProcessor } from '#server/core/ports/processor.ts'
import type { Operation } from './sandbox-book.queries.ts'
import { type PlannedDispute, plannedDisputeOf } from './sandbox-plan.rules.ts'

const EVIDENCE_PERIOD_MS = 7 * 86_400_000
/** Fee of a dispute, won or lost, in hundredths. */
export const DISPUTE_FEE = 1500

/** Keys of the operations with which a merchant responds to a dispute. */
export const EVIDENCE_KEY = 'dispute evidence'
export const ACCEPTANCE_KEY = 'dispute acceptance'

/** Evidence that contains this word wins; any other evidence loses. */
export const WINNING_WORD = 'winning_evidence'

/** The sandbox's id of the dispute of a payment: a payment has one at most. */
export const disputeRefOf = (transactionId: string): string => `sandbox ${transactionId}`

type SandboxClock = { nowMs: number; settlementMs: number }

type Report = { disputes: DisputeAtProcessor[]; pollAtMs?: number | undefined }

/**
 * Returns the dispute of a paid payment as it is now, and the time of its next change. It follows from the payment's
 * amount and from the merchant's operations.
 */
export function disputesAfter(
  operations: readonly Operation[],
  payment: PaymentAtProcessor,
  { nowMs, settlementMs }: SandboxClock,
): Report {
  const planned = plannedDisputeOf(payment)
  if (!planned) return { disputes: [] }
  const captured = operations.find(({ key }) => key === 'end')
  const openedAtMs = (captured?.atMs ?? payment.createdAtMs) + settlementMs
  if (nowMs < openedAtMs) return { disputes: [], pollAtMs: openedAtMs }
  const state = stateAfter(
    operations,
    { planned, amount: payment.amount, openedAtMs },
    {
      nowMs,
      settlementMs,
    },
  )
  return { disputes: [reportOf(payment, { planned, openedAtMs }, state)], pollAtMs: state.pollAtMs }
}

type OpenedDispute = { planned: PlannedDispute; amount: number; openedAtMs: number }

type DisputeState = {
  status: DisputeAtProcessor['status']
  hasEvidence: boolean
  pollAtMs?: number
}

function stateAfter(
  operations: readonly Operation[],
  { planned, amount, openedAtMs }: OpenedDispute,
  { nowMs, settlementMs }: SandboxClock,
): DisputeState {
  const evidence = operations.find(({ key }) => key === EVIDENCE_KEY)
  const isInquiry = planned !== 'dispute'
  const ended = (status: DisputeState['status']) => ({
    status,
    hasEvidence: evidence !== undefined,
  })
  if (operations.some(({ key }) => key === ACCEPTANCE_KEY)) return ended('lost')
  if (evidence) {
    const pollAtMs = evidence.atMs + settlementMs
    const reviewed = isInquiry ? 'warning_under_review' : 'under_review'
    if (nowMs < pollAtMs) return { status: reviewed, hasEvidence: true, pollAtMs }
    if (evidence.kind !== 'approve') return ended('lost')
    return ended(isInquiry ? 'warning_closed' : 'won')
  }
  const refunded = operations.reduce(
    (sum, { kind, amount: part }) => sum + (kind === 'refund' ? (part ?? 0) : 0),
    0,
  )
  // After a full refund, the bank ends its inquiry and sends no warning.
  if (isInquiry && refunded >= amount) return ended('warning_closed')
  if (planned === 'fraud_warning') return ended('warning_needs_response')
  const dueMs = openedAtMs + EVIDENCE_PERIOD_MS
  if (nowMs >= dueMs) return ended('lost')
  const status = isInquiry ? 'warning_needs_response' : 'needs_response'
  return { status, hasEvidence: false, pollAtMs: dueMs }
}

function reportOf(
  payment: PaymentAtProcessor,
  { planned, openedAtMs }: Omit<OpenedDispute, 'amount'>,
  { status, hasEvidence }: DisputeState,
): DisputeAtProcessor {
  const isWarning = planned === 'fraud_warning'
  const reason = planned === 'inquiry' ? 'product_not_received' : 'fraudulent'
  const hasFee = planned === 'dispute' || status === 'lost'
  return {
    ref: disputeRefOf(payment.id),
    kind: isWarning ? 'fraud_warning' : 'dispute',
    status,
    amount: payment.amount,
    reason,
    category: reason,
    networkReason: null,
    fee: hasFee ? DISPUTE_FEE : null,
    isRefundable: status === 'warning_needs_response' || status === 'warning_under_review',
    evidenceDueMs: isWarning ? null : openedAtMs + EVIDENCE_PERIOD_MS,
    openedAtMs,
    hasEvidence,
  }
}
