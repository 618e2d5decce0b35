import type { ListenerEventRow } from '#db/tables/listener-tables.ts'
import type { WebhookEventRow } from '#db/tables/webhook-tables.ts'
import type { World } from '#server/core/context.ts'
import type { ApiVersion } from '#server/shared/api-version.ts'
import { toIso } from '#server/shared/day.ts'
import { readEndpointCache, rowIdOf } from './endpoint-cache.rules.ts'
import { acceptsType } from './event-filter.rules.ts'
import type { EventType } from './event-type.schema.ts'
import { insertWebhookEvents } from './events.queries.ts'
import { findEndpoints, INTEGRATION_ENDPOINT } from './integrations.queries.ts'
import { insertListenerEvents } from './listeners/listener-events.queries.ts'
import { listenerRowsOf, readStoredListeners, receivesType } from './listeners/listeners.rules.ts'
import { payloadOf } from './payload.rules.ts'

/** A webhook event to write, about an object of a merchant. */
export type EventDraft = {
  merchantId: string
  type: EventType
  /** The event's object in its current state, in the form of version 1. */
  data: object
  /** The object for integrations of version 2, when version 2 has more fields. */
  inV2?: (() => object) | undefined
  objectId?: string | null
  customerId?: string | null
  /**
   * The shop whose API key made the payment that the event is about. Endpoints of a shop receive only the events of its
   * own payments.
   */
  shopId?: string | null | undefined
  isTest?: boolean
  /** The endpoint of a test event; by default the integration's endpoint. */
  endpointId?: string
}

type EventWorld = Pick<World, 'db' | 'now' | 'newId' | 'publishChange'>

/** An endpoint that receives events: `id` is empty for the integration's endpoint. */
type OpenEndpoint = { id: string; version: ApiVersion; events: string | null; shopId?: string }

/** Returns a merchant's enabled endpoints, the integration's first. */
function openEndpointsOf({
  webhookUrl,
  disabledAt,
  version,
  events,
  otherEndpoints,
}: Awaited<ReturnType<typeof findEndpoints>>[number]): OpenEndpoint[] {
  const isOpen = webhookUrl !== null && disabledAt === null
  const others = otherEndpoints === null ? [] : readEndpointCache(otherEndpoints)
  return isOpen ? [{ id: INTEGRATION_ENDPOINT, version, events }, ...others] : others
}

/**
 * Returns the endpoints that receive an event. A test event goes to its endpoint only, whichever types it chose. An
 * endpoint of a shop receives only events about payments that its shop made.
 */
const receiversOf = (
  endpoints: readonly OpenEndpoint[],
  { type, isTest = false, endpointId = INTEGRATION_ENDPOINT, shopId }: EventDraft,
): OpenEndpoint[] =>
  endpoints.filter((endpoint) => {
    if (isTest) return endpoint.id === endpointId
    const isOpenTo = endpoint.shopId === undefined || endpoint.shopId === shopId
    return isOpenTo && acceptsType(endpoint.events, type)
  })

type StoredEndpoint = Awaited<ReturnType<typeof findEndpoints>>[number]

/** The rows of one event: rows for endpoints, and rows for open listeners. */
type EventRows = { outbox: WebhookEventRow[]; listened: ListenerEventRow[] }

/**
 * Writes events into the outbox, from which the worker delivers them, and for open listeners. Call it in the
 * transaction of the changes that they report, so that both or neither are stored. Each endpoint and listener gets only
 * its chosen types; merchants without any get no events. Writes one row for each version that the endpoints use: the
 * worker copies it for the other endpoints of that version, so that payments do not wait for these rows. Returns the
 * ids of the written rows; for an event that only listeners receive, the event's id.
 */
