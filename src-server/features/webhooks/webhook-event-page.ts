import { AppError } from '#server/core/calls/errors.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import { nextCursor, readCursor } from '#server/core/lists/list-cursor.ts'
import {
  countWebhookEvents,
  findWebhookEvent,
  listEventBodies,
  listWebhookAttempts,
  listWebhookEvents,
} from '#server/services/outbox/events.queries.ts'
import { INTEGRATION_ENDPOINT } from '#server/services/outbox/integrations.queries.ts'
import { MAX_PAGED_ROWS, offsetOf } from '#server/shared/page.ts'
import { eventObjectOf, webhookAttemptOf, webhookEventOf } from './webhooks.rules.ts'
import type {
  EventObject,
  ListWebhookEvents,
  WebhookEventDetail,
  WebhookEventPage,
} from './webhooks.schema.ts'

const SORT = '-id'

/** Returns a page of events, the newest first. */
export async function listEventPage(
  { db, merchant }: MerchantCtx,
  input: ListWebhookEvents,
): Promise<WebhookEventPage> {
  const { limit, cursor, status, eventType, endpointId = INTEGRATION_ENDPOINT } = input
  const after = readCursor(cursor, { sort: SORT, kind: 'string' })
  const filter = { merchantId: merchant.id, endpointId, status, eventType }
  const [rows, counted] = await Promise.all([
    listWebhookEvents(db, {
      ...filter,
      before: after?.id,
      limit: limit + 1,
      offset: offsetOf(input),
    }),
    countWebhookEvents(db, { ...filter, upTo: MAX_PAGED_ROWS + 1 }),
  ])
  return {
    data: rows.slice(0, limit).map(webhookEventOf),
    total: Math.min(counted, MAX_PAGED_ROWS),
    totalExact: counted <= MAX_PAGED_ROWS,
    nextCursor: nextCursor(rows, { sort: SORT, limit, valueOf: ({ id }) => id }),
  }
}

/**
 * Returns the payments and customers that the events on a page are about. Test events have no such objects,
 * because their data is sample data.
 */
export async function listEventObjects(
  { db, merchant }: MerchantCtx,
  { ids }: { ids: readonly string[] },
): Promise<EventObject[]> {
  const rows = await listEventBodies(db, { merchantId: merchant.id, ids })
  return rows.map(eventObjectOf).filter((object) => object !== undefined)
}

/** Returns an event with its body and its attempts, the oldest first. Throws `not_found` for an unknown id. */
export async function readEventDetail(
  { db, merchant }: MerchantCtx,
  { id }: { id: string },
): Promise<WebhookEventDetail> {
  const key = { merchantId: merchant.id, id }
  const event = await findWebhookEvent(db, key)
  if (!event) throw new AppError('not_found', 'There is no such event.')
  const attempts = await listWebhookAttempts(db, key)
  return {
    ...webhookEventOf(event),
    payload: JSON.parse(event.payload),
    attempts: attempts.map(webhookAttemptOf),
  }
}
