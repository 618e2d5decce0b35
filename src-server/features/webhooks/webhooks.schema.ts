import { z } from 'zod'
import { EventType, eventTypes } from '#server/services/outbox/event-type.schema.ts'
import { LookupKey } from '#server/shared/id.ts'
import { Currency, Decimal } from '#server/shared/money/money.ts'
import { checkPaging, paging } from '#server/shared/page.ts'
import { Instant } from '#server/shared/text/text.ts'
import { EventStatus } from './event-status.schema.ts'

export const WebhookEvent = z.strictObject({
  id: z.string(),
  eventType: z.string().meta({ enum: eventTypes }),
  createdAt: Instant,
  status: EventStatus,
  test: z.boolean().meta({ description: 'True for a test event, whose data is sample data' }),
  nextAttemptAt: Instant.nullable(),
})
export type WebhookEvent = z.infer<typeof WebhookEvent>

export const WebhookAttempt = z.strictObject({
  at: Instant,
  statusCode: z.int().nullable().meta({ description: 'Null when no response came' }),
  durationMs: z.int(),
  error: z.string().nullable(),
  response: z.string().nullable().meta({ description: 'The first 16 kB of the response' }),
})
export type WebhookAttempt = z.infer<typeof WebhookAttempt>

export const WebhookEventDetail = WebhookEvent.extend({
  payload: z.record(z.string(), z.unknown()).meta({ description: 'The body as it is sent' }),
  attempts: z.array(WebhookAttempt).meta({ description: 'Oldest first' }),
})
export type WebhookEventDetail = z.infer<typeof WebhookEventDetail>

const filter = {
  endpointId: LookupKey.optional(),
  status: EventStatus.optional(),
  eventType: EventType.optional(),
}

export const ListWebhookEvents = z
  .strictObject({ ...filter, ...paging })
  .superRefine(checkPaging)
  .prefault({})
export type ListWebhookEvents = z.infer<typeof ListWebhookEvents>

export const WebhookEventPage = z.strictObject({
  data: z.array(WebhookEvent),
  total: z.int(),
  totalExact: z.boolean(),
  nextCursor: z.string().nullable(),
})
export type WebhookEventPage = z.infer<typeof WebhookEventPage>

export const WebhookEventId = z.strictObject({ id: LookupKey })

export const EventIds = z.strictObject({ ids: z.array(LookupKey).max(100) })

/** The payment or customer that an event's body names. */
export const EventObject = z.strictObject({
  eventId: z.string(),
  kind: z.enum(['payment', 'customer']),
  /** The payment's reference or the customer's id, which its page's URL contains. */
  key: z.string(),
  /** The customer's name; null for a payment. */
  name: z.string().nullable(),
  /** Amount of a payment or of its refund; null for a customer. */
  sum: z.strictObject({ amount: Decimal, currency: Currency }).nullable(),
})
export type EventObject = z.infer<typeof EventObject>

export const ReplayEvents = z.strictObject({
  dryRun: z
    .boolean()
    .meta({ description: 'True to return the events that would be sent again, and to send none' }),
  status: EventStatus.default('failed'),
  eventType: EventType.optional(),
  endpointId: LookupKey.optional(),
})
export type ReplayEvents = z.infer<typeof ReplayEvents>

export const ReplayedEvents = z.strictObject({
  count: z.int(),
  events: z.array(WebhookEvent).meta({ description: 'The newest of them, up to 100' }),
})
export type ReplayedEvents = z.infer<typeof ReplayedEvents>

export const TestEvent = z
  .strictObject({ eventType: EventType.default('integration.test') })
  .prefault({})
export type TestEvent = z.infer<typeof TestEvent>
