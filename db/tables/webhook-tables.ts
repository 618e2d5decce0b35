import type { ListenersOfIntegration } from './listener-tables.ts'

/** `retry` until the event is delivered (`success`) or given up (`failed`), also before the first attempt. */
export type WebhookEventStatus = 'success' | 'retry' | 'failed'

/** An event in the outbox: written in the transaction of the change that it reports, delivered by a worker. */
export interface WebhookEventRow {
  merchantId: string
  /** The event's id; for an endpoint other than the integration's, the event's id, a hyphen and the endpoint's id. */
  id: string
  /** The endpoint that receives the event; empty for the integration's own endpoint. */
  endpointId: string
  /** Endpoints that still need their own row of this event, separated by commas; null for none. */
  copiesFor: string | null
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

/** Reasons for which an endpoint is disabled: by a person or key, by its 410 response, or by five days of failures. */
export type DisabledReason = 'by_hand' | 'gone' | 'failing'

/** A merchant's webhook endpoint: its URL, its signing secrets and the state of its deliveries. */
export interface IntegrationRow extends ListenersOfIntegration {
  merchantId: string
  id: string
  name: string
  version: 'v1' | 'v2'
  webhookUrl: string | null
  disabledAt: string | null
  /** Null also for an endpoint that was disabled before this column existed. */
  disabledReason: DisabledReason | null
  lastSync: string | null
  /** Encrypted; null until a webhook URL is first saved. */
  secret: string | null
  secretLast4: string | null
  previousSecret: string | null
  previousSecretExpiresAt: string | null
  /** Time since which all deliveries have failed. */
  failingSince: string | null
  /** Event types sent to the endpoint, separated by commas; null for endpoints older than this choice. */
  events: string | null
  /** JSON: the merchant's other enabled webhook endpoints, with their versions and event types; null for none. */
  otherEndpoints: string | null
  createdAt: string
  updatedAt: string
}

/** A webhook endpoint of a merchant, in addition to the one of the integration. */
export interface WebhookEndpointRow {
  merchantId: string
  id: string
  url: string
  /**
   * Event types that the endpoint receives, separated by commas; `*` for all, including event types of later releases.
   */
  events: string
  version: 'v1' | 'v2'
  /** Encrypted; null once the endpoint is deleted. */
  secret: string | null
  secretLast4: string
  previousSecret: string | null
  previousSecretExpiresAt: string | null
  /** Time since which all deliveries have failed. */
  failingSince: string | null
  /** Time of the last successful delivery. */
  lastSync: string | null
  disabledAt: string | null
  disabledReason: DisabledReason | null
  /** The first key of the chain of rotated keys that made the endpoint; null if a person made it. */
  keyId: string | null
  /**
   * The shop whose key made the endpoint: it receives events about this shop's payments only; null for an endpoint of
   * the whole merchant.
   */
  shopId: string | null
  actor: string
  deletedAt: string | null
  createdAt: string
  updatedAt: string
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
