import { inTransaction, type MerchantCtx } from '#server/core/context.ts'
import { lockMerchant } from '#server/features/merchants/lock-merchant.ts'
import { audit, diffFields } from '#server/services/audit/audit.ts'
import { toIso } from '#server/shared/day.ts'
import type { DisputeSettings } from '../disputes.schema.ts'
import { findDisputeSettings, saveDisputeSettings } from './dispute-settings.queries.ts'

/** Lets staff answer disputes, or takes the right away. Writes no audit entry when nothing changes. */
export const changeDisputeSettings = (
  ctx: MerchantCtx,
  { staffMayAnswer }: DisputeSettings,
): Promise<DisputeSettings> =>
  inTransaction(ctx, async (trx) => {
    const inner = await lockMerchant(trx)
    const merchantId = ctx.merchant.id
    const before = await findDisputeSettings(inner.db, { merchantId })
    if (before.staffMayAnswer === staffMayAnswer) return before
    const after = { staffMayAnswer }
    await saveDisputeSettings(inner.db, { merchantId }, { ...after, updatedAt: toIso(ctx.now()) })
    const action = 'merchant.updated'
    await audit(inner, { merchantId, action, objectId: merchantId, ...diffFields(before, after) })
    return after
  })
