import { inTransaction, type MerchantCtx } from '#server/core/context.ts'
import { AppError } from '#server/core/errors.ts'
import type { StaffRefunds } from '#server/core/merchant.ts'
import { audit, changed } from '#server/services/audit/audit.ts'
import { type Currency, decimalFromMinor, minorFromDecimal } from '#server/shared/money.ts'
import { holdMerchantRow, updateMerchantRow } from './merchants.queries.ts'
import { actingMerchantOf } from './merchants.rules.ts'
import type { ChangeRefundLimits, RefundLimits } from './merchants.schema.ts'

const decimal = (minor: number | null) => (minor === null ? null : decimalFromMinor(minor))

/** What staff refund without asking, as the doors show it. */
export const refundLimitsOf = ({
  currency,
  staffRefunds,
}: {
  currency: Currency
  staffRefunds: StaffRefunds
}): RefundLimits => ({
  currency,
  staffRefundLimit: decimal(staffRefunds.limit),
  staffRefundDayLimit: decimal(staffRefunds.dayLimit),
})

/** Absent stays as it is, null is none. */
const minorOf = (text: string | null | undefined) =>
  text === undefined || text === null ? text : minorFromDecimal(text)

/** Sets what staff refund without asking. Refunds that wait for an owner go on waiting. */
export const changeRefundLimits = (
  ctx: MerchantCtx,
  input: ChangeRefundLimits,
): Promise<RefundLimits> =>
  inTransaction(ctx, async (inner) => {
    const { db, dialect } = inner
    const where = { merchantId: ctx.merchant.id }
    const before = await holdMerchantRow(db, { ...where, dialect, hold: 'team' })
    if (!before) throw new AppError('not_found', 'There is no such merchant.')
    const after = await updateMerchantRow(db, where, {
      staffRefundLimit: minorOf(input.staffRefundLimit),
      staffRefundDayLimit: minorOf(input.staffRefundDayLimit),
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
