import { createHash } from 'node:crypto'
import { StripeRefusal } from './stripe-refusal.ts'

export type Answer = { status: number; body: string }

type Kept = { fingerprint: string; atMs: number; answer: Answer | undefined }

/** Stripe may forget a key once it is so old. */
const KEPT_MS = 24 * 3_600_000

/** The keys of one account: the first answer, of whatever status once the work began, is given again. */
export class IdempotencyKeys {
  readonly #kept = new Map<string, Kept>()

  /** The answer of before; undefined for a key that is new, which is now in use. */
  begin(key: string, request: string, nowMs: number): Answer | undefined {
    const fingerprint = createHash('sha256').update(request).digest('hex')
    const before = this.#kept.get(key)
    if (!before || nowMs - before.atMs >= KEPT_MS) {
      this.#kept.set(key, { fingerprint, atMs: nowMs, answer: undefined })
      return undefined
    }
    if (before.fingerprint !== fingerprint) {
      throw new StripeRefusal(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      })
    }
    if (before.answer) return before.answer
    throw new StripeRefusal(409, {
      type: 'invalid_request_error',
      code: 'idempotency_key_in_use',
      message: 'There is currently another in-progress request using this Idempotent Key.',
    })
  }

  end(key: string, answer: Answer): void {
    const kept = this.#kept.get(key)
    if (kept) kept.answer = answer
  }

  /** Nothing was begun: a request that is refused before its work may be sent again with its key. */
  giveUp(key: string): void {
    this.#kept.delete(key)
  }
}
