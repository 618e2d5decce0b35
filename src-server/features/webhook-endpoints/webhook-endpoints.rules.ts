import type { IntegrationRow, WebhookEndpointRow } from '#db/tables/webhook-tables.ts'
import { filterOf, typesIn } from '#server/services/outbox/event-filter.rules.ts'
import { ALL_EVENTS, eventTypes } from '#server/services/outbox/event-type.schema.ts'
import type { EndpointEvent, WebhookEndpoint } from './webhook-endpoints.schema.ts'

/** Returns the chosen event types as the text that is stored. */
export const storedEvents = (chosen: readonly EndpointEvent[]): string =>
  chosen.includes(ALL_EVENTS)
    ? ALL_EVENTS
    : filterOf(eventTypes.filter((type) => chosen.includes(type)))

/**
 * Returns the chosen types that no endpoint of a shop may receive: a shop reads only its payments and their
 * refunds.
 */
export const typesClosedToShops = (chosen: readonly EndpointEvent[]): EndpointEvent[] =>
  chosen.filter((type) => !/^(?:\*$|payment\.|refund\.|integration\.test$)/.test(type))

const eventsOf = (filter: string | null): EndpointEvent[] =>
  filter === ALL_EVENTS ? [ALL_EVENTS] : typesIn(filter)

/** Maps the row to the endpoint that the two APIs return. */
export const endpointOf = (row: WebhookEndpointRow): WebhookEndpoint => ({
  id: row.id,
  url: row.url,
  events: eventsOf(row.events),
  version: row.version,
  status: row.disabledAt === null ? 'enabled' : 'disabled',
  disabledReason: row.disabledReason,
  secretLast4: row.secretLast4,
  createdAt: row.createdAt,
})

/** Returns the endpoint of the integration, which is the merchant's first; undefined while it has no URL. */
export function endpointOfIntegration(row: IntegrationRow): WebhookEndpoint | undefined {
  if (row.webhookUrl === null) return undefined
  return {
    id: row.id,
    url: row.webhookUrl,
    events: eventsOf(row.events),
    version: row.version,
    status: row.disabledAt === null ? 'enabled' : 'disabled',
    disabledReason: row.disabledReason,
    secretLast4: row.secretLast4,
    createdAt: row.createdAt,
  }
}

/** Returns the settings that the audit log records. */
export const auditedSettings = ({ url, events, version, disabledAt }: WebhookEndpointRow) => ({
  url,
  events,
  version,
  disabledAt,
})
