import type { WebhookEndpointRow } from '#db/tables/webhook-tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import { findEndpoint, listEndpoints } from '#server/services/outbox/endpoints.queries.ts'
import { findIntegration } from '#server/services/outbox/integrations.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { findFirstKey, listKeyNames, listUsableFirstKeys } from '../api-keys/api-keys.queries.ts'
import { endpointOf, endpointOfIntegration } from './webhook-endpoints.rules.ts'
import type {
  EndpointKey,
  WebhookEndpoint,
  WebhookEndpointPage,
} from './webhook-endpoints.schema.ts'

export const noEndpoint = () => new AppError('not_found', 'There is no such webhook endpoint.')

/**
 * Returns the id of the API key that is stored with this caller's endpoints; null for a person. It is the id of the first
 * key in the chain of replacements, so a key that replaces another key can still manage that key's endpoints.
 */
export async function findCreatorKeyId({
  db,
  merchant,
  actor,
}: MerchantCtx): Promise<string | null> {
  if (actor.type !== 'key') return null
  return findFirstKey(db, { merchantId: merchant.id, id: actor.keyId })
}

/**
 * Returns an endpoint if the caller may manage it. People may manage all endpoints, an API key only the endpoints that
 * it made.
 */
export async function findVisibleEndpoint(
  ctx: MerchantCtx,
  { id }: { id: string },
): Promise<WebhookEndpointRow> {
  const merchantId = ctx.merchant.id
  const isOfPerson = ctx.actor.type !== 'key'
  const integration = isOfPerson ? await findIntegration(ctx.db, { merchantId }) : undefined
  if (integration?.id === id && integration.webhookUrl !== null) {
    throw new AppError(
      'conflict',
      'This endpoint belongs to the integration: change the integration.',
      {
        reason: 'endpoint_of_integration',
      },
    )
  }
  const row = await findEndpoint(ctx.db, { merchantId, id })
  if (!row || !(isOfPerson || row.keyId === (await findCreatorKeyId(ctx)))) throw noEndpoint()
  return row
}

/** Returns the endpoints that the caller may see, the integration's first. An API key sees the endpoints that it made. */
async function listVisibleEndpoints(ctx: MerchantCtx): Promise<WebhookEndpoint[]> {
  const merchantId = ctx.merchant.id
  const rows = await listEndpoints(ctx.db, { merchantId })
  if (ctx.actor.type === 'key') {
    const keyId = await findCreatorKeyId(ctx)
    return rows.filter((row) => row.keyId === keyId).map(endpointOf)
  }
  const integration = await findIntegration(ctx.db, { merchantId })
  const first = integration && endpointOfIntegration(integration)
  return [...(first ? [first] : []), ...rows.map(endpointOf)]
}

export async function readEndpoints(ctx: MerchantCtx): Promise<WebhookEndpointPage> {
  const data = await listVisibleEndpoints(ctx)
  return { data, total: data.length, totalExact: true, nextCursor: null }
}

/** Returns the API keys that made endpoints of the merchant; endpoints that people made are left out. */
export async function readEndpointKeys({ db, merchant, now }: MerchantCtx): Promise<EndpointKey[]> {
  const merchantId = merchant.id
  const rows = await listEndpoints(db, { merchantId })
  const ids = rows.flatMap(({ keyId }) => keyId ?? [])
  if (ids.length === 0) return []
  const keys = await listKeyNames(db, { merchantId, ids })
  const names = new Map(keys.map(({ id, name }) => [id, name]))
  const usable = await listUsableFirstKeys(db, { merchantId, ids, now: toIso(now()) })
  return rows.flatMap(({ id: endpointId, keyId, shopId }): EndpointKey[] => {
    const keyName = names.get(keyId ?? '')
    const isUsable = keyId !== null && usable.includes(keyId)
    return keyName === undefined
      ? []
      : [{ endpointId, keyName, isOfShop: shopId !== null, isUsable }]
  })
}

/** Returns an endpoint that the caller may see. Throws `not_found` for any other id. */
export async function readEndpoint(
  ctx: MerchantCtx,
  { id }: { id: string },
): Promise<WebhookEndpoint> {
  const endpoint = (await listVisibleEndpoints(ctx)).find((each) => each.id === id)
  if (!endpoint) throw noEndpoint()
  return endpoint
}
