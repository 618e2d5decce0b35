import type { WebhookAttemptRow, WebhookEventRow } from '#db/webhook-tables.ts'
import type { ApiVersion } from '../api-keys/api-keys.schema.ts'
import type { EventType, WebhookAttempt, WebhookEvent } from './webhooks.schema.ts'

export const webhookEventOf = (
  row: Pick<
    WebhookEventRow,
    'id' | 'eventType' | 'createdAt' | 'status' | 'isTest' | 'nextAttemptAt'
  >,
): WebhookEvent => ({
  id: row.id,
  eventType: row.eventType,
  createdAt: row.createdAt,
  status: row.status,
  test: row.isTest === 1,
  nextAttemptAt: row.nextAttemptAt,
})

export const webhookAttemptOf = (row: WebhookAttemptRow): WebhookAttempt => ({
  at: row.at,
  statusCode: row.statusCode,
  durationMs: row.durationMs,
  error: row.error,
  response: row.response,
})

export type EventContent = { id: string; type: EventType; createdAt: string; data: object }

/** The body of an event, in the words of the version that the merchant's integration is set to. */
export const payloadOf = ({ id, type, createdAt, data }: EventContent, version: ApiVersion) =>
  JSON.stringify(
    version === 'v1'
      ? { id, eventType: type, createdAt, data }
      : { type, timestamp: createdAt, data },
  )

export const isDelivered = (statusCode: number | null): boolean =>
  statusCode !== null && statusCode >= 200 && statusCode < 300

/** What an answer means beyond its number, for whoever reads the attempts. */
export const complaintOf = (statusCode: number | null): string | null => {
  if (statusCode === null || isDelivered(statusCode)) return null
  if (statusCode >= 300 && statusCode < 400) return 'redirects are not followed'
  if (statusCode === 410) return 'the endpoint says it is gone: it was disabled'
  return null
}
