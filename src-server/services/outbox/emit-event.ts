import type { ListenerEventRow } from '#db/tables/listener-tables.ts'
import type { WebhookEventRow } from '#db/tables/webhook-tables.ts'
import type { World } from '#server/core/context.ts'
import type { ApiVersion } from '#server/shared/api-version.ts'
import { toIso } from '#server/shared/day.ts'
import { acceptsType } from './event-filter.rules.ts'
import type { EventType } from './event-type.schema.ts'
import { insertWebhookEvents } from './events.queries.ts'
import { findEndpoints } from './integrations.queries.ts'
import { insertListenerEvents } from './listeners/listener-events.queries.ts'
import { hears, listenerRowsOf, readStoredListeners } from './listeners/listeners.rules.ts'
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

type StoredEndpoint = Awaited<ReturnType<typeof findEndpoints>>[number]

/** The rows of one event: that of the endpoint, if it receives the event, and those of the listeners. */
type EventRows = { id: string; outbox: WebhookEventRow[]; listened: ListenerEventRow[] }

/**
 * Writes events into the outbox, from which the worker delivers them, and for open listeners. Call it in the transaction
 * of the changes that they report, so that both or neither are stored. Merchants without an endpoint and a listener get
 * no events, and each gets only its chosen types; test events are always sent to the endpoint. Returns the ids of the
 * written events.
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
  const endpointOf = new Map(endpoints.map((endpoint) => [endpoint.merchantId, endpoint]))
  const events = drafts.flatMap((draft) => {
    const endpoint = endpointOf.get(draft.merchantId)
    return endpoint ? rowsOf(world, draft, endpoint) : []
  })
  await insertWebhookEvents(
    world.db,
    events.flatMap(({ outbox }) => outbox),
  )
  await insertListenerEvents(
    world.db,
    events.flatMap(({ listened }) => listened),
  )
  for (const { id, outbox, listened } of events) {
    const [row] = [...outbox, ...listened]
    if (row === undefined) continue
    const { merchantId } = row
    world.noteChange({ merchantId, type: 'webhook_event', action: 'created', objectId: id })
  }
  return events.map(({ id }) => id)
}

/** Returns an event's rows; an empty list if neither the endpoint nor a listener receives it. */
function rowsOf(world: EventWorld, draft: EventDraft, endpoint: StoredEndpoint): EventRows[] {
  const { type, isTest = false } = draft
  const isOpen = endpoint.webhookUrl !== null && endpoint.disabledAt === null
  const isReceived = isOpen && (isTest || acceptsType(endpoint.events, type))
  const listeners = readStoredListeners(endpoint.listeners).filter((each) => hears(each, type))
  if (!isReceived && listeners.length === 0) return []
  const id = world.newId('evt')
  const createdAt = toIso(world.now())
  const { merchantId, data, inV2, customerId = null } = draft
  const bodyIn = (version: ApiVersion) =>
    payloadOf({ id, type, createdAt, data: version === 'v2' && inV2 ? inV2() : data }, version)
  const event = { merchantId, id, isTest: isTest ? 1 : 0, customerId, createdAt }
  const row = (): WebhookEventRow => ({
    ...event,
    eventType: type,
    objectId: draft.objectId ?? null,
    payload: bodyIn(endpoint.version),
    status: 'retry',
    attempts: 0,
    nextAttemptAt: createdAt,
    leasedUntil: null,
  })
  return [
    {
      id,
      outbox: isReceived ? [row()] : [],
      listened: listenerRowsOf({ ...event, type, bodyIn }, listeners),
    },
  ]
}

/** Writes one event. Returns its id; undefined when the merchant has no endpoint or listener that receives it. */
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
