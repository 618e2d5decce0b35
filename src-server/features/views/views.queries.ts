import type { SavedViewRow } from '#db/tables/person-tables.ts'
import type { Db } from '#db/tables.ts'

/** The person who owns a view; other members of the merchant do not see it. */
export type Owner = Pick<SavedViewRow, 'merchantId' | 'provider' | 'subject'>

/** Lists a person's views of a list, the oldest first. */
export const listViews = (
  db: Db,
  { merchantId, provider, subject, list }: Owner & Pick<SavedViewRow, 'list'>,
) =>
  db
    .selectFrom('savedViews')
    .select(['id', 'name', 'search'])
    .where('merchantId', '=', merchantId)
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .where('list', '=', list)
    .orderBy('id')
    .execute()

export const insertView = (db: Db, row: SavedViewRow) =>
  db.insertInto('savedViews').values(row).execute()

/** Renames a view. Returns false if there is no such view. */
export async function renameView(
  db: Db,
  { merchantId, provider, subject, id, name }: Owner & { id: string; name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('savedViews')
    .set({ name })
    .where('merchantId', '=', merchantId)
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes a view. Returns false if there is no such view. */
export async function deleteView(
  db: Db,
  { merchantId, provider, subject, id }: Owner & { id: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('savedViews')
    .where('merchantId', '=', merchantId)
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
