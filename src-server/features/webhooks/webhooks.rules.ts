import type { WebhookAttemptRow, WebhookEventRow } from '#db/webhook-tables.ts'
import type { WebhookAttempt, WebhookEvent } from './webhooks.schema.ts'

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

export const isDelivered = (statusCode: number | null): boolean =>
  statusCode !== null && statusCode >= 200 && statusCode < 300

/** What an answer means beyond its number, for a person who reads the attempts. */
export const complaintOf = (statusCode: number | null): string | null => {
  if (statusCode === null || isDelivered(statusCode)) return null
  if (statusCode >= 300 && statusCode < 400) return 'redirects are not followed'
  if (statusCode === 410) return 'the endpoint says it is gone: it was disabled'
  return null
}
