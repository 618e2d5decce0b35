import { BoundedMap } from '#server/shared/bounded-map.ts'

/**
 * Number of responses to keep; beyond it the oldest are dropped. So many payers hardly have their pages open at once.
 */
const MOST_KEPT = 10_000

type Answer<T> = { askedAtMs: number; answer: Promise<T> }

/**
 * Caches responses to calls that cost another system something, for a short time: the same key gets the same response
 * without another call. Each process has its own cache. A failed call is not cached. The next call drops old responses,
 * since one may be a secret.
 */
export class RecentAnswers<T> {
  readonly #keptMs: number
  /** Keeps the order in which the calls were made. */
  readonly #answers = new BoundedMap<string, Answer<T>>(MOST_KEPT)

  constructor(keptMs: number) {
    this.#keptMs = keptMs
  }

  get(key: string, nowMs: number, ask: () => Promise<T>): Promise<T> {
    this.#forgetOld(nowMs)
    const known = this.#answers.get(key)
    if (known) return known.answer
    const asked = { askedAtMs: nowMs, answer: ask() }
    this.#answers.set(key, asked)
    asked.answer.catch(() => {
      if (this.#answers.get(key) === asked) this.#answers.delete(key)
    })
    return asked.answer
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
