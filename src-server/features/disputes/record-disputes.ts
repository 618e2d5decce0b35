import type { DisputeRow } from '#db/tables/dispute-tables.ts'
import type { TransactionRow } from '#db/tables.ts'
import type { World } from '#server/core/context.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import type { DisputeAtProcessor } from '#server/core/ports/processor.ts'
import { toIso } from '#server/shared/day.ts'
import { findTransactionToChange } from '../transactions/transactions.queries.ts'
import {
  insertDispute,
  listDisputesOf,
  updateDispute,
  updateDisputedAmount,
} from './disputes.queries.ts'
import {
  caseStateOf,
  deadlineOf,
  disputedOf,
  disputeStateOf,
  isClosedStatus,
  withdrawnBy,
} from './disputes.rules.ts'
import { publishDispute } from './publish-dispute.ts'
import { planAcceptance } from './responses/acceptance-rule.ts'

/** A locked payment whose disputes are recorded. `names` replaces the names of an erased customer. */
export type DisputedPayment = {
  merchant: ActingMerchant
  payment: TransactionRow
  names: Pick<TransactionRow, 'customerName' | 'customerEmail'> | undefined
}

/**
 * Stores the disputes of a payment in the state that its processor reports, and the disputed amount of the payment. A
 * report contains the whole current state, so the order in which a processor's events arrive does not matter. A dispute
 * from before the payment's import is stored without events.
 */
export async function recordDisputes(
  inner: World,
  disputed: DisputedPayment,
  reports: readonly DisputeAtProcessor[],
): Promise<void> {
  const { merchantId, id: transactionId, importedAt } = disputed.payment
  const storedRows = await listDisputesOf(inner.db, { merchantId, transactionId })
  for (const report of reports) {
    const before = storedRows.find(({ ref }) => ref === report.ref)
    const isHistorical = report.openedAtMs < Date.parse(importedAt ?? '')
    if (before) await updateReportedDispute(inner, disputed, { before, report, isHistorical })
    else await storeReportedDispute(inner, disputed, { report, isHistorical })
  }
  await storeDisputedAmount(inner, { merchantId, id: transactionId })
}

type ReportedColumns = Pick<
  DisputeRow,
  | 'status'
  | 'state'
  | 'amount'
  | 'reason'
  | 'category'
  | 'networkReason'
  | 'withdrawn'
  | 'fee'
  | 'isRefundable'
  | 'evidenceDueAt'
>

const reportedColumns = (report: DisputeAtProcessor, before?: DisputeRow): ReportedColumns => ({
  status: report.status,
  state: caseStateOf(report),
  amount: report.amount,
  reason: report.reason,
  category: report.category,
  networkReason: report.networkReason,
  withdrawn: withdrawnBy(report),
  // A later report may lack a fee that an earlier one had.
  fee: report.fee ?? before?.fee ?? null,
  isRefundable: report.isRefundable && !isClosedStatus(report.status) ? 1 : 0,
  evidenceDueAt: report.evidenceDueMs === null ? null : toIso(report.evidenceDueMs),
})

const actorOf = ({ processor }: Pick<TransactionRow, 'processor'>) => `processor:${processor}`

type Report = { report: DisputeAtProcessor; isHistorical: boolean }

async function storeReportedDispute(
  inner: World,
  { merchant, payment, names }: DisputedPayment,
  { report, isHistorical }: Report,
): Promise<void> {
  const at = toIso(inner.now())
  const { merchantId, id: transactionId, customerId } = payment
  const { customerName, customerEmail } = names ?? payment
  const isClosed = isClosedStatus(report.status)
  const row: DisputeRow = {
    merchantId,
    id: inner.newId('dsp'),
    transactionId,
    accountId: payment.processorAccountId ?? '',
    ref: report.ref,
    kind: report.kind,
    currency: payment.currency,
    ...reportedColumns(report),
    reference: payment.transactionId,
    customerId,
    customerName,
    customerEmail,
    processor: payment.processor,
    deadline: '',
    submittedAt: report.hasEvidence ? at : null,
    acceptedAt: null,
    closedAt: isClosed ? at : null,
    answer: null,
    answerBy: null,
    answerAt: null,
    nextCheckAt: null,
    leasedUntil: null,
    checkCount: 0,
    answerErrors: 0,
    answerProblem: null,
    createdAt: toIso(report.openedAtMs),
    updatedAt: at,
  }
  row.deadline = deadlineOf(row)
  if (!isHistorical) row.nextCheckAt = await planAcceptance(inner, row, payment)
  await insertDispute(inner.db, row)
  const change = { merchant, row, actor: actorOf(payment), isHistorical }
  await publishDispute(inner, { ...change, type: 'opened' })
  if (isClosed) await publishDispute(inner, { ...change, type: 'closed' })
}

async function updateReportedDispute(
  inner: World,
  { merchant, payment, names }: DisputedPayment,
  { before, report, isHistorical }: Report & { before: DisputeRow },
): Promise<void> {
  const at = toIso(inner.now())
  const isClosed = isClosedStatus(report.status)
  const wasClosed = isClosedStatus(before.status)
  const changed: DisputeRow = {
    ...before,
    ...names,
    ...reportedColumns(report, before),
    submittedAt: submittedAtOf(before, report, at),
    closedAt: isClosed ? (before.closedAt ?? at) : null,
  }
  changed.deadline = deadlineOf(changed)
  if (haveEqualColumns(before, changed)) return
  // An inquiry may have become a chargeback, to which the owner's rule applies.
  if (before.state === 'inquiry' && changed.answer === null) {
    changed.nextCheckAt = await planAcceptance(inner, changed, payment)
  }
  const { merchantId: _, id: __, ...columns } = changed
  const row = await updateDispute(inner.db, before, { ...columns, updatedAt: at })
  const hasEnded = isClosed && (!wasClosed || before.status !== row.status)
  await publishDispute(inner, {
    merchant,
    before,
    row,
    actor: actorOf(payment),
    isHistorical,
    type: hasEnded ? 'closed' : 'updated',
  })
}

/**
 * Returns when the response was sent. When an inquiry becomes a chargeback, the bank expects a response again, even if
 * the inquiry had a response.
 */
function submittedAtOf(
  before: DisputeRow,
  { status, hasEvidence }: DisputeAtProcessor,
  at: string,
): string | null {
  const needsResponse = status === 'needs_response'
  if (needsResponse && before.state === 'inquiry') return null
  return before.submittedAt ?? (hasEvidence && !needsResponse ? at : null)
}

const haveEqualColumns = (before: DisputeRow, after: DisputeRow): boolean =>
  (Object.keys(after) as (keyof DisputeRow)[]).every((column) => before[column] === after[column])

/** Stores a payment's disputed amount and dispute state. */
async function storeDisputedAmount(
  { db, dialect, now, publishChange }: World,
  { merchantId, id }: { merchantId: string; id: string },
): Promise<void> {
  const payment = await findTransactionToChange(db, dialect, { merchantId, id })
  if (!payment) throw new Error('a payment vanished while its disputes were recorded')
  const disputes = await listDisputesOf(db, { merchantId, transactionId: id })
  const amountDisputed = disputedOf(disputes, payment)
  const disputeState = disputeStateOf(disputes)
  const isUnchanged =
    amountDisputed === (payment.amountDisputed ?? 0) &&
    disputeState === (payment.disputeState ?? null)
  if (isUnchanged) return
  await updateDisputedAmount(
    db,
    { merchantId, id },
    { amountDisputed, disputeState, updatedAt: toIso(now()) },
  )
  publishChange({ merchantId, type: 'transaction', action: 'changed', objectId: id })
}
