import type { WebhookEventRow } from '#db/tables/webhook-tables.ts'
import type { World } from '#server/core/context.ts'
import { eventIdOf, rowIdOf } from './endpoint-cache.rules.ts'
import { listEndpoints } from './endpoints.queries.ts'
import { type EventToCopy, takeEventsToCopy } from './event-copies.queries.ts'
import { insertWebhookEvents } from './events.queries.ts'

type Scope = { merchantId: string; customerId?: string; limit: number }

/**
 * Gives endpoints their own rows of events that were written once for several of them. Call it in a transaction that
 * has locked the integration. Returns the number of copied events; fewer than `limit` means that none remain.
 */
export async function copyEvents(
  { db, publishChange }: Pick<World, 'db' | 'publishChange'>,
  scope: Scope,
): Promise<number> {
  const events = await takeEventsToCopy(db, scope)
  if (events.length === 0) return 0
  const { merchantId } = scope
  const endpoints = await listEndpoints(db, { merchantId })
  const disabledAtOf = new Map(endpoints.map(({ id, disabledAt }) => [id, disabledAt]))
  const copies = events.flatMap((event) =>
    // An endpoint that was deleted meanwhile gets no row; a disabled one gets a row that can be sent again.
    event.endpointIds
      .filter((id) => disabledAtOf.has(id))
      .map((id) => copyOf(event, id, { isDisabled: disabledAtOf.get(id) !== null })),
  )
  await insertWebhookEvents(db, copies)
  for (const { id } of copies) {
    publishChange({ merchantId, type: 'webhook_event', action: 'created', objectId: id })
  }
  return events.length
}

function copyOf(
  { endpointIds: _, ...event }: EventToCopy,
  endpointId: string,
  { isDisabled }: { isDisabled: boolean },
): WebhookEventRow {
  return {
    ...event,
    id: rowIdOf(eventIdOf(event.id), endpointId),
    endpointId,
    status: isDisabled ? 'failed' : 'retry',
    attempts: 0,
    nextAttemptAt: isDisabled ? null : event.createdAt,
    leasedUntil: null,
  }
}
