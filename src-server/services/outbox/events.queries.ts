import { insertMany } from '#db/many-rows.ts'
import type { Dialect } from '#db/portable.ts'
import { prepareQuery } from '#db/prepared.ts'
import type { WebhookAttemptRow, WebhookEventRow } from '#db/tables/webhook-tables.ts'
import type { Db } from '#db/tables.ts'

type Key = { merchantId: string; id: string }
type Filter = {
  /** The endpoint whose events are meant; empty for the integration's endpoint. */
  endpointId: string
  status?: string | undefined
  eventType?: string | undefined
  /** Earliest creation time, inclusive. */
  since?: string | undefined
}

export const insertWebhookEvents: (db: Db, rows: readonly WebhookEventRow[]) => Promise<unknown> =
  insertMany('webhookEvents', {
    columns: [
      'merchantId',
      'id',
      'endpointId',
      'copiesFor',
      'eventType',
      'isTest',
      'objectId',
      'customerId',
      'payload',
      'status',
      'attempts',
      'nextAttemptAt',
      'leasedUntil',
      'createdAt',
    ],
  })

export const findWebhookEvent = (db: Db, { merchantId, id }: Key) =>
  db
    .selectFrom('webhookEvents')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Returns the bodies of the given events that are not tests. */
export const listEventBodies = (
  db: Db,
  { merchantId, ids }: { merchantId: string; ids: readonly string[] },
) =>
  db
    .selectFrom('webhookEvents')
    .select(['id', 'eventType', 'payload'])
    .where('merchantId', '=', merchantId)
    .where('id', 'in', ids.length > 0 ? ids : [''])
    .where('isTest', '=', 0)
    .execute()

/**
 * Finds an event's attempts and status, to record another attempt. Locks the event until the transaction ends, since
 * another process may be recording one too.
 */
