import type { World } from '#server/core/context.ts'
import type { DeliveryResult } from '#server/core/ports/sender.ts'
import { inSpan } from '#server/core/tracing.ts'
import { eventIdOf } from '#server/services/outbox/endpoint-cache.rules.ts'
import {
  type DeliveryEndpoint,
  findDeliveryEndpoint,
} from '#server/services/outbox/endpoints.queries.ts'
import { failWaitingEvents } from '#server/services/outbox/events.queries.ts'
import { signatureOf } from '#server/services/outbox/signature.ts'
import { activeSecrets } from '#server/services/outbox/signing-secrets.ts'
import { webhookUrlIssue } from '#server/services/outbox/webhook-url.ts'
import type { DueEvent } from './due-events.queries.ts'
import { recordAttempt } from './record-attempt.ts'

const unsentResult = (error: string): DeliveryResult => ({
  statusCode: null,
  retryAfter: undefined,
  date: undefined,
  response: null,
  error,
  durationMs: 0,
})

/**
 * `random` returns a number in [0, 1) that spreads retries. `mayRetry: false` allows one attempt only; the default is
 * true.
 */
export type DeliverOptions = { random: () => number; mayRetry?: boolean }

/**
 * Makes one attempt to deliver an event, outside any transaction, and records it. Without an enabled endpoint, marks
 * the event as failed and sends nothing.
 */
export function deliver(
  world: World,
  event: DueEvent,
  options: DeliverOptions,
): Promise<DeliveryResult> {
  const fields = { 'incasso.merchant_id': event.merchantId, 'incasso.event_id': event.id }
  return inSpan('deliver event', fields, () => attemptDelivery(world, event, options))
}

async function attemptDelivery(
  world: World,
  event: DueEvent,
  { random, mayRetry = true }: DeliverOptions,
): Promise<DeliveryResult> {
  const { merchantId, endpointId, id } = event
  const endpoint = await findDeliveryEndpoint(world.db, { merchantId, endpointId })
  if (!endpoint || endpoint.disabledAt !== null) {
    await failWaitingEvents(world.db, { merchantId, endpointId, id })
    world.publishChange({ merchantId, type: 'webhook_event', action: 'changed', objectId: id })
    return unsentResult('there is no endpoint')
  }
  const atMs = world.now()
  const result = await sendEvent(world, event, endpoint)
  await recordAttempt(
    world,
    { merchantId, endpointId, id },
    { atMs, result, random: random(), mayRetry },
  )
  return result
}

async function sendEvent(
  world: World,
  event: Pick<DueEvent, 'id' | 'payload'>,
  endpoint: DeliveryEndpoint,
): Promise<DeliveryResult> {
  const { config } = world
  const { url } = endpoint
  const id = eventIdOf(event.id)
  // The configuration may allow fewer URLs than when this one was saved.
  if (webhookUrlIssue(url, config.webhookUrls)) return unsentResult('address not allowed')
  const timestampS = Math.floor(world.now() / 1000)
  const secrets = secretsOf(world, endpoint)
  if (typeof secrets === 'string') return unsentResult(secrets)
  return world.webhookSender.send({
    url,
    body: event.payload,
    headers: {
      'content-type': 'application/json',
      'user-agent': `Incasso/${config.version}`,
      'webhook-id': id,
      'webhook-timestamp': String(timestampS),
      'webhook-signature': signatureOf({ id, timestampS, body: event.payload }, secrets),
    },
  })
}

/** Returns the signing secrets, or the reason why there are none, which fails the attempt like any other error. */
function secretsOf({ secretBox, now, log }: World, endpoint: DeliveryEndpoint): string[] | string {
  try {
    const secrets = activeSecrets(secretBox, endpoint, now())
    return secrets.length > 0 ? secrets : 'there is no signing secret: rotate it to make one'
  } catch (error) {
    log.error(
      { err: error, merchant: endpoint.merchantId, endpoint: endpoint.id },
      'a signing secret cannot be read',
    )
    return 'the signing secret cannot be read: rotate it'
  }
}
