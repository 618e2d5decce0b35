import type { RefundRow } from '#db/tables/refund-tables.ts'
import { inTransaction, type World } from '#server/core/context.ts'
import { emitEvent, refundEvent } from '#server/services/outbox/emit-event.ts'
import { placesOfRefund } from '#server/services/rollups/places.ts'
import { moveRefund } from '#server/services/rollups/refund-sums.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { paymentNames } from '../customers/customers.rules.ts'
import { holdForOutcome } from '../transactions/settle/record-progress.ts'
import { findTransactionToChange } from '../transactions/transactions.queries.ts'
import type { Answer } from './carry-out-refund.ts'
import { tellPayer } from './mails/tell-payer.ts'
import {
  findRefundToChange,
  insertRefundEvent,
  listRefundEvents,
  moveRefundAmounts,
  updateRefund,
} from './refunds.queries.ts'
import { refundOf } from './refunds.rules.ts'

type Final = {
  status: 'success' | 'failed' | 'cancelled'
  reason: string | null
  actor: string
  /** True for a refund from before the payment's import, which sends no events and no mails. */
  isQuiet?: boolean
}

/**
 * Records the processor's outcome of a refund and returns the updated row. A failed refund stays failed. A successful
 * one may still fail, which gives its amount back to the payment.
 */
export const recordRefund = (world: World, refund: RefundRow, answer: Answer): Promise<RefundRow> =>
  inTransaction(world, async (inner) => {
    const { row, ...held } = await holdRefund(inner, refund)
    const nextCheckAt =
      'askAtMs' in answer && answer.askAtMs !== undefined ? toIso(answer.askAtMs) : null
    const checkCount = answer.status === 'unknown' ? (row.checkCount ?? 0) + 1 : 0
    const free = { leasedUntil: null, checkCount }
    const isOver = row.status === 'failed' || row.status === 'cancelled'
    if (isOver) return row
    const isSame = answer.status === row.status
    const problem = 'problem' in answer ? (answer.problem ?? null) : null
    if (answer.status === 'unknown' || answer.status === 'pending' || isSame) {
      // A refund that succeeded and is then reported as pending stays successful, without a further check.
      const isGoingBack = row.status === 'success' && answer.status === 'pending'
      if (row.status === 'pending' && row.failureReason !== problem) {
        const { merchantId, id: objectId } = row
        inner.noteChange({ merchantId, type: 'refund', action: 'changed', objectId })
      }
      return updateRefund(inner.db, row, {
        ...held.names,
        ...free,
        ...(row.status === 'pending' && { failureReason: problem }),
        nextCheckAt: isGoingBack ? null : (nextCheckAt ?? null),
      })
    }
    return finish(
      inner,
      { row, ...held },
      { ...free, nextCheckAt },
      {
        status: answer.status,
        reason: answer.status === 'failed' ? answer.reason : null,
        actor: `processor:${row.processor}`,
      },
    )
  })

export type HeldRefund = Awaited<ReturnType<typeof holdRefund>>

/** Locks merchant, customer, payment and refund until the transaction ends, in the common lock order. */
export async function holdRefund(
  inner: World,
  { merchantId, id, customerId, transactionId }: RefundRow,
) {
  const { db, dialect } = inner
  const { merchant, erased } = await holdForOutcome(inner, { merchantId, customerId })
  await findTransactionToChange(db, dialect, { merchantId, id: transactionId })
  const row = await findRefundToChange(db, dialect, { merchantId, id })
  if (!row) throw new Error('a refund vanished')
  return { merchant, row, names: erased && paymentNames(erased) }
}

/** Makes a refund final, or turns a successful one into a failed one. Updates the payment's amounts and all sums. */
export async function finish(
  inner: World,
  { merchant, row: before, names }: HeldRefund,
  check: Pick<RefundRow, 'nextCheckAt' | 'leasedUntil'> & { checkCount?: number },
  { status, reason, actor, isQuiet = false }: Final,
): Promise<RefundRow> {
  const { db, now, noteChange } = inner
  const at = toIso(now())
  const { merchantId, id: refundId, transactionId, amount } = before
  const row = await updateRefund(db, before, {
    ...names,
    ...check,
    status,
    failureReason: reason,
    updatedAt: at,
    settledAt: before.settledAt ?? (isQuiet ? before.createdAt : at),
  })
  await moveRefundAmounts(
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
  await moveRefund(inner, { before, after: row }, placesOfRefund(merchant, row))
  if (!isQuiet) {
    const type = status === 'success' ? 'refund.completed' : 'refund.failed'
    await emitEvent(inner, refundEvent(row, type, refundOf(row)))
    await tellPayer(inner, { merchant, before, row, isErased: names !== undefined })
  }
  noteChange({ merchantId, type: 'refund', action: 'changed', objectId: refundId })
  noteChange({ merchantId, type: 'transaction', action: 'changed', objectId: transactionId })
  return row
}
