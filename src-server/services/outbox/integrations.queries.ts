import { findMany } from '#db/many-rows.ts'
import type { Dialect } from '#db/portable.ts'
import { prepareQuery } from '#db/prepared.ts'
import type { Db, IntegrationRow } from '#db/tables.ts'

/** Finds the merchant's only integration, which is the product's own. */
const integrationOf = prepareQuery((db, { merchantId }: { merchantId: string }) =>
  db.selectFrom('integrations').selectAll().where('merchantId', '=', merchantId),
)

export const findIntegration = async (db: Db, { merchantId }: { merchantId: string }) =>
  (await integrationOf(db, { merchantId }))[0]

/** Returns the webhook settings of merchants. Merchants that have never set up an endpoint are left out. */
export const findEndpoints = findMany('integrations', {
  by: ['merchantId'],
  columns: ['merchantId', 'webhookUrl', 'disabledAt', 'version', 'events', 'listeners'],
})

/**
 * Locks the integration until the transaction ends, for a transaction that may change several events. The endpoint
 * affects all of a merchant's events, and two transactions that each locked one event would deadlock.
 */
export async function lockIntegration(
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

/** Records a successful delivery or test: the endpoint works. */
export const noteDelivery = (db: Db, { merchantId, at }: { merchantId: string; at: string }) =>
  db
    .updateTable('integrations')
    .set({ lastSync: at, failingSince: null })
    .where('merchantId', '=', merchantId)
    .execute()

/** Records the first failed delivery since the last successful one; later failures change nothing. */
export const noteFailure = (db: Db, { merchantId, at }: { merchantId: string; at: string }) =>
  db
    .updateTable('integrations')
    .set({ failingSince: at })
    .where('merchantId', '=', merchantId)
    .where('failingSince', 'is', null)
    .execute()

/** Marks a merchant's endpoint as disabled. */
export const setDisabled = (db: Db, { merchantId, at }: { merchantId: string; at: string }) =>
  db
    .updateTable('integrations')
    .set({ disabledAt: at, failingSince: null, updatedAt: at })
    .where('merchantId', '=', merchantId)
    .execute()
