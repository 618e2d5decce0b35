/** A temporary webhook endpoint without a URL: an open stream reads its events, and it ends soon after the stream. */
export interface WebhookListenerRow {
  merchantId: string
  id: string
  /** The API key that opened the listener. */
  keyId: string
  /** Event types that it receives, separated by commas; null for all. */
  events: string | null
  version: 'v1' | 'v2'
  /** The stream that reads the events; null while no stream is open. */
  streamId: string | null
  /** Position of the last event that a stream has read. */
  lastPosition: number
  /** End of the lease that an open stream renews. */
  expiresAt: string
  createdAt: string
}

/** An event for a listener, written in the transaction of the change that it reports. */
export interface ListenerEventRow {
  merchantId: string
  listenerId: string
  /** The event's id, the same as for the merchant's endpoints. */
  id: string
  eventType: string
  /** 1 for an event that was sent as a test. */
  isTest: number
  /** The customer whose name and e-mail address the payload contains. */
  customerId: string | null
  payload: string
  /** Position among the listener's events, set when a stream first reads the event; null before. */
  position: number | null
  createdAt: string
}

export interface ListenerTables {
  webhookListeners: WebhookListenerRow
  listenerEvents: ListenerEventRow
}

/** The column of an integration that the transaction of an event reads together with the integration's endpoint. */
export interface ListenersOfIntegration {
  /** JSON: the open listeners, with their versions and event types; null for none. */
  listeners: string | null
}
