import type { IntegrationRow } from '#db/tables/webhook-tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction, type MerchantCtx } from '#server/core/context.ts'
import { audit, diffFields } from '#server/services/audit/audit.ts'
import { endNotices } from '#server/services/notices/raise-notice.ts'
import { assertWebhookUrl } from '#server/services/outbox/assert-webhook-url.ts'
import { filterOf } from '#server/services/outbox/event-filter.rules.ts'
import { eventTypes } from '#server/services/outbox/event-type.schema.ts'
import { failWaitingEvents } from '#server/services/outbox/events.queries.ts'
import {
  findIntegration,
  INTEGRATION_ENDPOINT,
  updateIntegrationRow,
} from '#server/services/outbox/integrations.queries.ts'
import { createSecret } from '#server/services/outbox/signing-secrets.ts'
import { toIso } from '#server/shared/day.ts'
import { lockMerchantRow } from '../merchants/merchants.queries.ts'
import { hadNoEndpoint, integrationOf } from './integrations.rules.ts'
import type { UpdatedIntegration, UpdateIntegration } from './integrations.schema.ts'

const auditedSettings = ({ version, webhookUrl, disabledAt, events }: IntegrationRow) => ({
  version,
  webhookUrl,
  disabledAt,
  events,
})

/** Subscribes a first endpoint to every current event type; an existing endpoint keeps its types. */
function filterToStore(
  before: IntegrationRow,
  { events, webhookUrl }: UpdateIntegration,
): string | undefined {
  if (events) return filterOf(events)
  const isFirst = webhookUrl && before.events === null && hadNoEndpoint(before)
  return isFirst ? filterOf(eventTypes) : undefined
}

/**
 * Changes the settings. Saving a URL, even the same one, enables a disabled endpoint. The first URL makes the signing
 * secret, which is in this response only.
 */
export function updateIntegration(
  ctx: MerchantCtx,
  input: UpdateIntegration,
): Promise<UpdatedIntegration> {
  const { webhookUrl } = input
  if (webhookUrl) assertWebhookUrl(ctx.config, 'webhookUrl', webhookUrl)
  return inTransaction(ctx, async (inner) => {
    const merchantId = ctx.merchant.id
    // Locks the merchant, so that two concurrent calls do not both make the first secret.
    await lockMerchantRow(inner.db, { dialect: ctx.dialect, merchantId, hold: 'team' })
    const before = await findIntegration(inner.db, { merchantId })
    if (before?.id !== input.id) throw new AppError('not_found', 'There is no such integration.')
    const created =
      webhookUrl && before.secret === null ? createSecret(ctx.secretBox, before) : undefined
    const { id, events: _, ...change } = input
    const filter = filterToStore(before, input)
    const after = await updateIntegrationRow(
      inner.db,
      { merchantId, id },
      {
        ...change,
        ...created?.kept,
        ...(filter !== undefined && { events: filter }),
        ...(webhookUrl !== undefined && {
          disabledAt: null,
          disabledReason: null,
          failingSince: null,
        }),
        updatedAt: toIso(ctx.now()),
      },
    )
    if (!after) throw new AppError('not_found', 'There is no such integration.')
    if (before.disabledAt !== null && after.disabledAt === null) {
      await endNotices(inner, { merchantId, objectId: id, kinds: ['endpoint_disabled'] })
    }
    // Without a URL, waiting events can never be delivered.
    if (webhookUrl === null) {
      await failWaitingEvents(inner.db, { merchantId, endpointId: INTEGRATION_ENDPOINT })
    }
    await audit(inner, {
      merchantId,
      action: 'integration.updated',
      objectId: id,
      ...diffFields(auditedSettings(before), auditedSettings(after)),
    })
    inner.publishChange({ merchantId, type: 'integration', action: 'changed', objectId: id })
    return { ...integrationOf(after, ctx.config.appUrl), secret: created?.secret ?? null }
  })
}
