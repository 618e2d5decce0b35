import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction, type MerchantCtx } from '#server/core/context.ts'
import type { StaffRefunds } from '#server/core/merchant.ts'
import { audit, changed } from '#server/services/audit/audit.ts'
import { decimalFromMinor, minorFromDecimal } from '#server/shared/money/money.ts'
import { holdMerchantRow, updateMerchantRow } from './merchants.queries.ts'
import { actingMerchantOf } from './merchants.rules.ts'
import type { ChangeRefundLimits, RefundLimits } from './merchants.schema.ts'

const decimal = (minor: number | null) => (minor === null ? null : decimalFromMinor(minor))

/** What staff refund without asking, as the doors show it. */
export const refundLimitsOf = ({ staffRefunds }: { staffRefunds: StaffRefunds }): RefundLimits => ({
  currency: staffRefunds.currency,
  staffRefundLimit: decimal(staffRefunds.limit),
  staffRefundDayLimit: decimal(staffRefunds.dayLimit),
})

/** Absent stays as it is, null is none. */
const minorOf = (text: string | null | undefined) =>
  text === undefined || text === null ? text : minorFromDecimal(text)

/**
 * Sets what staff refund without asking. Refunds that wait for an owner go on waiting. Where there were limits, theirs is
 * the currency of the new ones; else it is the reporting currency of now.
 */
export const changeRefundLimits = (
  ctx: MerchantCtx,
  input: ChangeRefundLimits,
): Promise<RefundLimits> =>
  inTransaction(ctx, async (inner) => {
    const { db, dialect } = inner
    const where = { merchantId: ctx.merchant.id }
    const before = await holdMerchantRow(db, { ...where, dialect, hold: 'team' })
    if (!before) throw new AppError('not_found', 'There is no such merchant.')
    const one = minorOf(input.staffRefundLimit)
    const day = minorOf(input.staffRefundDayLimit)
    const isNone =
      (one === undefined ? before.staffRefundLimit : one) === null &&
      (day === undefined ? before.staffRefundDayLimit : day) === null
    const after = await updateMerchantRow(db, where, {
      staffRefundLimit: one,
      staffRefundDayLimit: day,
      staffRefundCurrency: isNone ? null : (before.staffRefundCurrency ?? before.currency),
      // A statement without a column would be none.
      updatedAt: before.updatedAt,
    })
    if (!after) throw new AppError('not_found', 'There is no such merchant.')
    const limits = refundLimitsOf(actingMerchantOf(after))
    await audit(inner, {
      merchantId: where.merchantId,
      action: 'merchant.updated',
      objectId: where.merchantId,
      ...changed(refundLimitsOf(actingMerchantOf(before)), limits),
    })
    inner.noteChange({
      merchantId: where.merchantId,
      type: 'merchant',
      action: 'changed',
      objectId: where.merchantId,
    })
    return limits
  })
