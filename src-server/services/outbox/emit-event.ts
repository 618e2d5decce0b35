import type { MerchantCtx, World } from '#server/core/context.ts'
import { toIso } from '#server/shared/day.ts'
import type { EventType } from './event-type.schema.ts'
import { insertWebhookEvent } from './events.queries.ts'
import { findIntegration } from './integrations.queries.ts'
import { payloadOf } from './payload.rules.ts'

export type EventDraft = {
  merchantId: string
  type: EventType
  /** A v1 Transaction or Customer as it is now. */
  data: object
  objectId?: string | null
  customerId?: string | null
  isTest?: boolean
}

/**
 * Writes an event into the outbox, for the worker to deliver. Call it in the transaction of the
 * change that it tells: both happen or neither. Merchants without an endpoint get none.
 * Answers the event's id.
 */
export async function emitEvent(ctx: World, happening: EventDraft): Promise<string | undefined> {
  const { merchantId, type, data, objectId = null, customerId = null, isTest = false } = happening
  const integration = await findIntegration(ctx.db, { merchantId })
  if (!integration?.webhookUrl || integration.disabledAt !== null) return undefined
  const id = ctx.newId('evt')
  const createdAt = toIso(ctx.now())
  await insertWebhookEvent(ctx.db, {
    merchantId,
    id,
    eventType: type,
    isTest: isTest ? 1 : 0,
    objectId,
    customerId,
    payload: payloadOf({ id, type, createdAt, data }, integration.version),
    status: 'retry',
    attempts: 0,
    nextAttemptAt: createdAt,
    leasedUntil: null,
    createdAt,
  })
  ctx.noteChange({ merchantId, type: 'webhook_event', action: 'created', objectId: id })
  return id
}

type Outcome = 'success' | 'failed' | 'pending'

const typeOfOutcome = {
  success: 'payment.completed',
  failed: 'payment.failed',
  pending: 'payment.pending',
} as const

/** Tells that a payment got its outcome, or was left pending by the processor that was asked for it. */
export const emitPayment = (
  ctx: World,
  payment: { merchantId: string; id: string; customerId: string; status: Outcome },
  data: object,
) =>
  emitEvent(ctx, {
    merchantId: payment.merchantId,
    type: typeOfOutcome[payment.status],
    data,
    objectId: payment.id,
    customerId: payment.customerId,
  })

export const emitCustomer = (ctx: MerchantCtx, customer: { id: string }, data: object) =>
  emitEvent(ctx, {
    merchantId: ctx.merchant.id,
    type: 'customer.created',
    data,
    objectId: customer.id,
    customerId: customer.id,
  })
