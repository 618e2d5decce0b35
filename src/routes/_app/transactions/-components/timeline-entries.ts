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

/** A payment's events, what became of the tries to have its money, and its refunds, as they happened. */
export function entriesOf(
  { events }: Pick<TransactionDetail, 'events'>,
  money: PaymentMoney | undefined,
): TimelineEntry[] {
  const entries: TimelineEntry[] = [
    ...events.map((event) => ({ kind: 'event' as const, at: event.at, event })),
    ...(money?.attempts ?? [])
      .filter((attempt) => tellsMore(attempt, events))
      .map((attempt) => ({ kind: 'attempt' as const, at: attempt.endedAt ?? attempt.at, attempt })),
    ...(money?.refunds ?? []).map((refund) => ({
      kind: 'refund' as const,
      at: refund.createdAt,
      refund,
    })),
  ]
  // The order within the same instant stays: what the payment is comes before what is done with it.
  return entries.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

/** An attempt that ended the payment is told by the payment's own event. */
function tellsMore({ outcome, endedAt }: Attempt, events: readonly TransactionEvent[]): boolean {
  if (outcome === null || outcome === 'succeeded') return false
  if (outcome === 'authorized') return true
  return !events.some(({ status, at }) => status === 'failed' && at === endedAt)
}
