import type { RefundRow } from '#db/tables/refund-tables.ts'
import { inTransaction, type World } from '#server/core/context.ts'
import { endNotices, raiseNotice } from '#server/services/notices/raise-notice.ts'
import { createRefundEvent, emitEvent } from '#server/services/outbox/emit-event.ts'
import { positionsOfRefund } from '#server/services/rollups/calendar-positions.ts'
import { updateRefundSums } from '#server/services/rollups/refund-sums.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { decimalFromMinor } from '#server/shared/money/money.ts'
import { NoticeFacts } from '#server/shared/notices/notice-kind.ts'
import { nameColumnsOf } from '../customers/customers.rules.ts'
import { scheduleChecks } from '../disputes/checks.queries.ts'
import { listDisputesOf } from '../disputes/disputes.queries.ts'
import { lockForOutcome } from '../transactions/settle/record-progress.ts'
import { findTransactionToChange } from '../transactions/transactions.queries.ts'
import type { ReportedOutcome } from './carry-out-refund.ts'
import { mailPayer } from './mails/mail-payer.ts'
import {
  addToRefundAmounts,
  findRefundToChange,
  insertRefundEvent,
  listRefundEvents,
  listRefundsOf,
  updateRefund,
} from './refunds.queries.ts'
import { refundOf } from './refunds.rules.ts'

type FinalOutcome = {
  status: 'success' | 'failed' | 'cancelled'
  reason: string | null
  actor: string
  /** True for a refund from before the payment's import, which sends no events and no mails. */
  isHistorical?: boolean
}

/**
 * Records the processor's outcome of a refund and returns the updated row. A failed refund stays failed. A successful
 * one may still fail, which gives its amount back to the payment.
 */
export const recordRefund = (
  world: World,
  refund: RefundRow,
  outcome: ReportedOutcome,
): Promise<RefundRow> =>
  inTransaction(world, async (inner) => {
    const { row, ...locked } = await lockRefund(inner, refund)
    const nextCheckAt =
      'pollAtMs' in outcome && outcome.pollAtMs !== undefined ? toIso(outcome.pollAtMs) : null
    const checkCount = outcome.status === 'unknown' ? (row.checkCount ?? 0) + 1 : 0
    const leaseColumns = { leasedUntil: null, checkCount }
    const isFinal = row.status === 'failed' || row.status === 'cancelled'
    if (isFinal) return row
    const isUnchanged = outcome.status === row.status
    const problem = 'problem' in outcome ? (outcome.problem ?? null) : null
    if (outcome.status === 'unknown' || outcome.status === 'pending' || isUnchanged) {
      // A refund that succeeded and is then reported as pending stays successful, without a further check.
      const isRegression = row.status === 'success' && outcome.status === 'pending'
      if (row.status === 'pending' && row.failureReason !== problem) {
        const { merchantId, id: objectId } = row
        inner.publishChange({ merchantId, type: 'refund', action: 'changed', objectId })
      }
      return updateRefund(inner.db, row, {
        ...locked.names,
        ...leaseColumns,
        ...(row.status === 'pending' && { failureReason: problem }),
        nextCheckAt: isRegression ? null : (nextCheckAt ?? null),
      })
    }
    return finishRefund(
      inner,
      { row, ...locked },
      { ...leaseColumns, nextCheckAt },
      {
        status: outcome.status,
        reason: outcome.status === 'failed' ? outcome.reason : null,
        actor: `processor:${row.processor}`,
      },
    )
  })

export type LockedRefund = Awaited<ReturnType<typeof lockRefund>>

/**
 * Locks merchant, customer, payment and refund until the transaction ends, in the common lock order. `names` replaces
 * the customer's name and e-mail address in the refund; undefined unless the customer was erased.
 */
export async function lockRefund(
  inner: World,
  { merchantId, id, customerId, transactionId }: RefundRow,
) {
  const { db, dialect } = inner
  const { merchant, erased } = await lockForOutcome(inner, { merchantId, customerId })
  const payment = await findTransactionToChange(db, dialect, { merchantId, id: transactionId })
  const row = await findRefundToChange(db, dialect, { merchantId, id })
  if (!row) throw new Error('a refund vanished')
  return { merchant, row, shopId: payment?.shopId, names: erased && nameColumnsOf(erased) }
}

/** Makes a refund final, or turns a successful one into a failed one. Updates the payment's amounts and all sums. */
export async function finishRefund(
  inner: World,
  { merchant, row: before, shopId, names }: LockedRefund,
  check: Pick<RefundRow, 'nextCheckAt' | 'leasedUntil'> & { checkCount?: number },
  { status, reason, actor, isHistorical = false }: FinalOutcome,
): Promise<RefundRow> {
  const { db, now, publishChange } = inner
  const at = toIso(now())
  const { merchantId, id: refundId, transactionId, amount } = before
  const row = await updateRefund(db, before, {
    ...names,
    ...check,
    status,
    failureReason: reason,
    updatedAt: at,
    settledAt: before.settledAt ?? (isHistorical ? before.createdAt : at),
  })
  await addToRefundAmounts(
    db,
    { merchantId, id: transactionId },
    {
      refunding: before.status === 'pending' ? -amount : 0,
      refunded: status === 'success' ? amount : before.status === 'success' ? -amount : 0,
      at,
    },
  )
  const history = await listRefundEvents(db, { merchantId, refundId })
  await insertRefundEvent(db, {
    merchantId,
    refundId,
    sequence: history.length + 1,
    at,
    type: 'status_changed',
    status,
    reason,
    actor,
  })
  await updateRefundSums(inner, { before, after: row }, positionsOfRefund(merchant, row))
  if (!isHistorical) {
    const type = status === 'success' ? 'refund.completed' : 'refund.failed'
    await emitEvent(inner, createRefundEvent({ ...row, shopId }, type, refundOf(row)))
    await mailPayer(inner, { merchant, before, row, isErased: names !== undefined })
    await updateFailureNotices(inner, row)
  }
  if (status === 'success') await rereadDisputes(inner, row)
  publishChange({ merchantId, type: 'refund', action: 'changed', objectId: refundId })
  publishChange({ merchantId, type: 'transaction', action: 'changed', objectId: transactionId })
  return row
}

/** Notifies members of a failed refund, until a later refund of the payment succeeds. */
async function updateFailureNotices(
  inner: World,
  { merchantId, id: objectId, transactionId, reference, status, ...refund }: RefundRow,
): Promise<void> {
  if (status === 'failed') {
    const amount = decimalFromMinor(refund.amount)
    const facts = NoticeFacts.parse({ amount, currency: refund.currency, reference })
    await raiseNotice(inner, { merchantId, kind: 'refund_failed', objectId, facts })
    return
  }
  if (status !== 'success') return
  for (const other of await listRefundsOf(inner.db, { merchantId, transactionId })) {
    if (other.status !== 'failed') continue
    await endNotices(inner, { merchantId, objectId: other.id, kinds: ['refund_failed'] })
  }
}

/** A refund may end an inquiry or a warning. A processor without accounts sends no notification of that. */
async function rereadDisputes(
  { db, now }: World,
  { merchantId, transactionId, processorAccountId }: RefundRow,
): Promise<void> {
  if (processorAccountId !== null) return
  const disputes = await listDisputesOf(db, { merchantId, transactionId })
  if (disputes.every(({ closedAt }) => closedAt !== null)) return
  await scheduleChecks(db, [{ merchantId, id: transactionId }], toIso(now()))
}
