export type Delivery = { url: string; headers: Record<string, string>; body: string }

export type DeliveryResult = {
  /** Null when no response came. */
  statusCode: number | null
  retryAfter: string | undefined
  /** Date header of the response: the receiver's clock. */
  date: string | undefined
  /** Beginning of the response's body. */
  response: string | null
  /** Short reason why no response came. */
  error: string | null
  durationMs: number
}

/** Sends one webhook and returns its outcome; it never throws. */
export type Sender = { send: (delivery: Delivery) => Promise<DeliveryResult>; close: () => void }
