export type Delivery = { url: string; headers: Record<string, string>; body: string }

export type Receipt = {
  /** Null when no answer came. */
  statusCode: number | null
  retryAfter: string | undefined
  /** What the receiver's clock says. */
  date: string | undefined
  /** The beginning of the answer's body. */
  response: string | null
  /** Why no answer came, in a few words. */
  error: string | null
  durationMs: number
}

/** Sends one webhook and tells what came back; it never throws. */
export type Sender = { send: (delivery: Delivery) => Promise<Receipt>; close: () => void }
