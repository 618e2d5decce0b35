import type { DialectDb } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import type { MerchantCtx, World } from '#server/core/context.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import { lockMerchantRow, lockMerchantRows } from './merchants.queries.ts'
import { actingMerchantOf } from './merchants.rules.ts'

/**
 * Returns the current merchant and locks its zone, calendars and reporting currency until the transaction ends. Call it
 * before adding to the sums. A request may have read the merchant before its zone changed, and would count a payment on
 * its former business day.
 */
export async function lockMerchantById(
  { db, dialect }: Pick<World, 'db' | 'dialect'>,
  { merchantId }: { merchantId: string },
): Promise<ActingMerchant> {
  const row = await lockMerchantRow(db, { dialect, merchantId, hold: 'settings' })
  if (!row) throw new AppError('not_found', 'There is no such merchant.')
  return actingMerchantOf(row)
}

/**
 * Locks the merchant to serialize its staff's actions, such as refunds that add up towards a limit. Locks the settings
 * first, as changes of settings do: in the other order, two transactions could deadlock.
 */
export async function lockStaffActions({
  db,
  dialect,
  merchant: { id },
}: MerchantCtx): Promise<void> {
  await lockMerchantById({ db, dialect }, { merchantId: id })
  await lockMerchantRow(db, { dialect, merchantId: id, hold: 'team' })
}

/** Locks several merchants; deleted ones are missing from the result. */
export async function lockMerchants(
  world: DialectDb,
  merchantIds: readonly string[],
): Promise<Map<string, ActingMerchant>> {
  const rows = await lockMerchantRows(world, merchantIds)
  return new Map(rows.map((row) => [row.id, actingMerchantOf(row)]))
}

/** Returns the context with the current merchant, locked until the transaction ends. */
export const lockMerchant = async <C extends MerchantCtx>(ctx: C): Promise<C> => ({
  ...ctx,
  merchant: await lockMerchantById(ctx, { merchantId: ctx.merchant.id }),
})
