import { z } from 'zod'
import { WebhookUrl } from '#server/features/integrations/integrations.schema.ts'
import { ALL_EVENTS, EventType, eventTypes } from '#server/services/outbox/event-type.schema.ts'
import { ApiVersion } from '#server/shared/api-version.ts'
import { LookupKey } from '#server/shared/id.ts'
import { Instant } from '#server/shared/text/text.ts'

/** Maximum number of endpoints of a merchant in each mode, including the integration's endpoint. */
export const MAX_ENDPOINTS = 16

export const EndpointStatus = z.enum(['enabled', 'disabled'])
export type EndpointStatus = z.infer<typeof EndpointStatus>

export const DisabledReason = z.enum(['by_hand', 'gone', 'failing'])
export type DisabledReason = z.infer<typeof DisabledReason>

/** A type of event, or `*` for all types, including types of later releases. */
export const EndpointEvent = z.enum([...eventTypes, ALL_EVENTS])
export type EndpointEvent = z.infer<typeof EndpointEvent>

export const WebhookEndpoint = z.strictObject({
  id: z.string(),
  url: z.string(),
  events: z.array(EndpointEvent),
  version: ApiVersion,
  status: EndpointStatus,
  disabledReason: DisabledReason.nullable(),
  secretLast4: z.string().nullable(),
  createdAt: Instant,
})
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>

export const WebhookEndpointPage = z.strictObject({
  data: z.array(WebhookEndpoint),
  total: z.int(),
  totalExact: z.boolean(),
  nextCursor: z.string().nullable(),
})
export type WebhookEndpointPage = z.infer<typeof WebhookEndpointPage>

/**
 * The API key that made an endpoint, for the dashboard. An endpoint of a shop receives events about its payments only.
 */
export const EndpointKey = z.strictObject({
  endpointId: z.string(),
  keyName: z.string(),
  isOfShop: z.boolean(),
  /** False when the key and those that replaced it are revoked or expired: no program can change the endpoint then. */
  isUsable: z.boolean(),
})
export type EndpointKey = z.infer<typeof EndpointKey>

/** The signing secret is in the response to the call that made it, and nowhere else. */
export const CreatedWebhookEndpoint = WebhookEndpoint.extend({
  secret: z.string().meta({ description: 'The signing secret, in this response only' }),
})
export type CreatedWebhookEndpoint = z.infer<typeof CreatedWebhookEndpoint>

const Events = z
  .array(EndpointEvent)
  .min(1, 'must name at least one type')
  .max(100)
  .refine(
    (events) => !events.includes(ALL_EVENTS) || events.length === 1,
    'must name either * or types',
  )

const Url = WebhookUrl.refine((url) => url !== '', { error: 'must be an https address' })

export const NewWebhookEndpoint = z.strictObject({
  url: Url,
  events: Events.default([ALL_EVENTS]),
  version: ApiVersion.optional(),
})
export type NewWebhookEndpoint = z.infer<typeof NewWebhookEndpoint>

export const WebhookEndpointId = z.strictObject({ id: LookupKey })

export const ChangedWebhookEndpoint = z.strictObject({
  id: LookupKey,
  url: Url.optional(),
  events: Events.optional(),
  version: ApiVersion.optional(),
  status: EndpointStatus.optional(),
})
export type ChangedWebhookEndpoint = z.infer<typeof ChangedWebhookEndpoint>

export const TestWebhookEndpoint = z.strictObject({
  id: LookupKey,
  eventType: EventType.default('integration.test'),
})
export type TestWebhookEndpoint = z.infer<typeof TestWebhookEndpoint>
