import type { DisputeRow, DisputeState, DisputeStatus } from '#db/tables/refund-tables.ts'
import type { TransactionRow } from '#db/tables.ts'
import { decimalFromMinor, type Minor } from '#server/shared/money/money.ts'
import { type Dispute, Dispute as DisputeShape } from './disputes.schema.ts'

/** The bank has taken the money while it decides, or for good. */
const withdrawing: ReadonlySet<DisputeStatus> = new Set(['needs_response', 'under_review', 'lost'])

/** The most pressing first. A warning that came to nothing says nothing of a payment. */
const states: readonly [DisputeState, readonly DisputeStatus[]][] = [
  ['needs_response', ['needs_response']],
  ['under_review', ['under_review']],
  ['warning', ['warning_needs_response', 'warning_under_review']],
  ['lost', ['lost']],
  ['won', ['won']],
]

/** What all disputes of a payment come to, in one word. */
export const disputeStateOf = (disputes: readonly Pick<DisputeRow, 'status'>[]) =>
  states.find(([, statuses]) => disputes.some(({ status }) => statuses.includes(status)))?.[0] ??
  null

/** Sums what banks have taken by these disputes. */
export const withdrawnOf = (disputes: readonly Pick<DisputeRow, 'status' | 'amount'>[]): Minor =>
  disputes.reduce((sum, { status, amount }) => sum + (withdrawing.has(status) ? amount : 0), 0)

/** What banks have taken of a payment: never more of it than refunds have left. */
export function disputedOf(
  disputes: readonly Pick<DisputeRow, 'status' | 'amount'>[],
  payment: Pick<TransactionRow, 'amount' | 'amountRefunded' | 'amountRefunding'>,
): Minor {
  const left = payment.amount - (payment.amountRefunded ?? 0) - (payment.amountRefunding ?? 0)
  return Math.min(withdrawnOf(disputes), Math.max(left, 0))
}

export const disputeOf = (row: DisputeRow): Dispute => ({
  id: row.id,
  kind: row.kind,
  status: row.status,
  amount: decimalFromMinor(row.amount),
  currency: DisputeShape.shape.currency.parse(row.currency),
  reason: row.reason,
  evidenceDueAt: row.evidenceDueAt,
  openedAt: row.openedAt,
  updatedAt: row.updatedAt,
})
