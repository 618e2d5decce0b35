import type { IntegrationRow } from '#db/tables.ts'
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
