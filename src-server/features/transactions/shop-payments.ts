import { AppError } from '#server/core/calls/errors.ts'
import { type MerchantCtx, shopIdOf } from '#server/core/context.ts'
import { findTransaction } from './transactions.queries.ts'

/**
 * Confines API keys with the scope `shop` to the payments that their shop made; callers without that scope pass. The
 * parameter `key` is the payment's id or reference.
 * @throws AppError `not_found` for any other payment
 */
export async function assertOwnPayment(
  { actor, db, merchant }: Pick<MerchantCtx, 'actor' | 'db' | 'merchant'>,
  key: string,
): Promise<void> {
  const shopId = shopIdOf(actor)
  if (!shopId) return
  const payment = await findTransaction(db, { merchantId: merchant.id, key })
  if (payment?.shopId !== shopId) {
    throw new AppError('not_found', 'There is no such transaction.')
  }
}

/**
 * Confines API keys with the scope `shop` to the refunds of one payment, which they must name. Returns the filter, which
 * matches nothing for another caller's payment.
 * @throws AppError `invalid` without a payment
 */
export async function confineToOwnRefunds<Filter extends { transactionId?: string | undefined }>(
  { actor, db, merchant }: Pick<MerchantCtx, 'actor' | 'db' | 'merchant'>,
  filter: Filter,
): Promise<Filter> {
  const shopId = shopIdOf(actor)
  if (!shopId) return filter
  const { transactionId: key } = filter
  if (key === undefined) {
    const message = 'is required for keys with the scope shop'
    throw new AppError('invalid', `transactionId: ${message}`, {
      issues: [{ path: 'transactionId', message }],
    })
  }
  const payment = await findTransaction(db, { merchantId: merchant.id, key })
  return { ...filter, transactionId: payment?.shopId === shopId ? payment.id : '' }
}