export const findEventToRecord = (db: Db, dialect: Dialect, { merchantId, id }: Key) => {
  const query = db
    .selectFrom('webhookEvents')
    .select(['attempts', 'status'])
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
  return (dialect === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
}

/** Lists the attempts to deliver an event, the first one first. */
export const listWebhookAttempts = (db: Db, { merchantId, id }: Key) =>
  db
    .selectFrom('webhookAttempts')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('eventId', '=', id)
    .orderBy('number')
    .execute()

const selectFiltered = (
  db: Db,
  merchantId: string,
  { endpointId, status, eventType, since }: Filter,
) =>
  db
    .selectFrom('webhookEvents')
    .where('merchantId', '=', merchantId)
    .where('endpointId', '=', endpointId)
    .$if(status !== undefined, (query) => query.where('status', '=', status as never))
    .$if(eventType !== undefined, (query) => query.where('eventType', '=', eventType ?? ''))
    .$if(since !== undefined, (query) => query.where('createdAt', '>=', since ?? ''))

/** Returns events, newest first. Ids sort by time, so the order of ids is enough. */
export const listWebhookEvents = (
  db: Db,
  filter: Filter & {
    merchantId: string
    before?: string | undefined
    limit: number
    offset?: number
  },
) =>
  selectFiltered(db, filter.merchantId, filter)
    .select(['id', 'eventType', 'createdAt', 'status', 'isTest', 'nextAttemptAt'])
    .$if(filter.before !== undefined, (query) => query.where('id', '<', filter.before ?? ''))
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .offset(filter.offset ?? 0)
    .execute()

/** Counts matching events; stops at `upTo`, so that counting stays fast. */
export async function countWebhookEvents(
  db: Db,
  { upTo, ...filter }: Filter & { merchantId: string; upTo: number },
): Promise<number> {
  const { count } = await db
    .selectFrom(selectFiltered(db, filter.merchantId, filter).select('id').limit(upTo).as('found'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Restarts the schedule of events from the first attempt; returns their number. */
export async function requeueWebhookEvents(
  db: Db,
  {
    merchantId,
    at,
    endpointId,
    since,
    ids,
    status,
    eventType,
  }: Filter & {
    merchantId: string
    at: string
    since: string
    ids?: readonly string[]
  },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('webhookEvents')
    .set({ status: 'retry', attempts: 0, nextAttemptAt: at, leasedUntil: null })
    .where('merchantId', '=', merchantId)
    .where('endpointId', '=', endpointId)
    .where('createdAt', '>=', since)
    .$if(ids !== undefined, (query) => query.where('id', 'in', [...(ids ?? [])]))
    .$if(status !== undefined, (query) => query.where('status', '=', status as never))
    .$if(eventType !== undefined, (query) => query.where('eventType', '=', eventType ?? ''))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Stores an attempt to deliver an event, under the event's next number. */
export const insertAttempt = async (
  db: Db,
  attempt: Omit<WebhookAttemptRow, 'number'>,
): Promise<void> => {
  const { merchantId, eventId } = attempt
  const last = await db
    .selectFrom('webhookAttempts')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('merchantId', '=', merchantId)
    .where('eventId', '=', eventId)
    .executeTakeFirst()
  await db
    .insertInto('webhookAttempts')
    .values({ ...attempt, number: (last?.number ?? 0) + 1 })
    .execute()
}

export const updateWebhookEvent = (
  db: Db,
  { merchantId, id }: Key,
  change: Partial<
    Pick<WebhookEventRow, 'status' | 'attempts' | 'nextAttemptAt' | 'leasedUntil' | 'payload'>
  >,
) =>
  db
    .updateTable('webhookEvents')
    .set(change)
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .execute()

/** Marks all waiting events of an endpoint as failed, or only the one with `id`: the endpoint gets no more of them. */
export const failWaitingEvents = (
  db: Db,
  { merchantId, endpointId, id }: { merchantId: string; endpointId: string; id?: string },
) =>
  db
    .updateTable('webhookEvents')
    .set({ status: 'failed', nextAttemptAt: null, leasedUntil: null })
    .where('merchantId', '=', merchantId)
    .where('endpointId', '=', endpointId)
    .where('status', '=', 'retry')
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .execute()

/** Returns at most `limit` events that contain a customer, by id, from the first id after `after`. */
export const listEventsAbout = (
  db: Db,
  {
    merchantId,
    customerId,
    after,
    limit,
  }: { merchantId: string; customerId: string; after: string; limit: number },
) =>
  db
    .selectFrom('webhookEvents')
    .select(['merchantId', 'id', 'payload'])
    .where('merchantId', '=', merchantId)
    .where('customerId', '=', customerId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Finds the customer whose name an event contains. */
export const findCustomerOfEvent = (db: Db, { merchantId, id }: Key) =>
  db
    .selectFrom('webhookEvents')
    .select('customerId')
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Deletes stored responses: an endpoint may repeat the event in its response. */
export const deleteResponses = (db: Db, { merchantId, id }: Key) =>
  db
    .updateTable('webhookAttempts')
    .set({ response: null })
    .where('merchantId', '=', merchantId)
    .where('eventId', '=', id)
    .execute()

/**
 * Deletes some of the oldest events that are too old to be replayed; returns their number. Attempts are deleted with
 * their events.
 */
export async function deleteEventsBefore(
  db: Db,
  { before, limit }: { before: string; limit: number },
): Promise<number> {
  const old = await db
    .selectFrom('webhookEvents')
    .select(['merchantId', 'id'])
    .where('createdAt', '<', before)
    .orderBy('createdAt')
    .limit(limit)
    .execute()
  for (const { merchantId, id } of old) await deleteEvent(db, { merchantId, id })
  return old.length
}

const deleteEvent = prepareQuery((db, { merchantId, id }: Key) =>
  db.deleteFrom('webhookEvents').where('merchantId', '=', merchantId).where('id', '=', id),
)
