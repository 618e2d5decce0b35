import type { ListenerEventRow, WebhookListenerRow } from '#db/tables/listener-tables.ts'
import type { Db } from '#db/tables.ts'

type Key = { merchantId: string; id: string }

/** Lists a merchant's listeners, oldest first. */
export const listListeners = (db: Db, { merchantId }: { merchantId: string }) =>
  db
    .selectFrom('webhookListeners')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .orderBy('id')
    .execute()

export const insertListener = (db: Db, row: WebhookListenerRow) =>
  db.insertInto('webhookListeners').values(row).execute()

export const updateListener = (
  db: Db,
  { merchantId, id }: Key,
  change: Partial<Omit<WebhookListenerRow, 'merchantId' | 'id'>>,
) =>
  db
    .updateTable('webhookListeners')
    .set(change)
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .execute()

/** Changes a listener that this stream still reads; returns undefined if another stream took it over, or it ended. */
export const updateOwnListener = (
  db: Db,
  { merchantId, id, streamId }: Key & { streamId: string },
  change: Partial<Pick<WebhookListenerRow, 'expiresAt' | 'streamId'>>,
) =>
  db
    .updateTable('webhookListeners')
    .set(change)
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .where('streamId', '=', streamId)
    .returningAll()
    .executeTakeFirst()

export const setListeners = (
  db: Db,
  { merchantId, listeners }: { merchantId: string; listeners: string | null },
) =>
  db.updateTable('integrations').set({ listeners }).where('merchantId', '=', merchantId).execute()

export async function deleteListener(db: Db, { merchantId, id }: Key): Promise<void> {
  await db
    .deleteFrom('webhookListeners')
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .execute()
  await db
    .deleteFrom('listenerEvents')
    .where('merchantId', '=', merchantId)
    .where('listenerId', '=', id)
    .execute()
}

/** Deletes events up to a position: the receiver has them, or they exceed the number of kept events. */
export const deleteEventsUpTo = (
  db: Db,
  { merchantId, id, position }: Key & { position: number },
) =>
  db
    .deleteFrom('listenerEvents')
    .where('merchantId', '=', merchantId)
    .where('listenerId', '=', id)
    .where('position', '<=', position)
    .execute()

/** Lists the ids of events that have no position in the stream yet, oldest first. */
export const listEventsWithoutPosition = async (
  db: Db,
  { merchantId, id, limit }: Key & { limit: number },
): Promise<string[]> => {
  const rows = await db
    .selectFrom('listenerEvents')
    .select('id')
    .where('merchantId', '=', merchantId)
    .where('listenerId', '=', id)
    .where('position', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

export const setPosition = (
  db: Db,
  { merchantId, id, eventId, position }: Key & { eventId: string; position: number },
) =>
  db
    .updateTable('listenerEvents')
    .set({ position })
    .where('merchantId', '=', merchantId)
    .where('listenerId', '=', id)
    .where('id', '=', eventId)
    .execute()

/** Returns events that have a position, from the first one after `after`. */
export const listEventsAfter = (
  db: Db,
  { merchantId, id, after, limit }: Key & { after: number; limit: number },
): Promise<ListenerEventRow[]> =>
  db
    .selectFrom('listenerEvents')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('listenerId', '=', id)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute()

/** Returns the merchants of listeners whose lease has expired. */
export const listMerchantsWithExpired = async (
  db: Db,
  { now, limit }: { now: string; limit: number },
): Promise<string[]> => {
  const rows = await db
    .selectFrom('webhookListeners')
    .select('merchantId')
    .where('expiresAt', '<=', now)
    .limit(limit)
    .execute()
  return [...new Set(rows.map(({ merchantId }) => merchantId))].toSorted()
}

/** Lists events whose listener no longer exists: a payment wrote them while the listener was removed. */
export const listOrphanedEvents = (db: Db, { limit }: { limit: number }) =>
  db
    .selectFrom('listenerEvents')
    .leftJoin('webhookListeners', (join) =>
      join
        .onRef('webhookListeners.merchantId', '=', 'listenerEvents.merchantId')
        .onRef('webhookListeners.id', '=', 'listenerEvents.listenerId'),
    )
    .select(['listenerEvents.merchantId as merchantId', 'listenerEvents.listenerId as id'])
    .where('webhookListeners.id', 'is', null)
    .limit(limit)
    .execute()
