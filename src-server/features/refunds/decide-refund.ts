import type { RefundRow } from '#db/tables/refund-tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { actorName, inTransaction, type MerchantCtx } from '#server/core/context.ts'
import { audit } from '#server/services/audit/audit.ts'
import { toIso } from '#server/shared/day.ts'
import { LEASE_MS } from '../transactions/settle/settle-due.ts'
import { carryOutRefund } from './carry-out-refund.ts'
import { finishRefund, lockRefund } from './record-refund.ts'
import { findRefund, insertRefundEvent, listRefundEvents, updateRefund } from './refunds.queries.ts'
import { refundOf } from './refunds.rules.ts'
import type { Refund } from './refunds.schema.ts'

const alreadyDecided = () =>
  new AppError('conflict', 'This refund is decided already.', { reason: 'refund_final' })

const noRefund = () => new AppError('not_found', 'There is no such refund.')

/**
 * Locks a refund that waits for an owner's approval.
 * @throws `not_found`, or `conflict` when the refund is already decided.
 */
async function lockWaitingRefund(inner: MerchantCtx, id: string) {
  const refund = await findRefund(inner.db, { merchantId: inner.merchant.id, id })
  if (!refund) throw noRefund()
  const locked = await lockRefund(inner, refund)
  if (locked.row.approval !== 'needed') throw alreadyDecided()
  return locked
}

/** Records an owner's approval of a refund above the staff limits; only then is the processor called. */
export async function approveRefund(ctx: MerchantCtx, { id }: { id: string }): Promise<Refund> {
  const refund = await inTransaction(ctx, async (inner): Promise<RefundRow> => {
    const { db, now } = inner
    const { row } = await lockWaitingRefund(inner, id)
    const { merchantId } = row
    const at = toIso(now())
    const history = await listRefundEvents(db, { merchantId, refundId: id })
    await insertRefundEvent(db, {
      merchantId,
      refundId: id,
      sequence: history.length + 1,
      at,
      type: 'approved',
      status: 'pending',
      reason: null,
      actor: actorName(ctx.actor),
    })
    await audit(inner, { merchantId, action: 'refund.approved', objectId: id })
    inner.publishChange({ merchantId, type: 'refund', action: 'changed', objectId: id })
    return updateRefund(db, row, {
      approval: 'given',
      nextCheckAt: at,
      leasedUntil: toIso(now() + LEASE_MS),
      updatedAt: at,
    })
  })
  return refundOf((await carryOutRefund(ctx, refund)).row)
}

/** Cancels a refund that an owner refuses, which releases the reserved amount. */
export const refuseRefund = (ctx: MerchantCtx, { id }: { id: string }): Promise<Refund> =>
  inTransaction(ctx, async (inner) => {
    const locked = await lockWaitingRefund(inner, id)
    const { merchantId } = locked.row
    await updateRefund(inner.db, locked.row, { approval: 'refused' })
    const row = await finishRefund(
      inner,
      locked,
      { nextCheckAt: null, leasedUntil: null },
      { status: 'cancelled', reason: 'not_approved', actor: actorName(ctx.actor) },
    )
    await audit(inner, { merchantId, action: 'refund.refused', objectId: id })
    return refundOf(row)
  })

/**
 * Cancels a refund whose outcome cannot be read, since the processor no longer accepts the account's API key. If the
 * processor made the refund nevertheless, a later event of the processor records it as made outside Incasso.
 */
export const cancelRefund = (ctx: MerchantCtx, { id }: { id: string }): Promise<Refund> =>
  inTransaction(ctx, async (inner) => {
    const refund = await findRefund(inner.db, { merchantId: inner.merchant.id, id })
    if (!refund) throw noRefund()
    const locked = await lockRefund(inner, refund)
    const { merchantId, status, failureReason } = locked.row
    if (status !== 'pending') throw alreadyDecided()
    if (failureReason !== 'processor_key_invalid') {
      throw new AppError('conflict', 'The processor can be asked about this refund: wait for it.', {
        reason: 'refund_final',
      })
    }
    const row = await finishRefund(
      inner,
      locked,
      { nextCheckAt: null, leasedUntil: null },
      { status: 'cancelled', reason: failureReason, actor: actorName(ctx.actor) },
    )
    await audit(inner, { merchantId, action: 'refund.cancelled', objectId: id })
    return refundOf(row)
  })
