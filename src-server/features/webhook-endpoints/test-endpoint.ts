import type { MerchantCtx } from '#server/core/context.ts'
import { INTEGRATION_ENDPOINT } from '#server/services/outbox/integrations.queries.ts'
import { sendTestEvent } from '../webhooks/send-test-event.ts'
import type { WebhookEvent } from '../webhooks/webhooks.schema.ts'
import { readEndpoint } from './visible-endpoints.ts'
import type { TestWebhookEndpoint } from './webhook-endpoints.schema.ts'

/** Sends an event with sample data to one endpoint, signed and delivered like a real one. */
export async function testEndpoint(
  ctx: MerchantCtx,
  { id, eventType }: TestWebhookEndpoint,
): Promise<WebhookEvent> {
  await readEndpoint(ctx, { id })
  const endpointId = id.startsWith('int_') ? INTEGRATION_ENDPOINT : id
  return sendTestEvent(ctx, { eventType, endpointId })
}
