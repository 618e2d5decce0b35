import { AppError } from '#server/core/calls/errors.ts'
import type { Role } from '#server/core/merchant.schema.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import type { Minor } from '#server/shared/money/money.ts'

type ActingCaller = { merchant: ActingMerchant; role?: Role | undefined }

/**
 * Throws when a void or a partial capture by staff would release more authorized money than they may refund by
 * themselves. Released amounts are not added up over a day, unlike refunds, because no money is paid out.
 */
export function assertMayRelease(
  { merchant, role }: ActingCaller,
  { currency, released }: { currency: string; released: Minor },
): void {
  const { limit, dayLimit, currency: limitCurrency } = merchant.staffRefunds
  if (role !== 'staff' || released <= 0 || (limit === null && dayLimit === null)) return
  const maxAmount = Math.min(
    limit ?? Number.POSITIVE_INFINITY,
    dayLimit ?? Number.POSITIVE_INFINITY,
  )
  if (currency === limitCurrency && released <= maxAmount) return
  throw new AppError(
    'forbidden',
    'This releases more than staff may release without an owner. Ask an owner to do it.',
    { reason: 'owner_only' },
  )
}
