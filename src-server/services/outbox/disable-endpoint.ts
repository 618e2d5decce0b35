import type { IntegrationRow } from '#db/tables.ts'
import type { World } from '#server/core/context.ts'
import { toIso } from '#server/shared/day.ts'
import { audit } from '../audit/audit.ts'
import { raiseNotice } from '../notices/raise-notice.ts'
import { failWaitingEvents } from './events.queries.ts'
import { setDisabled } from './integrations.queries.ts'

/** Disables an endpoint until the merchant saves a webhook URL again. Call it in a transaction. */
export async function disableEndpoint(
  world: World,
  { merchantId, id, disabledAt, webhookUrl }: IntegrationRow,
  why: string,
): Promise<void> {
  if (disabledAt !== null) return
  const at = toIso(world.now())
  await setDisabled(world.db, { merchantId, at })
  await failWaitingEvents(world.db, { merchantId })
  const actor = { type: 'system', job: 'deliver-webhooks' } as const
  await audit(
    { ...world, actor, address: null, requestId: 'none' },
    { merchantId, action: 'integration.disabled', objectId: id, after: { webhookUrl, why } },
  )
  await raiseNotice(world, {
    merchantId,
    kind: 'endpoint_disabled',
    objectId: id,
    occurrence: at,
    facts:
      webhookUrl !== null && URL.canParse(webhookUrl) ? { host: new URL(webhookUrl).host } : {},
  })
  world.noteChange({ merchantId, type: 'integration', action: 'changed', objectId: id })
}
