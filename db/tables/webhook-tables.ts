export type WebhookEventStatus = 'success' | 'retry' | 'failed'

/** The outbox: written in the transaction of the change it tells, delivered by a worker. */
export interface WebhookEventRow {
  merchantId: string
  id: string
  eventType: string
  /** 1 for what was sent to try things out. */
  isTest: number
  objectId: string | null
  /** Whose name and e-mail the payload holds. */
  customerId: string | null
  /** The body as it is sent, to the byte. */
  payload: string
  status: WebhookEventStatus
  /** How many were made since it was created or replayed. */
  attempts: number
  nextAttemptAt: string | null
  /** Until then one worker is at it. */
  leasedUntil: string | null
  createdAt: string
}

export interface WebhookAttemptRow {
  merchantId: string
  eventId: string
  number: number
  at: string
  statusCode: number | null
  durationMs: number
  error: string | null
  response: string | null
}

/** The last calls of API keys; no bodies. */
export interface RequestLogRow {
  merchantId: string
  id: string
  at: string
  method: string
  path: string
  status: number
  durationMs: number
  keyId: string
  keyPrefix: string
  idempotencyKey: string | null
  requestId: string
  /** Of a refusal; null where there was none, and in rows of before it was kept. */
  reason: string | null
}
