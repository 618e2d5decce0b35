import { BoundedMap } from '#server/shared/bounded-map.ts'

/** Number of responses to keep, so that memory stays limited; the oldest are dropped first. */
const MAX_ENTRIES = 10_000

type CacheEntry<T> = { requestedAtMs: number; response: Promise<T> }

/**
 * Caches the responses of costly calls to another system for `maxAgeMs`: the same key gets the same response without
 * another call. Each process has its own cache. A failed call is not cached. Every call of `get` drops expired
 * responses, since a response may be a secret.
 */
export class ResponseCache<T> {
  readonly #maxAgeMs: number
  /** Keeps the order in which the calls were made. */
  readonly #entries = new BoundedMap<string, CacheEntry<T>>(MAX_ENTRIES)

  constructor(maxAgeMs: number) {
    this.#maxAgeMs = maxAgeMs
  }

  /** Returns the cached response of the key, or calls `call` and caches its response. `nowMs`: epoch milliseconds. */
  get(key: string, nowMs: number, call: () => Promise<T>): Promise<T> {
    this.#forgetOld(nowMs)
    const cached = this.#entries.get(key)
    if (cached) return cached.response
    const entry = { requestedAtMs: nowMs, response: call() }
    this.#entries.set(key, entry)
    entry.response.catch(() => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key)
    })
    return entry.response
  }

  #forgetOld(nowMs: number): void {
    for (const [key, { requestedAtMs }] of this.#entries) {
      const ageMs = nowMs - requestedAtMs
      // A response from the future, after the clock was set back, is dropped too.
      if (ageMs >= 0 && ageMs < this.#maxAgeMs) return
      this.#entries.delete(key)
    }
  }
}
