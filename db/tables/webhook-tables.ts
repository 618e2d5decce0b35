/** `retry` until the event is delivered (`success`) or given up (`failed`), also before the first attempt. */
export type WebhookEventStatus = 'success' | 'retry' | 'failed'

/** An event in the outbox: written in the transaction of the change that it reports, delivered by a worker. */
export interface WebhookEventRow {
  merchantId: string
  id: string
  eventType: string
  /** 1 for an event that was sent as a test. */
  isTest: number
  objectId: string | null
  /** The customer whose name and e-mail address the payload contains. */
  customerId: string | null
  /** The body, byte for byte as it is sent. */
  payload: string
  status: WebhookEventStatus
  /** Number of attempts since the event was created or replayed. */
  attempts: number
  nextAttemptAt: string | null
  /** End of a worker's lease. */
  leasedUntil: string | null
  createdAt: string
}

/** An attempt to deliver a webhook event to the merchant's endpoint. */
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

/** A recent API request with an API key, without the bodies of the request and the response. */
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
  /** Reason of a refusal; null if the request was not refused, and in rows older than this column. */
  reason: string | null
}
