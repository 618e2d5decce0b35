import { insertMany } from '#db/many-rows.ts'
import type { WebhookEndpointRow } from '#db/tables/webhook-tables.ts'
import type { Db } from '#db/tables.ts'
import { findIntegration, INTEGRATION_ENDPOINT } from './integrations.queries.ts'

/** Key of a merchant's endpoint. `endpointId` is empty for the integration's endpoint. */
export type EndpointKey = { merchantId: string; endpointId: string }

/** Columns of an endpoint that deliveries need. `id` is the id of its row: the integration, or another endpoint. */
export type DeliveryEndpoint = EndpointKey &
  Pick<
    WebhookEndpointRow,
    | 'id'
    | 'url'
    | 'disabledAt'
    | 'failingSince'
    | 'lastSync'
    | 'secret'
    | 'previousSecret'
    | 'previousSecretExpiresAt'
  >

/** Finds the endpoint to which an event is sent; undefined when it is deleted or has no URL. */
export async function findDeliveryEndpoint(
  db: Db,
  { merchantId, endpointId }: EndpointKey,
): Promise<DeliveryEndpoint | undefined> {
  if (endpointId !== INTEGRATION_ENDPOINT) {
    const row = await findEndpoint(db, { merchantId, id: endpointId })
    return row && { ...row, endpointId }
  }
  const row = await findIntegration(db, { merchantId })
  if (!row || row.webhookUrl === null) return undefined
  return { ...row, endpointId, url: row.webhookUrl }
}

/** Finds an endpoint that is not deleted. */
export const findEndpoint = (
  db: Db,
  { merchantId, id }: { merchantId: string; id: string },
): Promise<WebhookEndpointRow | undefined> =>
  db
    .selectFrom('webhookEndpoints')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()

/** Lists a merchant's endpoints that are not deleted, the oldest first. */
export const listEndpoints = (
  db: Db,
  { merchantId }: { merchantId: string },
): Promise<WebhookEndpointRow[]> =>
  db
    .selectFrom('webhookEndpoints')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute()

export const insertEndpoint: (db: Db, rows: readonly WebhookEndpointRow[]) => Promise<unknown> =
  insertMany('webhookEndpoints', {
    columns: [
      'merchantId',
      'id',
      'url',
      'events',
      'version',
      'secret',
      'secretLast4',
      'previousSecret',
      'previousSecretExpiresAt',
      'failingSince',
      'lastSync',
      'disabledAt',
      'disabledReason',
      'keyId',
      'shopId',
      'actor',
      'deletedAt',
      'createdAt',
      'updatedAt',
    ],
  })

export const updateEndpointRow = (
  db: Db,
  { merchantId, id }: { merchantId: string; id: string },
  change: Partial<Omit<WebhookEndpointRow, 'merchantId' | 'id'>>,
): Promise<WebhookEndpointRow | undefined> =>
  db
    .updateTable('webhookEndpoints')
    .set(change)
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** Stores, with the integration, the list of other endpoints that each event's transaction reads. */
export const setEndpointCache = (
  db: Db,
  { merchantId, otherEndpoints }: { merchantId: string; otherEndpoints: string | null },
) =>
  db
    .updateTable('integrations')
    .set({ otherEndpoints })
    .where('merchantId', '=', merchantId)
    .execute()

/** Records a successful delivery or test, after which the endpoint no longer counts as failing. */
export async function recordDelivery(
  db: Db,
  { merchantId, endpointId, at }: EndpointKey & { at: string },
): Promise<void> {
  const health = { lastSync: at, failingSince: null }
  if (endpointId !== INTEGRATION_ENDPOINT) {
    await updateEndpointRow(db, { merchantId, id: endpointId }, health)
    return
  }
  await db.updateTable('integrations').set(health).where('merchantId', '=', merchantId).execute()
}

/** Records the first failed delivery since the last successful one; later failures change nothing. */
export async function recordFailure(
  db: Db,
  { merchantId, endpointId, at }: EndpointKey & { at: string },
): Promise<void> {
  const health = { failingSince: at }
  if (endpointId === INTEGRATION_ENDPOINT) {
    await db
      .updateTable('integrations')
      .set(health)
      .where('merchantId', '=', merchantId)
      .where('failingSince', 'is', null)
      .execute()
    return
  }
  await db
    .updateTable('webhookEndpoints')
    .set(health)
    .where('merchantId', '=', merchantId)
    .where('id', '=', endpointId)
    .where('failingSince', 'is', null)
    .execute()
}

/** Deletes the rows of endpoints that their merchants deleted so long ago that no event refers to them any more. */
export const pruneEndpoints = (db: Db, { before }: { before: string }) =>
  db.deleteFrom('webhookEndpoints').where('deletedAt', '<', before).execute()
