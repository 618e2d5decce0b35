import type { IntegrationRow } from '#db/tables.ts'
import { typesIn } from '#server/services/outbox/event-filter.rules.ts'
import { type EventType, eventTypes } from '#server/services/outbox/event-type.schema.ts'
import type { Integration } from './integrations.schema.ts'

/** The row as the doors show it. */
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

/** Whether no endpoint was ever saved: a first one makes the signing secret. */
export const hadNoEndpoint = ({ webhookUrl, secret }: IntegrationRow): boolean =>
  webhookUrl === null && secret === null

/** What the endpoint is told of, or would be as soon as it is saved. */
export const chosenEventsOf = (row: IntegrationRow): EventType[] =>
  row.events === null && hadNoEndpoint(row) ? [...eventTypes] : typesIn(row.events)
