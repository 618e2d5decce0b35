import type { DisputeRow, DisputeState, DisputeStatus } from '#db/tables/refund-tables.ts'
import type { TransactionRow } from '#db/tables.ts'
import { decimalFromMinor, type Minor } from '#server/shared/money/money.ts'
import { type Dispute, Dispute as DisputeShape } from './disputes.schema.ts'

/** Statuses in which the bank has withdrawn the money, either until it decides or for good. */
const withdrawnStatuses: ReadonlySet<DisputeStatus> = new Set([
  'needs_response',
  'under_review',
  'lost',
])

/** States, the most urgent first. A warning that was closed without consequences gives the payment no state. */
const states: readonly [DisputeState, readonly DisputeStatus[]][] = [
  ['needs_response', ['needs_response']],
  ['under_review', ['under_review']],
  ['warning', ['warning_needs_response', 'warning_under_review']],
  ['lost', ['lost']],
  ['won', ['won']],
]

/** Returns the most urgent state of a payment's disputes; null if there is none. */
export const disputeStateOf = (disputes: readonly Pick<DisputeRow, 'status'>[]) =>
  states.find(([, statuses]) => disputes.some(({ status }) => statuses.includes(status)))?.[0] ??
  null

/** Returns the total that banks have withdrawn through these disputes. */
export const withdrawnOf = (disputes: readonly Pick<DisputeRow, 'status' | 'amount'>[]): Minor =>
  disputes.reduce(
    (sum, { status, amount }) => sum + (withdrawnStatuses.has(status) ? amount : 0),
    0,
  )

/** Returns a payment's disputed amount: never more than refunds have left of the payment. */
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
