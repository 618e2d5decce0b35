import type { DisabledReason } from '#db/tables/webhook-tables.ts'
import type { World } from '#server/core/context.ts'
import { toIso } from '#server/shared/day.ts'
import { audit } from '../audit/audit.ts'
import { raiseNotice } from '../notices/raise-notice.ts'
import { type DeliveryEndpoint, updateEndpointRow } from './endpoints.queries.ts'
import { failWaitingEvents } from './events.queries.ts'
import { INTEGRATION_ENDPOINT, setDisabled } from './integrations.queries.ts'
import { updateEndpointCache } from './update-endpoint-cache.ts'

const reasonTexts: Record<Exclude<DisabledReason, 'by_hand'>, string> = {
  gone: 'the endpoint answered 410 Gone',
  failing: 'nothing but failures for five days',
}

/**
 * Disables an endpoint because of its responses, until the merchant enables it again. Call it in a transaction that has
 * locked the integration.
 */
export async function disableEndpoint(
  world: World,
  { merchantId, endpointId, id, disabledAt, url }: DeliveryEndpoint,
  reason: keyof typeof reasonTexts,
): Promise<void> {
  if (disabledAt !== null) return
  const at = toIso(world.now())
  const isIntegration = endpointId === INTEGRATION_ENDPOINT
  if (isIntegration) {
    await setDisabled(world.db, { merchantId, at, reason })
  } else {
    const change = { disabledAt: at, disabledReason: reason, failingSince: null, updatedAt: at }
    await updateEndpointRow(world.db, { merchantId, id }, change)
    await updateEndpointCache(world.db, merchantId)
  }
  await failWaitingEvents(world.db, { merchantId, endpointId })
  const actor = { type: 'system', job: 'deliver-webhooks' } as const
  const why = reasonTexts[reason]
  await audit(
    { ...world, actor, address: null, requestId: 'none' },
    isIntegration
      ? {
          merchantId,
          action: 'integration.disabled',
          objectId: id,
          after: { webhookUrl: url, why },
        }
      : { merchantId, action: 'webhook_endpoint.disabled', objectId: id, after: { url, why } },
  )
  await raiseNotice(world, {
    merchantId,
    kind: 'endpoint_disabled',
    objectId: id,
    occurrence: at,
    facts: url !== null && URL.canParse(url) ? { host: new URL(url).host } : {},
  })
  const type = isIntegration ? 'integration' : 'webhook_endpoint'
  world.publishChange({ merchantId, type, action: 'changed', objectId: id })
}
