import { z } from 'zod'
import { EventType } from '#server/services/outbox/event-type.schema.ts'
import { ApiVersion } from '#server/shared/api-version.ts'
import { LookupKey } from '#server/shared/id.ts'
import { holdsCardNumber } from '#server/shared/text/card-number.ts'
import { Instant } from '#server/shared/text/text.ts'

export const Integration = z.strictObject({
  id: z.string(),
  name: z.string(),
  baseUrl: z.string(),
  version: ApiVersion,
  webhookUrl: z.string().nullable(),
  disabledAt: Instant.nullable(),
  secretLast4: z.string().nullable(),
  lastSync: Instant.nullable(),
})
export type Integration = z.infer<typeof Integration>

/** The signing secret is in the response to the call that made it, and nowhere else. */
export const UpdatedIntegration = Integration.extend({
  secret: z
    .string()
    .nullable()
    .meta({ description: 'The signing secret, when this call made the first one' }),
})
export type UpdatedIntegration = z.infer<typeof UpdatedIntegration>

/** A webhook URL. `assertWebhookUrl` checks it against the configuration, which decides which URLs are allowed. */
export const WebhookUrl = z
  .string()
  .trim()
  .max(2000)
  .refine((url) => !holdsCardNumber(url), { error: 'must not hold a card number' })

export const UpdateIntegration = z.strictObject({
  id: LookupKey,
  version: ApiVersion.optional(),
  // An emptied field sends an empty text, which switches webhooks off.
  webhookUrl: WebhookUrl.nullish().transform((value) =>
    value === undefined ? undefined : value || null,
  ),
  events: EventType.array().max(100).optional().meta({
    description:
      'Event types that the endpoint receives; integration.test is always sent. Without a list an endpoint that is saved for the first time gets all that there are.',
  }),
})
export type UpdateIntegration = z.infer<typeof UpdateIntegration>

/** Separate from `Integration`, because the responses of version 1 must not get new fields. */
export const ChosenEvents = z.strictObject({ events: EventType.array() })
export type ChosenEvents = z.infer<typeof ChosenEvents>

export const IntegrationId = z.strictObject({ id: LookupKey })

export const RotatedSecret = z.strictObject({
  secret: z.string().meta({ description: 'The secret, in this response only' }),
  previousExpiresAt: Instant.nullable().meta({
    description: 'Time until which deliveries are signed with the former secret too',
  }),
})
export type RotatedSecret = z.infer<typeof RotatedSecret>

export const ConnectionCheck = z.strictObject({
  name: z.enum(['database', 'api', 'signature', 'endpoint', 'clock']),
  status: z.enum(['ok', 'failed', 'skipped']),
  durationMs: z.int(),
  message: z.string(),
  fix: z.string().nullable(),
})
export type ConnectionCheck = z.infer<typeof ConnectionCheck>

export const ConnectionTest = z.strictObject({
  success: z.boolean(),
  checks: z.array(ConnectionCheck),
})
export type ConnectionTest = z.infer<typeof ConnectionTest>
