import type { DisputeRow } from '#db/tables/dispute-tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import type { MerchantCtx, World } from '#server/core/context.ts'
import type { Role } from '#server/core/merchant.schema.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import { lockForOutcome } from '#server/features/transactions/settle/record-progress.ts'
import { findTransactionToChange } from '#server/features/transactions/transactions.queries.ts'
import { findDispute, findDisputeToChange } from '../disputes.queries.ts'
import { findDisputeSettings } from './dispute-settings.queries.ts'

export type ResponderCtx = MerchantCtx & { role: Role }

export type LockedDispute = { merchant: ActingMerchant; row: DisputeRow }

/**
 * Locks a dispute until the transaction ends. Locks its merchant, customer and payment first.
 * @throws `not_found` when this merchant has no such dispute.
 */
export async function lockDispute(
  inner: World,
  where: { merchantId: string; id: string },
): Promise<LockedDispute> {
  const { db, dialect } = inner
  const unlocked = await findDispute(db, where)
  if (!unlocked) throw new AppError('not_found', 'There is no such dispute.')
  const { merchantId, customerId, transactionId } = unlocked
  const { merchant } = await lockForOutcome(inner, { merchantId, customerId })
  await findTransactionToChange(db, dialect, { merchantId, id: transactionId })
  const row = await findDisputeToChange(db, dialect, where)
  if (!row) throw new Error('a dispute vanished')
  return { merchant, row }
}

/** Returns true for callers who may respond to disputes, and who may therefore read the evidence. */
export async function mayRespond({ db, role, actor, merchant }: ResponderCtx): Promise<boolean> {
  if (actor.type === 'key') return actor.scopes.includes('disputes')
  if (role === 'owner') return true
  const { staffMayAnswer } = await findDisputeSettings(db, { merchantId: merchant.id })
  return staffMayAnswer
}

/**
 * Throws unless the caller may read and write responses to disputes. Owners may, and staff while an owner allows it. A
 * key's scope has already been checked.
 */
export async function assertMayRespond(ctx: ResponderCtx): Promise<void> {
  if (await mayRespond(ctx)) return
  throw new AppError(
    'forbidden',
    'Only owners may respond to disputes, and staff if an owner allows it in the settings.',
    { reason: 'owner_only' },
  )
}
