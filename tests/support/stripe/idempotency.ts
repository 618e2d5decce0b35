import { createHash } from 'node:crypto'
import { StripeRefusal } from './stripe-refusal.ts'

export type ApiResponse = { status: number; body: string }

type StoredResponse = { fingerprint: string; atMs: number; response: ApiResponse | undefined }

/** Age after which Stripe may forget a key. */
const KEY_LIFETIME_MS = 24 * 3_600_000

/** The idempotency keys of one account. Once the work began, the first response is repeated, with any status. */
export class IdempotencyKeys {
  readonly #kept = new Map<string, StoredResponse>()

  /** Returns the earlier response, or undefined for a new key, which is now in use. */
  begin(key: string, request: string, nowMs: number): ApiResponse | undefined {
    const fingerprint = createHash('sha256').update(request).digest('hex')
    const earlier = this.#kept.get(key)
    if (!earlier || nowMs - earlier.atMs >= KEY_LIFETIME_MS) {
      this.#kept.set(key, { fingerprint, atMs: nowMs, response: undefined })
      return undefined
    }
    if (earlier.fingerprint !== fingerprint) {
      throw new StripeRefusal(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      })
    }
    if (earlier.response) return earlier.response
    throw new StripeRefusal(409, {
      type: 'invalid_request_error',
      code: 'idempotency_key_in_use',
      message: 'There is currently another in-progress request using this Idempotent Key.',
    })
  }

  /** Stores the response, so that later requests with the key get it again. */
  end(key: string, response: ApiResponse): void {
    const stored = this.#kept.get(key)
    if (stored) stored.response = response
  }

  /** Releases the key of a request that was refused before its work, so that it may be sent again. */
  giveUp(key: string): void {
    this.#kept.delete(key)
  }
}
