import { inTransaction, type World } from '#server/core/context.ts'
import type { DeliveryResult } from '#server/core/ports/sender.ts'
import { disableEndpoint } from '#server/services/outbox/disable-endpoint.ts'
import {
  type DeliveryEndpoint,
  type EndpointKey,
  findDeliveryEndpoint,
  recordDelivery,
  recordFailure,
} from '#server/services/outbox/endpoints.queries.ts'
import {
  findCustomerOfEvent,
  findEventToRecord,
  insertAttempt,
  updateWebhookEvent,
} from '#server/services/outbox/events.queries.ts'
import { lockIntegration } from '#server/services/outbox/integrations.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { lockUnlessErased } from '../customers/lock-customer.ts'
import { lockMerchantRow } from '../merchants/merchants.queries.ts'
import { DISABLE_AFTER_MS, nextAttemptAt, retryAfterOf } from './schedule.ts'
import { explainStatus, isDelivered } from './webhooks.rules.ts'

type Key = EndpointKey & { id: string }

export type AttemptOutcome = {
  atMs: number
  result: DeliveryResult
  /** Number in [0, 1) that spreads the retries of events that failed together. */
  random: number
  /** False when a person waits for the outcome, so that the event is not sent later. */
  mayRetry: boolean
}

const GONE = 410
/** Precision, in milliseconds, of the stored time of the last delivery. */
const RECORD_DELIVERY_EVERY_MS = 1000

/** Records the outcome of an attempt and schedules the next one, if any. */
export const recordAttempt = (world: World, key: Key, attempt: AttemptOutcome): Promise<void> =>
  inTransaction(world, async (inner) => {
    const { db, dialect } = inner
    const mayStore = await mayStoreResponse(inner, key)
    const changesHealth = await mayChangeHealth(inner, key, attempt.result)
    if (changesHealth) await lockIntegration(db, { dialect, merchantId: key.merchantId })
    const event = await findEventToRecord(db, dialect, key)
    // The event was deleted with its merchant or because of its age.
    if (!event) return
    const { result } = attempt
    await insertAttempt(db, {
      merchantId: key.merchantId,
      eventId: key.id,
      at: toIso(attempt.atMs),
      statusCode: result.statusCode,
      durationMs: result.durationMs,
      error: result.error ?? explainStatus(result.statusCode),
      response: mayStore ? result.response : null,
    })
    const attempts = event.attempts + 1
    const isSuccess = isDelivered(result.statusCode)
    // Another worker may have delivered the event meanwhile, after this one's lease ran out.
    const isDone = isSuccess || event.status === 'success'
    // Disabling an endpoint marks its waiting events as failed: then this attempt is the last.
    const mayRetry = attempt.mayRetry && event.status !== 'failed'
    const nextMs = isDone || !mayRetry ? undefined : nextAttemptMs(inner, attempts, attempt)
    const status = isDone ? 'success' : nextMs === undefined ? 'failed' : 'retry'
    await updateWebhookEvent(db, key, {
      status,
      attempts,
      nextAttemptAt: nextMs === undefined ? null : toIso(nextMs),
      leasedUntil: null,
    })
    if (changesHealth) await updateEndpointHealth(inner, key, result, isSuccess)
    inner.publishChange({
      merchantId: key.merchantId,
      type: 'webhook_event',
      action: 'changed',
      objectId: key.id,
    })
  })

/**
 * Returns false for events of an erased customer, since an endpoint may repeat the event in its response. The customer
 * is locked before the event: an erasure then either finds the stored response or is found here.
 */
async function mayStoreResponse({ db, dialect }: World, key: Key): Promise<boolean> {
  const { merchantId } = key
  const customerId = (await findCustomerOfEvent(db, key))?.customerId
  if (!customerId) return true
  await lockMerchantRow(db, { dialect, merchantId, hold: 'settings' })
  return !(await lockUnlessErased({ db, dialect }, { merchantId, customerId }))
}

function nextAttemptMs(
  world: World,
  attempts: number,
  { result, random }: AttemptOutcome,
): number | undefined {
  const nowMs = world.now()
  const retryAfterMs = retryAfterOf(result.retryAfter, nowMs)
  return nextAttemptAt(nowMs, { attempts, random, retryAfterMs })
}

/**
 * Returns whether an attempt may change the endpoint's health; most successful deliveries do not. Only attempts that
 * may change it lock the integration and are serialized; other attempts are recorded concurrently.
 */
async function mayChangeHealth(
  { db, now }: World,
  endpointKey: EndpointKey,
  { statusCode }: DeliveryResult,
): Promise<boolean> {
  if (!isDelivered(statusCode)) return true
  const endpoint = await findDeliveryEndpoint(db, endpointKey)
  const { failingSince = null, lastSync = null } = endpoint ?? {}
  const isRecorded = lastSync !== null && now() - Date.parse(lastSync) < RECORD_DELIVERY_EVERY_MS
  return failingSince !== null || !isRecorded
}

/** Updates the endpoint's health, and disables an endpoint that is gone or has failed for too long. */
async function updateEndpointHealth(
  world: World,
  { merchantId, endpointId }: EndpointKey,
  { statusCode }: DeliveryResult,
  isSuccess: boolean,
): Promise<void> {
  const at = toIso(world.now())
  if (isSuccess) {
    await recordDelivery(world.db, { merchantId, endpointId, at })
    return
  }
  const endpoint = await findDeliveryEndpoint(world.db, { merchantId, endpointId })
  if (!endpoint) return
  if (statusCode === GONE) await disableEndpoint(world, endpoint, 'gone')
  else if (endpoint.failingSince === null) {
    await recordFailure(world.db, { merchantId, endpointId, at })
  } else if (hasFailedTooLong(endpoint, world.now())) {
    await disableEndpoint(world, endpoint, 'failing')
  }
}

const hasFailedTooLong = ({ failingSince }: DeliveryEndpoint, nowMs: number): boolean =>
  failingSince !== null && nowMs - Date.parse(failingSince) >= DISABLE_AFTER_MS
