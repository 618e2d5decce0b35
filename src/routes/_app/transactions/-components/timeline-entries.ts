import type { PaymentMoney, PaymentRefund } from '#client/features/refunds/use-payment-money.ts'
import type {
  TransactionDetail,
  TransactionEvent,
} from '#server/features/transactions/transactions.schema.ts'

type Attempt = PaymentMoney['attempts'][number]

export type TimelineEntry = { at: string } & (
  | { kind: 'event'; event: TransactionEvent }
  | { kind: 'attempt'; attempt: Attempt }
  | { kind: 'refund'; refund: PaymentRefund }
)

/** Returns a payment's events, the outcomes of its attempts, and its refunds, in chronological order. */
export function entriesOf(
  { events }: Pick<TransactionDetail, 'events'>,
  money: PaymentMoney | undefined,
): TimelineEntry[] {
  const entries: TimelineEntry[] = [
    ...events.map((event) => ({ kind: 'event' as const, at: event.at, event })),
    ...(money?.attempts ?? [])
      .filter((attempt) => addsOutcome(attempt, events))
      .map((attempt) => ({ kind: 'attempt' as const, at: attempt.endedAt ?? attempt.at, attempt })),
    ...(money?.refunds ?? []).map((refund) => ({
      kind: 'refund' as const,
      at: refund.createdAt,
      refund,
    })),
  ]
  // The sort is stable: at the same instant, events come before attempts and refunds.
  return entries.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

/** Returns false for an attempt whose outcome the payment's own event already shows. */
function addsOutcome({ outcome, endedAt }: Attempt, events: readonly TransactionEvent[]): boolean {
  if (outcome === null || outcome === 'succeeded') return false
  if (outcome === 'authorized') return true
  return !events.some(({ status, at }) => status === 'failed' && at === endedAt)
}
