import { BoundedMap } from '#server/shared/bounded-map.ts'

/** Number of responses to keep, so that memory stays limited; the oldest are dropped first. */
const MAX_ENTRIES = 10_000

type CacheEntry<T> = { askedAtMs: number; answer: Promise<T> }

/**
 * Caches the responses of costly calls to another system for `maxAgeMs`: the same key gets the same response without
 * another call. Each process has its own cache. A failed call is not cached. Every call of `get` drops expired
 * responses, since one may be a secret.
 */
export class ResponseCache<T> {
  readonly #keptMs: number
  /** Keeps the order in which the calls were made. */
  readonly #answers = new BoundedMap<string, CacheEntry<T>>(MAX_ENTRIES)

  constructor(maxAgeMs: number) {
    this.#keptMs = maxAgeMs
  }

  /** Returns the cached response of the key, or calls `call` and caches its response. `nowMs`: epoch milliseconds. */
  get(key: string, nowMs: number, call: () => Promise<T>): Promise<T> {
    this.#forgetOld(nowMs)
    const cached = this.#answers.get(key)
    if (cached) return cached.answer
    const entry = { askedAtMs: nowMs, answer: call() }
    this.#answers.set(key, entry)
    entry.answer.catch(() => {
      if (this.#answers.get(key) === entry) this.#answers.delete(key)
    })
    return entry.answer
  }

  #forgetOld(nowMs: number): void {
    for (const [key, { askedAtMs }] of this.#answers) {
      const ageMs = nowMs - askedAtMs
      // A response from the future, after the clock was set back, is dropped too.
      if (ageMs >= 0 && ageMs < this.#keptMs) return
      this.#answers.delete(key)
    }
  }
}
