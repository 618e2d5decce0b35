import type { PaymentAtProcessor, Progress } from '#server/core/ports/processor.ts'
import type { DeclineCode } from '#server/shared/reasons/decline-codes.ts'
import type { Operation } from './sandbox-store.queries.ts'

const DAY_MS = 86_400_000
/** Time after which an authorized payment expires if it was not captured. */
const CAPTURE_WITHIN_MS = 7 * DAY_MS
/** Time after which a payment expires if the payer has not decided. */
export const PAYER_WITHIN_MS = DAY_MS

/**
 * Outcome that the sandbox derives from the last two digits of the amount, and when it becomes known. Every outcome can
 * thus be produced on purpose.
 */
type PlannedOutcome = { known: 'now' | 'later' | 'from the payer'; end: 'paid' | DeclineCode }

const paidOutcome = (known: PlannedOutcome['known']): PlannedOutcome => ({ known, end: 'paid' })

function planFor({ amount, paymentMethod }: PaymentAtProcessor): PlannedOutcome {
  const ending = amount % 100
  if (paymentMethod === 'bank') {
    return ending === 1 ? { known: 'later', end: 'transfer_rejected' } : paidOutcome('later')
  }
  switch (ending) {
    case 1:
      return { known: 'now', end: paymentMethod === 'card' ? 'card_declined' : 'payer_declined' }
    case 2:
      return { known: 'now', end: 'insufficient_funds' }
    case 3:
      return paidOutcome('later')
    case 4:
      return { known: 'later', end: 'expired' }
    case 5:
      // The charge succeeded but its response was lost; a later request finds it.
      return paidOutcome('later')
    case 6:
      return paidOutcome('from the payer')
    default:
      return paidOutcome('now')
  }
}

/** Disputes of paid card payments, by the last two digits of the amount. */
export type PlannedDispute = 'dispute' | 'fraud_warning' | 'inquiry'

const plannedDisputes: Readonly<Record<number, PlannedDispute>> = {
  11: 'dispute',
  12: 'fraud_warning',
  13: 'inquiry',
}

/** Returns the dispute that the sandbox opens for a paid payment; undefined for most payments. */
export const plannedDisputeOf = ({
  amount,
  paymentMethod,
}: Pick<PaymentAtProcessor, 'amount' | 'paymentMethod'>): PlannedDispute | undefined =>
  paymentMethod === 'card' ? plannedDisputes[amount % 100] : undefined

/**
 * Returns whether a payment simulates a lost response: the money has moved, so the payment can no longer be cancelled.
 * The amounts that end in 05 simulate it.
 */
export const isPaidWithLostResponse = ({
  amount,
  paymentMethod,
  isCapturedByHand,
}: PaymentAtProcessor): boolean =>
  paymentMethod !== 'bank' && amount % 100 === 5 && !isCapturedByHand

type SandboxClock = { nowMs: number; settlementMs: number }

const settledAt = ({ createdAtMs }: PaymentAtProcessor, { settlementMs }: SandboxClock): number =>
  createdAtMs + settlementMs

const captureDeadline = (payment: PaymentAtProcessor, clock: SandboxClock): number =>
  payment.amount % 100 === 7 ? settledAt(payment, clock) : payment.createdAtMs + CAPTURE_WITHIN_MS

/** Returns the progress of a payment whose payer has nothing left to do. */
function finalProgress(
  payment: PaymentAtProcessor,
  end: PlannedOutcome['end'],
  clock: SandboxClock,
): Progress {
  if (end !== 'paid') return { stage: 'failed', reason: end }
  if (!payment.isCapturedByHand) return { stage: 'succeeded' }
  const captureBeforeMs = captureDeadline(payment, clock)
  if (clock.nowMs >= captureBeforeMs) {
    return { stage: 'cancelled', reason: 'authorization_expired' }
  }
  return { stage: 'authorized', captureBeforeMs, pollAtMs: captureBeforeMs }
}

/** Returns the progress that follows from a payment's amount, when no operation has changed it. */
export function plannedProgress(payment: PaymentAtProcessor, clock: SandboxClock): Progress {
  const { known, end } = planFor(payment)
  if (known === 'now') return finalProgress(payment, end, clock)
  if (known === 'later') {
    const pollAtMs = settledAt(payment, clock)
    return clock.nowMs < pollAtMs
      ? { stage: 'processing', pollAtMs }
      : finalProgress(payment, end, clock)
  }
  const pollAtMs = payment.createdAtMs + PAYER_WITHIN_MS
  if (clock.nowMs >= pollAtMs) return { stage: 'cancelled', reason: 'expired' }
  return { stage: 'requires_action', pollAtMs }
}

/**
 * Returns the operation `end` that the payer causes, by a decision or by missing the time limit. Returns undefined when
 * the payment has ended already, or still waits. Store it before reporting it: if a void comes at the same moment, the
 * operation that is stored first counts.
 */
export function endByPayer(
  operations: readonly Operation[],
  payment: PaymentAtProcessor,
  { nowMs }: Pick<SandboxClock, 'nowMs'>,
): Operation | undefined {
  if (operations.some(({ key }) => key === 'end')) return undefined
  const payer = operations.find(({ key }) => key === 'payer')
  if (payer?.kind === 'decline') return { ...payer, key: 'end' }
  if (payer) {
    const { amount, isCapturedByHand } = payment
    return isCapturedByHand ? undefined : { ...payer, key: 'end', kind: 'capture', amount }
  }
  const deadlineMs = payment.createdAtMs + PAYER_WITHIN_MS
  if (planFor(payment).known !== 'from the payer' || nowMs < deadlineMs) return undefined
  return { key: 'end', kind: 'cancel', amount: null, atMs: deadlineMs }
}

/**
 * Returns the progress of a payment. Recorded operations take precedence over the outcome that follows from its amount.
 */
export function progressAfter(
  operations: readonly Operation[],
  payment: PaymentAtProcessor,
  clock: SandboxClock,
): Progress {
  const end = operations.find(({ key }) => key === 'end')
  if (end) return progressOfEnd(end, payment)
  const isApproved = operations.some(({ key }) => key === 'payer')
  return isApproved ? finalProgress(payment, 'paid', clock) : plannedProgress(payment, clock)
}

function progressOfEnd({ kind, amount, atMs }: Operation, payment: PaymentAtProcessor): Progress {
  if (kind === 'decline') return { stage: 'failed', reason: 'authentication_failed' }
  if (kind !== 'cancel') return { stage: 'succeeded', amount: amount ?? payment.amount }
  // An expiry is recorded with the time of the deadline, however late it is found. A later cancellation can only follow
  // an approval.
  const hasExpired =
    planFor(payment).known === 'from the payer' && atMs === payment.createdAtMs + PAYER_WITHIN_MS
  return { stage: 'cancelled', reason: hasExpired ? 'expired' : 'cancelled' }
}
