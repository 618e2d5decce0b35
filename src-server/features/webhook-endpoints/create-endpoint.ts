import type { WebhookEndpointRow } from '#db/tables/webhook-tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { actorName, inTransaction, type MerchantCtx, shopIdOf } from '#server/core/context.ts'
import { audit } from '#server/services/audit/audit.ts'
import { assertWebhookUrl } from '#server/services/outbox/assert-webhook-url.ts'
import { insertEndpoint, listEndpoints } from '#server/services/outbox/endpoints.queries.ts'
import { findIntegration, lockIntegration } from '#server/services/outbox/integrations.queries.ts'
import { createSecret } from '#server/services/outbox/signing-secrets.ts'
import { updateEndpointCache } from '#server/services/outbox/update-endpoint-cache.ts'
import { toIso } from '#server/shared/day.ts'
import { assertKeyStillUsable } from '../api-keys/authenticate-key.ts'
import { lockMerchantRow } from '../merchants/merchants.queries.ts'
import { assertFirstOfShop, assertTypesForShop } from './shop-endpoint.ts'
import { findCreatorKeyId } from './visible-endpoints.ts'
import { auditedSettings, endpointOf, storedEvents } from './webhook-endpoints.rules.ts'
import {
  type CreatedWebhookEndpoint,
  MAX_ENDPOINTS,
  type NewWebhookEndpoint,
} from './webhook-endpoints.schema.ts'

/**
 * Creates an endpoint. `secret` of the result is encrypted, so that the stored response of an Idempotency-Key contains
 * no secret that a copy of the database would reveal.
 */
export function createEndpoint(
  ctx: MerchantCtx,
  input: NewWebhookEndpoint,
): Promise<CreatedWebhookEndpoint> {
  assertWebhookUrl(ctx.config, 'url', input.url)
  const shopId = shopIdOf(ctx.actor) ?? null
  assertTypesForShop(shopId, input.events)
  return inTransaction(ctx, async (inner) => {
    const { db, newId, now, secretBox, actor } = inner
    const merchantId = ctx.merchant.id
    // Locks the merchant, so that two concurrent calls cannot exceed the maximum number of endpoints.
    await lockMerchantRow(db, { dialect: ctx.dialect, merchantId, hold: 'team' })
    await assertKeyStillUsable(inner)
    await lockIntegration(db, { dialect: ctx.dialect, merchantId })
    const integration = await findIntegration(db, { merchantId })
    const others = await listEndpoints(db, { merchantId })
    assertFirstOfShop(shopId, others)
    assertBelowMaximum(others.length + (integration?.webhookUrl ? 1 : 0))
    const at = toIso(now())
    const endpointKey = { merchantId, id: newId('whe') }
    const { kept: secretColumns } = createSecret(secretBox, endpointKey)
    const apiKeyVersion = actor.type === 'key' ? ctx.version : undefined
    const row: WebhookEndpointRow = {
      ...endpointKey,
      ...secretColumns,
      url: input.url,
      events: storedEvents(input.events),
      version: input.version ?? apiKeyVersion ?? integration?.version ?? 'v1',
      previousSecret: null,
      previousSecretExpiresAt: null,
      failingSince: null,
      lastSync: null,
      disabledAt: null,
      disabledReason: null,
      keyId: await findCreatorKeyId(inner),
      shopId,
      actor: actorName(actor),
      deletedAt: null,
      createdAt: at,
      updatedAt: at,
    }
    await insertEndpoint(db, [row])
    await updateEndpointCache(db, merchantId)
    await audit(inner, {
      merchantId,
      action: 'webhook_endpoint.created',
      objectId: row.id,
      after: auditedSettings(row),
    })
    inner.publishChange({
      merchantId,
      type: 'webhook_endpoint',
      action: 'created',
      objectId: row.id,
    })
    return { ...endpointOf(row), secret: secretColumns.secret }
  })
}

function assertBelowMaximum(count: number): void {
  if (count < MAX_ENDPOINTS) return
  throw new AppError('conflict', `There are ${MAX_ENDPOINTS} endpoints already: delete one.`, {
    reason: 'too_many_endpoints',
  })
}
