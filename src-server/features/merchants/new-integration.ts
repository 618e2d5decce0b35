import type { IntegrationRow } from '#db/tables/webhook-tables.ts'
import type { World } from '#server/core/context.ts'

/** Returns the integration with which test mode and live mode each begin, without a URL and a secret. */
export const newIntegration = (
  { newId }: Pick<World, 'newId'>,
  { merchantId, at }: { merchantId: string; at: string },
): IntegrationRow => ({
  merchantId,
  id: newId('int'),
  name: 'Incasso',
  version: 'v1',
  webhookUrl: null,
  disabledAt: null,
  disabledReason: null,
  lastSync: null,
  secret: null,
  secretLast4: null,
  previousSecret: null,
  previousSecretExpiresAt: null,
  failingSince: null,
  events: null,
  listeners: null,
  otherEndpoints: null,
  createdAt: at,
  updatedAt: at,
})
