import { BoundedMap } from '#server/shared/bounded-map.ts'

/** Beyond it the oldest are asked for again: as many payers are hardly at their pages in one moment. */
const MOST_KEPT = 10_000

type Answer<T> = { askedAtMs: number; answer: Promise<T> }

/**
 * Keeps answers to questions that cost somebody else something, for a moment: who asks the same again meanwhile gets the
 * same answer, and no other question is asked. Each process keeps its own. What failed is asked again at once, and what
 * is old is forgotten at the next question, since an answer may be a secret.
 */
export class RecentAnswers<T> {
  readonly #keptMs: number
  /** Keeps the order in which the questions were asked. */
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
      // A clock that was set back keeps nothing.
      if (ageMs >= 0 && ageMs < this.#keptMs) return
      this.#answers.delete(key)
    }
  }
}
