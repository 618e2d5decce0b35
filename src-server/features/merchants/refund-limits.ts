import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction, type MerchantCtx } from '#server/core/context.ts'
import type { StaffRefunds } from '#server/core/merchant.ts'
import { audit, diffFields } from '#server/services/audit/audit.ts'
import { decimalFromMinor, minorFromDecimal } from '#server/shared/money/money.ts'
import { lockMerchantRow, updateMerchantRow } from './merchants.queries.ts'
import { actingMerchantOf } from './merchants.rules.ts'
import type { ChangeRefundLimits, RefundLimits } from './merchants.schema.ts'

const decimalOf = (minor: number | null) => (minor === null ? null : decimalFromMinor(minor))

/** Returns the limits of refunds by staff without an owner's approval, in decimals. */
export const refundLimitsOf = ({ staffRefunds }: { staffRefunds: StaffRefunds }): RefundLimits => ({
  currency: staffRefunds.currency,
  staffRefundLimit: decimalOf(staffRefunds.limit),
  staffRefundDayLimit: decimalOf(staffRefunds.dayLimit),
})

/** Undefined keeps a limit, null removes it. */
const minorOf = (text: string | null | undefined) =>
  text === undefined || text === null ? text : minorFromDecimal(text)

/**
 * Sets the limits of refunds by staff without an owner's approval. Refunds that wait for an owner keep waiting. New
 * limits have the currency of the existing limits, or else the current reporting currency.
 */
export const changeRefundLimits = (
  ctx: MerchantCtx,
  input: ChangeRefundLimits,
): Promise<RefundLimits> =>
  inTransaction(ctx, async (inner) => {
    const { db, dialect } = inner
    const where = { merchantId: ctx.merchant.id }
    const before = await lockMerchantRow(db, { ...where, dialect, hold: 'team' })
    if (!before) throw new AppError('not_found', 'There is no such merchant.')
    const perRefund = minorOf(input.staffRefundLimit)
    const perDay = minorOf(input.staffRefundDayLimit)
    const hasNoLimits =
      (perRefund === undefined ? before.staffRefundLimit : perRefund) === null &&
      (perDay === undefined ? before.staffRefundDayLimit : perDay) === null
    const after = await updateMerchantRow(db, where, {
      staffRefundLimit: perRefund,
      staffRefundDayLimit: perDay,
      staffRefundCurrency: hasNoLimits ? null : (before.staffRefundCurrency ?? before.currency),
      // An UPDATE needs at least one column.
      updatedAt: before.updatedAt,
    })
    if (!after) throw new AppError('not_found', 'There is no such merchant.')
    const limits = refundLimitsOf(actingMerchantOf(after))
    await audit(inner, {
      merchantId: where.merchantId,
      action: 'merchant.updated',
      objectId: where.merchantId,
      ...diffFields(refundLimitsOf(actingMerchantOf(before)), limits),
    })
    inner.publishChange({
      merchantId: where.merchantId,
      type: 'merchant',
      action: 'changed',
      objectId: where.merchantId,
    })
    return limits
  })
