import type { MerchantCtx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { holdMerchantRow } from './merchants.queries.ts'
import { merchantOf } from './merchants.rules.ts'

/**
 * The same context with the merchant as it is now, whose zone and reporting currency stay so until the
 * transaction ends. Whatever adds to the sums begins with it: the request may have read the merchant
 * before somebody changed its zone, and a payment would be counted on a day that is no longer its own.
 */
export async function holdMerchant<C extends MerchantCtx>(ctx: C): Promise<C> {
  const row = await holdMerchantRow(ctx.db, {
    dialect: ctx.dialect,
    merchantId: ctx.merchant.id,
    hold: 'settings',
  })
  if (!row) throw new AppError('not_found', 'There is no such merchant.')
  return { ...ctx, merchant: merchantOf(row) }
}
