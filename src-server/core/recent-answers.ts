import { BoundedMap } from '#server/shared/bounded-map.ts'

/** Beyond it the oldest are asked for again: as many payers are hardly at their pages in one moment. */
const MOST_KEPT = 10_000

type Answer<T> = { askedAtMs: number; answer: Promise<T> }

/**
 * Answers to questions that cost somebody else something, each kept for a moment: who asks the same again meanwhile gets
 * the same answer, and no other question is asked. Each process keeps its own.
 */
export class RecentAnswers<T> {
  readonly #keptMs: number
  readonly #answers = new BoundedMap<string, Answer<T>>(MOST_KEPT)

  constructor(keptMs: number) {
    this.#keptMs = keptMs
  }

  get(key: string, nowMs: number, ask: () => Promise<T>): Promise<T> {
    const known = this.#answers.get(key)
    // A clock that was set back keeps nothing.
    const ageMs = known ? nowMs - known.askedAtMs : -1
    if (known && ageMs >= 0 && ageMs < this.#keptMs) return known.answer
    this.#answers.delete(key)
    const answer = ask()
    this.#answers.set(key, { askedAtMs: nowMs, answer })
    return answer
  }
}
