import type { Db, IntegrationRow } from '#db/tables.ts'

/** A merchant's only integration, the product's own. */
export const findIntegration = (db: Db, { merchantId }: { merchantId: string }) =>
  db.selectFrom('integrations').selectAll().where('merchantId', '=', merchantId).executeTakeFirst()

export const insertIntegration = (db: Db, row: IntegrationRow) =>
  db.insertInto('integrations').values(row).execute()

export const updateIntegrationRow = (
  db: Db,
  where: { merchantId: string; id: string },
  change: Partial<Pick<IntegrationRow, 'version' | 'webhookUrl'>> & { updatedAt: string },
) =>
  db
    .updateTable('integrations')
    .set(change)
    .where('merchantId', '=', where.merchantId)
    .where('id', '=', where.id)
    .returningAll()
    .executeTakeFirst()
