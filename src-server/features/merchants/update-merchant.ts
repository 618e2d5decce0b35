import { inTransaction, type MerchantCtx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { toIso } from '../../shared/day.ts'
import { audit, changed } from '../audit/audit.ts'
import { rebuildRollups } from '../rollups/rebuild-rollups.ts'
import { holdMerchantRow, updateMerchantRow } from './merchants.queries.ts'
import { merchantOf } from './merchants.rules.ts'
import type { Merchant, UpdateMerchant } from './merchants.schema.ts'

/**
 * Changes the business profile. Another zone moves payments to other business days, and another
 * reporting currency asks for other customer totals, so both rebuild the sums in the same transaction.
 */
export function updateMerchant(ctx: MerchantCtx, input: UpdateMerchant): Promise<Merchant> {
  return inTransaction(ctx, async (inner) => {
    const { id: merchantId } = ctx.merchant
    // Held before it is read: whether the zone changes is asked of what is there now.
    const before = await holdMerchantRow(inner.db, {
      dialect: ctx.dialect,
      merchantId,
      hold: 'change',
    })
    const after = await updateMerchantRow(
      inner.db,
      { merchantId },
      { ...input, updatedAt: toIso(ctx.now()) },
    )
    if (!before || !after) throw new AppError('not_found', 'There is no such merchant.')
    if (before.timezone !== after.timezone || before.currency !== after.currency) {
      await rebuildRollups(inner, after)
    }
    const { updatedAt: _before, ...old } = merchantOf(before)
    const { updatedAt: _after, ...now } = merchantOf(after)
    await audit(inner, {
      merchantId,
      action: 'merchant.updated',
      objectId: merchantId,
      ...changed(old, now),
    })
    inner.noteChange({ merchantId, type: 'merchant', action: 'changed', objectId: merchantId })
    return merchantOf(after)
  })
}
