import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction, type MerchantCtx } from '#server/core/context.ts'
import { audit } from '#server/services/audit/audit.ts'
import { findDeliveryEndpoint } from '#server/services/outbox/endpoints.queries.ts'
import {
  countWebhookEvents,
  findWebhookEvent,
  listWebhookEvents,
  requeueWebhookEvents,
} from '#server/services/outbox/events.queries.ts'
import {
  INTEGRATION_ENDPOINT,
  lockIntegration,
} from '#server/services/outbox/integrations.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { KEEP_MS } from './prune-events.ts'
import { webhookEventOf } from './webhooks.rules.ts'
import type { ReplayEvents, ReplayedEvents, WebhookEvent } from './webhooks.schema.ts'

const MAX_SHOWN = 100
const MAX_REPLAYED = 10_000

async function assertEndpoint(ctx: MerchantCtx, endpointId: string): Promise<void> {
  const endpoint = await findDeliveryEndpoint(ctx.db, { merchantId: ctx.merchant.id, endpointId })
  if (!endpoint) {
    throw new AppError('conflict', 'There is no webhook URL to send to.', { reason: 'no_endpoint' })
  }
  if (endpoint.disabledAt !== null) {
    throw new AppError(
      'conflict',
      endpointId === INTEGRATION_ENDPOINT
        ? 'The endpoint is disabled. Save the webhook URL again to switch it on.'
        : 'The endpoint is disabled. Enable it first.',
      { reason: 'endpoint_disabled' },
    )
  }
}

const publishEventChange = ({ merchant, publishChange }: MerchantCtx, objectId: string) =>
  publishChange({ merchantId: merchant.id, type: 'webhook_event', action: 'changed', objectId })

/** Sends an event again, with its id and body, from the beginning of the schedule. */
export const replayEvent = (ctx: MerchantCtx, { id }: { id: string }): Promise<WebhookEvent> =>
  inTransaction(ctx, async (inner) => {
    const merchantId = ctx.merchant.id
    const event = await findWebhookEvent(inner.db, { merchantId, id })
    if (!event) throw new AppError('not_found', 'There is no such event.')
    const { endpointId } = event
    await assertEndpoint(inner, endpointId)
    const at = toIso(ctx.now())
    const since = toIso(ctx.now() - KEEP_MS)
    const count = await requeueWebhookEvents(inner.db, {
      merchantId,
      endpointId,
      at,
      since,
      ids: [id],
    })
    if (count === 0) throw new AppError('not_found', 'There is no such event.')
    await audit(inner, { merchantId, action: 'webhook_event.replayed', objectId: id })
    publishEventChange(inner, id)
    return webhookEventOf({ ...event, status: 'retry', nextAttemptAt: at })
  })

/** Sends many events again; with `dryRun`, only lists them. */
export async function replayEvents(ctx: MerchantCtx, input: ReplayEvents): Promise<ReplayedEvents> {
  const { dryRun, status, eventType, endpointId = INTEGRATION_ENDPOINT } = input
  const merchantId = ctx.merchant.id
  const at = toIso(ctx.now())
  const since = toIso(ctx.now() - KEEP_MS)
  const filter = { merchantId, endpointId, status, eventType, since }
  return inTransaction(ctx, async (inner) => {
    const [count, newest] = [
      await countWebhookEvents(inner.db, { ...filter, upTo: MAX_REPLAYED + 1 }),
      await listWebhookEvents(inner.db, { ...filter, limit: MAX_SHOWN }),
    ]
    if (count > MAX_REPLAYED) {
      throw new AppError('conflict', `That is more than ${MAX_REPLAYED} events. Choose a type.`, {
        reason: 'too_many_events',
      })
    }
    const events = newest.map(webhookEventOf)
    if (dryRun) return { count, events }
    await lockIntegration(inner.db, { dialect: ctx.dialect, merchantId })
    await assertEndpoint(inner, endpointId)
    const replayed = await requeueWebhookEvents(inner.db, { ...filter, at })
    await audit(inner, {
      merchantId,
      action: 'webhook_events.replayed',
      objectId: merchantId,
      after: {
        status,
        eventType: eventType ?? null,
        count: replayed,
        ...(input.endpointId && { endpointId }),
      },
    })
    publishEventChange(inner, merchantId)
    return {
      count: replayed,
      events: events.map((event) => ({ ...event, status: 'retry', nextAttemptAt: at })),
    }
  })
}
