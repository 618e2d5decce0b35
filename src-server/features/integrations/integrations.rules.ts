import type { IntegrationRow } from '#db/tables/webhook-tables.ts'
import { typesIn } from '#server/services/outbox/event-filter.rules.ts'
import { type EventType, eventTypes } from '#server/services/outbox/event-type.schema.ts'
import type { Integration } from './integrations.schema.ts'

/** Maps the row to the integration that the two APIs return. */
export const integrationOf = (row: IntegrationRow, baseUrl: string): Integration => ({
  id: row.id,
  name: row.name,
  baseUrl,
  version: row.version,
  webhookUrl: row.webhookUrl,
  disabledAt: row.disabledAt,
  secretLast4: row.secretLast4,
  lastSync: row.lastSync,
})

/** Returns whether no endpoint was ever saved: saving the first one makes the signing secret. */
export const hadNoEndpoint = ({ webhookUrl, secret }: IntegrationRow): boolean =>
  webhookUrl === null && secret === null

/** Returns the types of events that the endpoint receives, or will receive as soon as it is saved. */
export const chosenEventsOf = (row: IntegrationRow): EventType[] =>
  row.events === null && hadNoEndpoint(row) ? [...eventTypes] : typesIn(row.events)
