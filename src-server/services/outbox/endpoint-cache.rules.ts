import type { WebhookEndpointRow } from '#db/tables/webhook-tables.ts'

/** Columns of an enabled endpoint that the transaction of an event needs. */
export type CachedEndpoint = Pick<WebhookEndpointRow, 'id' | 'version' | 'events'>

/** Returns the list of enabled endpoints as the integration's row stores it; null for none. */
export function endpointCacheOf(endpoints: readonly WebhookEndpointRow[]): string | null {
  const enabled = endpoints.filter(({ disabledAt }) => disabledAt === null)
  if (enabled.length === 0) return null
  return JSON.stringify(enabled.map(({ id, version, events }) => ({ id, version, events })))
}

/** Reads the stored list, which only `endpointCacheOf` writes. */
export const readEndpointCache = (stored: string): CachedEndpoint[] => JSON.parse(stored)

/** Separates the ids of an event and an endpoint in a row's id. Neither id contains it. */
const SEPARATOR = '-'

/** Returns the id of an event's row for an endpoint. The row for the integration's endpoint has the event's own id. */
export const rowIdOf = (eventId: string, endpointId: string): string =>
  endpointId === '' ? eventId : `${eventId}${SEPARATOR}${endpointId}`

/** Returns the event's id, which is the same for all endpoints and which deliveries name in `webhook-id`. */
export const eventIdOf = (rowId: string): string => rowId.split(SEPARATOR, 1)[0] ?? rowId