export async function emitEvents(
  world: EventWorld,
  drafts: readonly EventDraft[],
): Promise<string[]> {
  const merchants = [...new Set(drafts.map(({ merchantId }) => merchantId))].toSorted()
  const integrations = await findEndpoints(
    world.db,
    merchants.map((merchantId) => ({ merchantId })),
  )
  const endpointCacheOf = new Map(integrations.map((row) => [row.merchantId, row]))
  const events = drafts.flatMap((draft) => {
    const stored = endpointCacheOf.get(draft.merchantId)
    return stored ? rowsOf(world, draft, stored) : []
  })
  await insertWebhookEvents(
    world.db,
    events.flatMap(({ outbox }) => outbox),
  )
  await insertListenerEvents(
    world.db,
    events.flatMap(({ listened }) => listened),
  )
  const written = events.flatMap(({ outbox, listened }): { merchantId: string; id: string }[] =>
    outbox.length > 0 ? outbox : listened.slice(0, 1),
  )
  for (const { merchantId, id } of written) {
    world.publishChange({ merchantId, type: 'webhook_event', action: 'created', objectId: id })
  }
  return written.map(({ id }) => id)
}

/** Returns an event's rows; an empty list if no endpoint and no listener receives it. */
function rowsOf(world: EventWorld, draft: EventDraft, stored: StoredEndpoint): EventRows[] {
  const { merchantId, type, data, inV2, objectId = null, customerId = null, endpointId } = draft
  const receivers = receiversOf(openEndpointsOf(stored), draft)
  // A test event for one endpoint goes to that endpoint only.
  const listeners =
    endpointId === undefined
      ? readStoredListeners(stored.listeners).filter((each) => receivesType(each, type))
      : []
  if (receivers.length === 0 && listeners.length === 0) return []
  const id = world.newId('evt')
  const createdAt = toIso(world.now())
  const bodyIn = (version: ApiVersion) =>
    payloadOf({ id, type, createdAt, data: version === 'v2' && inV2 ? inV2() : data }, version)
  const event = { merchantId, isTest: draft.isTest ? 1 : 0, customerId, createdAt }
  const outbox = (['v1', 'v2'] as const).flatMap((version): WebhookEventRow[] => {
    const [first, ...others] = receivers.filter((each) => each.version === version)
    if (!first) return []
    return [
      {
        ...event,
        id: rowIdOf(id, first.id),
        endpointId: first.id,
        copiesFor: others.length === 0 ? null : others.map((each) => each.id).join(),
        eventType: type,
        objectId,
        payload: bodyIn(version),
        status: 'retry',
        attempts: 0,
        nextAttemptAt: createdAt,
        leasedUntil: null,
      },
    ]
  })
  return [{ outbox, listened: listenerRowsOf({ ...event, id, type, bodyIn }, listeners) }]
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

type Payment = { merchantId: string; id: string; customerId: string; shopId?: string | null }

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
  shopId: payment.shopId,
})

/**
 * Creates the event for a payment that is authorized or requires the payer's action; returns an empty list for any
 * other stage.
 */
export function createStageEvents(
  payment: Payment & { stage?: string | null },
  { v1, v2 }: EventBodies,
): EventDraft[] {
  const { merchantId, id: objectId, customerId, shopId, stage } = payment
  if (stage !== 'authorized' && stage !== 'requires_action') return []
  const about = { merchantId, objectId, customerId, shopId }
  return [{ ...about, type: `payment.${stage}`, data: v1, inV2: v2 }]
}

/**
 * Creates an event about a refund: it was made, its money is back, or it failed. `shopId` is the shop of its payment.
 */
export const createRefundEvent = (
  refund: { merchantId: string; id: string; customerId: string; shopId: string | null | undefined },
  type: Extract<EventType, `refund.${string}`>,
  data: object,
): EventDraft => ({
  merchantId: refund.merchantId,
  type,
  data,
  objectId: refund.id,
  customerId: refund.customerId,
  shopId: refund.shopId,
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
 * Creates the event for a successful payment by a link: the payment, the link and the payer's answers; in version 2
 * also the items and the tip.
 */
export const createLinkPaidEvent = (payment: Payment, { v1, v2 }: EventBodies): EventDraft => ({
  merchantId: payment.merchantId,
  type: 'payment_link.paid',
  data: v1,
  inV2: v2,
  objectId: payment.id,
  customerId: payment.customerId,
})

/** Creates the event for a payout that arrived or that the bank refused. */
export const createPayoutEvent = (
  { merchantId, id, status }: { merchantId: string; id: string; status: 'paid' | 'failed' },
  data: object,
): EventDraft => ({ merchantId, type: `payout.${status}`, data, objectId: id })

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
