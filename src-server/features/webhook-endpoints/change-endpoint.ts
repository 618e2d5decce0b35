import type { WebhookEndpointRow } from '#db/tables/webhook-tables.ts'
import { inTransaction, type MerchantCtx } from '#server/core/context.ts'
import { audit, diffFields } from '#server/services/audit/audit.ts'
import { endNotices } from '#server/services/notices/raise-notice.ts'
import { assertWebhookUrl } from '#server/services/outbox/assert-webhook-url.ts'
import { updateEndpointRow } from '#server/services/outbox/endpoints.queries.ts'
import { failWaitingEvents } from '#server/services/outbox/events.queries.ts'
import { lockIntegration } from '#server/services/outbox/integrations.queries.ts'
import { createSecret, overlapOf } from '#server/services/outbox/signing-secrets.ts'
import { updateEndpointCache } from '#server/services/outbox/update-endpoint-cache.ts'
import { toIso } from '#server/shared/day.ts'
import { assertKeyStillUsable } from '../api-keys/authenticate-key.ts'
import type { RotatedSecret } from '../integrations/integrations.schema.ts'
import { lockMerchantRow } from '../merchants/merchants.queries.ts'
import { assertTypesForShop } from './shop-endpoint.ts'
import { findVisibleEndpoint, noEndpoint } from './visible-endpoints.ts'
import { auditedSettings, endpointOf, storedEvents } from './webhook-endpoints.rules.ts'
import type { ChangedWebhookEndpoint, WebhookEndpoint } from './webhook-endpoints.schema.ts'

/**
 * Locks the merchant and the integration before any change of an endpoint. Returns the endpoint if the caller may
 * manage it.
 */
async function lockEndpoint(inner: MerchantCtx, id: string): Promise<WebhookEndpointRow> {
  const { db, dialect } = inner
  const merchantId = inner.merchant.id
  await lockMerchantRow(db, { dialect, merchantId, hold: 'team' })
  await assertKeyStillUsable(inner)
  await lockIntegration(db, { dialect, merchantId })
  return findVisibleEndpoint(inner, { id })
}

const publishEndpointChange = ({ merchant, publishChange }: MerchantCtx, objectId: string) =>
  publishChange({ merchantId: merchant.id, type: 'webhook_endpoint', action: 'changed', objectId })

/** Ends the notice that the endpoint was disabled. */
const endDisabledNotice = (inner: MerchantCtx, objectId: string) =>
  endNotices(inner, { merchantId: inner.merchant.id, objectId, kinds: ['endpoint_disabled'] })

function statusColumns(
  before: WebhookEndpointRow,
  { status }: ChangedWebhookEndpoint,
  at: string,
): Partial<WebhookEndpointRow> {
  if (status === undefined) return {}
  if (status === 'enabled') return { disabledAt: null, disabledReason: null, failingSince: null }
  return before.disabledAt === null ? { disabledAt: at, disabledReason: 'by_hand' } : {}
}

/** Changes the given fields. A disabled endpoint gets no events, and events that wait for it become failed. */
export function changeEndpoint(
  ctx: MerchantCtx,
  input: ChangedWebhookEndpoint,
): Promise<WebhookEndpoint> {
  const { id, url, events, version } = input
  if (url !== undefined) assertWebhookUrl(ctx.config, 'url', url)
  return inTransaction(ctx, async (inner) => {
    const merchantId = ctx.merchant.id
    const before = await lockEndpoint(inner, id)
    assertTypesForShop(before.shopId, events)
    const at = toIso(ctx.now())
    const after = await updateEndpointRow(
      inner.db,
      { merchantId, id },
      {
        ...(url !== undefined && { url }),
        ...(events && { events: storedEvents(events) }),
        ...(version && { version }),
        ...statusColumns(before, input, at),
        updatedAt: at,
      },
    )
    if (!after) throw noEndpoint()
    await updateEndpointCache(inner.db, merchantId)
    if (after.disabledAt !== null) {
      await failWaitingEvents(inner.db, { merchantId, endpointId: id })
    } else if (before.disabledAt !== null) await endDisabledNotice(inner, id)
    await audit(inner, {
      merchantId,
      action: 'webhook_endpoint.updated',
      objectId: id,
      ...diffFields(auditedSettings(before), auditedSettings(after)),
    })
    publishEndpointChange(inner, id)
    return endpointOf(after)
  })
}

/** Deletes an endpoint's secrets and removes it from lists. Its row stays while events refer to it. */
export function deleteEndpoint(ctx: MerchantCtx, { id }: { id: string }): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    const merchantId = ctx.merchant.id
    const before = await lockEndpoint(inner, id)
    const at = toIso(ctx.now())
    await updateEndpointRow(
      inner.db,
      { merchantId, id },
      {
        secret: null,
        previousSecret: null,
        previousSecretExpiresAt: null,
        deletedAt: at,
        updatedAt: at,
      },
    )
    await updateEndpointCache(inner.db, merchantId)
    await failWaitingEvents(inner.db, { merchantId, endpointId: id })
    await endDisabledNotice(inner, id)
    await audit(inner, {
      merchantId,
      action: 'webhook_endpoint.deleted',
      objectId: id,
      before: auditedSettings(before),
    })
    publishEndpointChange(inner, id)
  })
}

/** Makes a new signing secret. For a day, deliveries carry a signature with the former secret too. */
export const rotateEndpointSecret = (
  ctx: MerchantCtx,
  { id }: { id: string },
): Promise<RotatedSecret> =>
  inTransaction(ctx, async (inner) => {
    const merchantId = ctx.merchant.id
    const before = await lockEndpoint(inner, id)
    const { secret, kept: columns } = createSecret(ctx.secretBox, before)
    const overlap = overlapOf(before, ctx.now())
    const updatedAt = toIso(ctx.now())
    await updateEndpointRow(inner.db, { merchantId, id }, { ...columns, ...overlap, updatedAt })
    await audit(inner, {
      merchantId,
      action: 'webhook_endpoint.secret_rotated',
      objectId: id,
      before: { secretLast4: before.secretLast4 },
      after: { secretLast4: columns.secretLast4 },
    })
    publishEndpointChange(inner, id)
    return { secret, previousExpiresAt: overlap.previousSecretExpiresAt }
  })
