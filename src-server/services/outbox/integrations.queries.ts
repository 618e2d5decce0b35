import { findMany } from '#db/many-rows.ts'
import type { Dialect } from '#db/portable.ts'
import { prepareQuery } from '#db/prepared.ts'
import type { DisabledReason, IntegrationRow } from '#db/tables/webhook-tables.ts'
import type { Db } from '#db/tables.ts'

/** The endpoint id of events that go to the integration's own endpoint. */
export const INTEGRATION_ENDPOINT = ''

/** Finds the merchant's integration. Each merchant has exactly one. */
const integrationOf = prepareQuery((db, { merchantId }: { merchantId: string }) =>
  db.selectFrom('integrations').selectAll().where('merchantId', '=', merchantId),
)

export const findIntegration = async (db: Db, { merchantId }: { merchantId: string }) =>
  (await integrationOf(db, { merchantId }))[0]

/** Returns the webhook settings of the integrations of merchants, with the settings of their other endpoints. */
export const findEndpoints = findMany('integrations', {
  by: ['merchantId'],
  columns: [
    'merchantId',
    'webhookUrl',
    'disabledAt',
    'version',
    'events',
    'otherEndpoints',
    'listeners',
  ],
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

/** Marks the integration's endpoint as disabled. */
export const setDisabled = (
  db: Db,
  { merchantId, at, reason }: { merchantId: string; at: string; reason: DisabledReason },
) =>
  db
    .updateTable('integrations')
    .set({ disabledAt: at, disabledReason: reason, failingSince: null, updatedAt: at })
    .where('merchantId', '=', merchantId)
    .execute()
