import type { Db } from '#db/tables.ts'

/** Lists merchants after an id, in the order of their ids. */
export const listMerchantZones = (
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<{ id: string; timezone: string }[]> =>
  db
    .selectFrom('merchants')
    .select(['id', 'timezone'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Returns whether members were informed that a month can be closed. */
export async function hasReadyNotice(
  db: Db,
  { merchantId, month }: { merchantId: string; month: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('notices')
    .select('id')
    .where('merchantId', '=', merchantId)
    .where('objectId', '=', month)
    .where('kind', '=', 'month_ready')
    .executeTakeFirst()
  return row !== undefined
}
