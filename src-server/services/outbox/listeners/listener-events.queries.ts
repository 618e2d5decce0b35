import { insertMany } from '#db/many-rows.ts'
import type { ListenerEventRow } from '#db/tables/listener-tables.ts'
import type { Db } from '#db/tables.ts'

export const insertListenerEvents: (db: Db, rows: readonly ListenerEventRow[]) => Promise<unknown> =
  insertMany('listenerEvents', {
    columns: [
      'merchantId',
      'listenerId',
      'id',
      'eventType',
      'isTest',
      'customerId',
      'payload',
      'position',
      'createdAt',
    ],
  })

/** Returns the events of a merchant's listeners that contain a customer. */
export const listListenerEventsAbout = (
  db: Db,
  { merchantId, customerId }: { merchantId: string; customerId: string },
) =>
  db
    .selectFrom('listenerEvents')
    .select(['merchantId', 'listenerId', 'id', 'payload'])
    .where('merchantId', '=', merchantId)
    .where('customerId', '=', customerId)
    .execute()

export const updateListenerEventPayload = (
  db: Db,
  {
    merchantId,
    listenerId,
    id,
    payload,
  }: Pick<ListenerEventRow, 'merchantId' | 'listenerId' | 'id' | 'payload'>,
) =>
  db
    .updateTable('listenerEvents')
    .set({ payload })
    .where('merchantId', '=', merchantId)
    .where('listenerId', '=', listenerId)
    .where('id', '=', id)
    .execute()
