import type {
  DisputeCaseState,
  DisputeEventRow,
  DisputeRow,
  DisputeState,
  DisputeStatus,
} from '#db/tables/dispute-tables.ts'
import type { TransactionRow } from '#db/tables.ts'
import { toIso } from '#server/shared/day.ts'
import { decimalFromMinor, type Minor } from '#server/shared/money/money.ts'
import { DisputeReason } from './dispute-enums.schema.ts'
import { type Dispute, type DisputeEvent, Dispute as DisputeShape } from './disputes.schema.ts'
import {
  type PaymentDispute,
  PaymentDispute as PaymentDisputeShape,
} from './payment-disputes.schema.ts'

/** Statuses in which the bank has withdrawn the money, provisionally or finally. */
const withdrawnStatuses: ReadonlySet<DisputeStatus> = new Set([
  'needs_response',
  'under_review',
  'lost',
])

const closedStatuses: ReadonlySet<DisputeStatus> = new Set(['warning_closed', 'won', 'lost'])

/** Returns true when the bank has decided the dispute, or has ended its inquiry or warning. */
export const isClosedStatus = (status: DisputeStatus): boolean => closedStatuses.has(status)

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

/** Returns the state of one dispute, as lists show it. */
export function caseStateOf({
  kind,
  status,
}: Pick<DisputeRow, 'kind' | 'status'>): DisputeCaseState {
  if (kind === 'fraud_warning') return 'warning'
  switch (status) {
    case 'warning_needs_response':
    case 'warning_under_review':
    case 'warning_closed':
      return 'inquiry'
    default:
      return status
  }
}

/**
 * Returns the money that the bank has withdrawn through a dispute. The processor's figure takes precedence over the
 * disputed amount, since a bank may withdraw more. Money of a won dispute counts as returned, even before it arrives.
 */
export const withdrawnBy = ({
  status,
  amount,
  taken = 0,
}: Pick<DisputeRow, 'status' | 'amount'> & { taken?: Minor | undefined }): Minor => {
  if (!withdrawnStatuses.has(status)) return 0
  return taken > 0 ? taken : amount
}

/** Returns the total that banks have withdrawn through these disputes. */
export const withdrawnOf = (disputes: readonly Pick<DisputeRow, 'withdrawn'>[]): Minor =>
  disputes.reduce((sum, { withdrawn }) => sum + withdrawn, 0)

/** Returns a payment's disputed amount, at most what remains of the payment after its refunds. */
export function disputedOf(
  disputes: readonly Pick<DisputeRow, 'withdrawn'>[],
  payment: Pick<TransactionRow, 'amount' | 'amountRefunded' | 'amountRefunding'>,
): Minor {
  const remaining = payment.amount - (payment.amountRefunded ?? 0) - (payment.amountRefunding ?? 0)
  return Math.min(withdrawnOf(disputes), Math.max(remaining, 0))
}

type ResponseColumns = Pick<
  DisputeRow,
  'kind' | 'status' | 'evidenceDueAt' | 'submittedAt' | 'acceptedAt' | 'answer'
>

/** Returns true while the bank waits for a response, and none was sent or is on its way. */
export const awaitsResponse = (row: ResponseColumns): boolean =>
  row.kind === 'dispute' &&
  row.status.endsWith('needs_response') &&
  row.submittedAt === null &&
  row.acceptedAt === null &&
  row.answer === null

/** Returns true while evidence can still be sent: the bank waits for it, and its deadline has not passed. */
export const canRespond = (row: ResponseColumns, nowMs: number): boolean =>
  awaitsResponse(row) && row.evidenceDueAt !== null && nowMs < Date.parse(row.evidenceDueAt)

/** Returns true while the merchant can still accept the loss. An inquiry has withdrawn nothing that could be lost. */
export const canAccept = (row: ResponseColumns): boolean =>
  awaitsResponse(row) && row.status === 'needs_response'

const LAST_INSTANT_MS = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Returns the sort value `deadline`: the real deadline while a response is due. Any other dispute gets a time in the
 * far future, earlier for newer disputes, so that one index sorts all disputes by urgency.
 */
export const deadlineOf = (row: ResponseColumns & Pick<DisputeRow, 'createdAt'>): string =>
  awaitsResponse(row) && row.evidenceDueAt !== null
    ? row.evidenceDueAt
    : toIso(LAST_INSTANT_MS - Date.parse(row.createdAt))

/** Returns a dispute as the two APIs show it. */
export const disputeOf = (row: DisputeRow): Dispute => ({
  id: row.id,
  transactionId: row.transactionId,
  reference: row.reference,
  customerName: row.customerName,
  customerEmail: row.customerEmail,
  amount: decimalFromMinor(row.amount),
  currency: DisputeShape.shape.currency.parse(row.currency),
  withdrawn: decimalFromMinor(row.withdrawn),
  fee: row.fee === null ? null : decimalFromMinor(row.fee),
  reason: DisputeReason.parse(row.category),
  networkReason: row.networkReason,
  state: row.state,
  isRefundable: row.isRefundable === 1,
  evidenceDueAt: row.evidenceDueAt,
  submittedAt: row.submittedAt,
  acceptedAt: row.acceptedAt,
  closedAt: row.closedAt,
  createdAt: row.createdAt,
  processor: row.processor,
})

export const disputeEventOf = ({ at, type, state, actor }: DisputeEventRow): DisputeEvent => ({
  at,
  type,
  state,
  actor,
})

/** Returns a dispute as the page of its payment shows it. */
export const paymentDisputeOf = (row: DisputeRow): PaymentDispute => ({
  id: row.id,
  kind: row.kind,
  status: row.status,
  amount: decimalFromMinor(row.amount),
  currency: PaymentDisputeShape.shape.currency.parse(row.currency),
  reason: row.reason,
  evidenceDueAt: row.evidenceDueAt,
  openedAt: row.createdAt,
  updatedAt: row.updatedAt,
})
