import { findMany } from '#db/many-rows.ts'
import type { Dialect } from '#db/portable.ts'
import { prepared } from '#db/prepared.ts'
import type { Db, IntegrationRow } from '#db/tables.ts'

/** A merchant's only integration, the product's own. */
const integrationOf = prepared((db, { merchantId }: { merchantId: string }) =>
  db.selectFrom('integrations').selectAll().where('merchantId', '=', merchantId),
)

export const findIntegration = async (db: Db, { merchantId }: { merchantId: string }) =>
  (await integrationOf(db, { merchantId }))[0]

/** Where merchants want to be told of events; those who have never set up an endpoint are left out. */
export const findEndpoints = findMany('integrations', {
  by: ['merchantId'],
  columns: ['merchantId', 'webhookUrl', 'disabledAt', 'version', 'events'],
})

/**
 * Held until the transaction ends, by one that may change more events than one: the endpoint decides
 * about all of a merchant's events, and two who held one event each would wait for each other.
 */
export async function holdIntegration(
  db: Db,
  { dialect, merchantId }: { dialect: Dialect; merchantId: string },
): Promise<void> {
  if (dialect === 'sqlite') return
  await db
    .selectFrom('integrations')
    .select('id')
    .where('merchantId', '=', merchantId)
    .forNoKeyUpdate()
    .execute()
}

export const insertIntegration = (db: Db, row: IntegrationRow) =>
  db.insertInto('integrations').values(row).execute()

export const updateIntegrationRow = (
  db: Db,
  where: { merchantId: string; id: string },
  change: Partial<Omit<IntegrationRow, 'merchantId' | 'id'>> & { updatedAt: string },
) =>
  db
    .updateTable('integrations')
    .set(change)
    .where('merchantId', '=', where.merchantId)
    .where('id', '=', where.id)
    .returningAll()
    .executeTakeFirst()

/** A delivery or a test that worked: the endpoint is well. */
export const noteDelivery = (db: Db, { merchantId, at }: { merchantId: string; at: string }) =>
  db
    .updateTable('integrations')
    .set({ lastSync: at, failingSince: null })
    .where('merchantId', '=', merchantId)
    .execute()

export const noteFailure = (db: Db, { merchantId, at }: { merchantId: string; at: string }) =>
  db
    .updateTable('integrations')
    .set({ failingSince: at })
    .where('merchantId', '=', merchantId)
    .where('failingSince', 'is', null)
    .execute()

export const setDisabled = (db: Db, { merchantId, at }: { merchantId: string; at: string }) =>
  db
    .updateTable('integrations')
    .set({ disabledAt: at, failingSince: null, updatedAt: at })
    .where('merchantId', '=', merchantId)
    .execute()
