import type { DialectDb } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import type { MerchantCtx, World } from '#server/core/context.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import { holdMerchantRow, holdMerchantRows } from './merchants.queries.ts'
import { actingMerchantOf } from './merchants.rules.ts'

/**
 * The merchant as it is now, whose zone, calendars and reporting currency stay so until the transaction
 * ends. Whatever adds to the sums begins with it: a request may have read the merchant before its zone
 * was changed, and a payment would be counted on a day that is no longer its own.
 */
export async function holdMerchantOf(
  { db, dialect }: Pick<World, 'db' | 'dialect'>,
  { merchantId }: { merchantId: string },
): Promise<ActingMerchant> {
  const row = await holdMerchantRow(db, { dialect, merchantId, hold: 'settings' })
  if (!row) throw new AppError('not_found', 'There is no such merchant.')
  return actingMerchantOf(row)
}

/**
 * Holds the merchant so that what its staff do together is done one after the other, such as refunds that are added up
 * against a limit. The settings are held first, as by whoever changes them: held second, the two could wait for each other.
 */
export async function holdStaff({ db, dialect, merchant: { id } }: MerchantCtx): Promise<void> {
  await holdMerchantOf({ db, dialect }, { merchantId: id })
  await holdMerchantRow(db, { dialect, merchantId: id, hold: 'team' })
}

/** Several of them; who is gone is not among them. */
export async function holdMerchants(
  world: DialectDb,
  merchantIds: readonly string[],
): Promise<Map<string, ActingMerchant>> {
  const rows = await holdMerchantRows(world, merchantIds)
  return new Map(rows.map((row) => [row.id, actingMerchantOf(row)]))
}

/** The same context with the merchant as it is now, and stays until the transaction ends. */
export const holdMerchant = async <C extends MerchantCtx>(ctx: C): Promise<C> => ({
  ...ctx,
  merchant: await holdMerchantOf(ctx, { merchantId: ctx.merchant.id }),
})
