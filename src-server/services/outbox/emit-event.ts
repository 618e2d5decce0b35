import type { WebhookEventRow } from '#db/tables/webhook-tables.ts'
import type { World } from '#server/core/context.ts'
import type { ApiVersion } from '#server/shared/api-version.ts'
import { toIso } from '#server/shared/day.ts'
import { acceptsType } from './event-filter.rules.ts'
import type { EventType } from './event-type.schema.ts'
import { insertWebhookEvents } from './events.queries.ts'
import { findEndpoints } from './integrations.queries.ts'
import { payloadOf } from './payload.rules.ts'

/** A webhook event to write, about an object of a merchant. */
export type EventDraft = {
  merchantId: string
  type: EventType
  /** The event's object in its current state, in the form of version 1. */
  data: object
  /** The same object for integrations of version 2, when its form there contains more. */
  inV2?: (() => object) | undefined
  objectId?: string | null
  customerId?: string | null
  isTest?: boolean
}

type EventWorld = Pick<World, 'db' | 'now' | 'newId' | 'noteChange'>

/**
 * Writes events into the outbox, from which the worker delivers them. Call it in the transaction of the changes that
 * they report, so that both or neither are stored. Merchants without an endpoint get no events, and an endpoint gets
 * only its chosen types; test events are always sent. Returns the ids of the written events.
 */
export async function emitEvents(
  world: EventWorld,
  drafts: readonly EventDraft[],
): Promise<string[]> {
  const merchants = [...new Set(drafts.map(({ merchantId }) => merchantId))].toSorted()
  const endpoints = await findEndpoints(
    world.db,
    merchants.map((merchantId) => ({ merchantId })),
  )
  const openEndpoints = new Map(
    endpoints
      .filter(({ webhookUrl, disabledAt }) => webhookUrl !== null && disabledAt === null)
      .map((endpoint) => [endpoint.merchantId, endpoint]),
  )
  const rows = drafts.flatMap((draft) => {
    const endpoint = openEndpoints.get(draft.merchantId)
    if (!endpoint) return []
    const { type, isTest = false } = draft
    if (!isTest && !acceptsType(endpoint.events, type)) return []
    return [rowOf(world, draft, endpoint.version)]
  })
  await insertWebhookEvents(world.db, rows)
  for (const { merchantId, id } of rows) {
    world.noteChange({ merchantId, type: 'webhook_event', action: 'created', objectId: id })
  }
  return rows.map(({ id }) => id)
}

function rowOf(
  world: EventWorld,
  { merchantId, type, data, inV2, objectId = null, customerId = null, isTest = false }: EventDraft,
  version: ApiVersion,
): WebhookEventRow {
  const id = world.newId('evt')
  const createdAt = toIso(world.now())
  return {
    merchantId,
    id,
    eventType: type,
    isTest: isTest ? 1 : 0,
    objectId,
    customerId,
    payload: payloadOf(
      { id, type, createdAt, data: version === 'v2' && inV2 ? inV2() : data },
      version,
    ),
    status: 'retry',
    attempts: 0,
    nextAttemptAt: createdAt,
    leasedUntil: null,
    createdAt,
  }
}

/** Writes one event. Returns its id; undefined when the merchant has no endpoint that receives this type. */
export const emitEvent = async (
  world: EventWorld,
  draft: EventDraft,
): Promise<string | undefined> => (await emitEvents(world, [draft]))[0]

type Outcome = 'success' | 'failed' | 'pending'

const typeOfOutcome = {
  success: 'payment.completed',
  failed: 'payment.failed',
  pending: 'payment.pending',
} as const

type Payment = { merchantId: string; id: string; customerId: string }

/** Content of an event about a payment, by version of the integration. */
type EventBodies = { v1: object; v2: () => object }

/** Creates the event for a payment's outcome, or for a payment that its processor left pending. */
export const createPaymentEvent = (
  payment: Payment & { status: Outcome },
  { v1, v2 }: EventBodies,
): EventDraft => ({
  merchantId: payment.merchantId,
  type: typeOfOutcome[payment.status],
  data: v1,
  inV2: v2,
  objectId: payment.id,
  customerId: payment.customerId,
})

/**
 * Creates the event for a payment that is authorized or requires the payer's action; returns an empty list for any
 * other stage.
 */
export function createStageEvents(
  payment: Payment & { stage?: string | null },
  { v1, v2 }: EventBodies,
): EventDraft[] {
  const { merchantId, id: objectId, customerId, stage } = payment
  if (stage !== 'authorized' && stage !== 'requires_action') return []
  return [{ merchantId, type: `payment.${stage}`, data: v1, inV2: v2, objectId, customerId }]
}

/** Creates an event about a refund: it was made, its money is back, or it failed. */
export const createRefundEvent = (
  refund: { merchantId: string; id: string; customerId: string },
  type: Extract<EventType, `refund.${string}`>,
  data: object,
): EventDraft => ({
  merchantId: refund.merchantId,
  type,
  data,
  objectId: refund.id,
  customerId: refund.customerId,
})

/** Creates an event about a dispute: it was opened, changed or closed. */
export const createDisputeEvent = (
  dispute: { merchantId: string; id: string; customerId: string },
  type: Extract<EventType, `dispute.${string}`>,
  data: object,
): EventDraft => ({
  merchantId: dispute.merchantId,
  type,
  data,
  objectId: dispute.id,
  customerId: dispute.customerId,
})

/**
 * Creates the event for a successful payment by a link: the payment, the link and the payer's answers; in version 2 also
 * the items and the tip.
 */
export const createLinkPaidEvent = (payment: Payment, { v1, v2 }: EventBodies): EventDraft => ({
  merchantId: payment.merchantId,
  type: 'payment_link.paid',
  data: v1,
  inV2: v2,
  objectId: payment.id,
  customerId: payment.customerId,
})

/** Creates the event for a new customer. */
export const createCustomerEvent = (
  customer: { merchantId: string; id: string },
  data: object,
): EventDraft => ({
  merchantId: customer.merchantId,
  type: 'customer.created',
  data,
  objectId: customer.id,
  customerId: customer.id,
})
