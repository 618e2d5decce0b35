type Answer<T> = { askedAtMs: number; answer: Promise<T> }

/**
 * Answers to questions that cost somebody else something, each kept for a moment: who asks the same again meanwhile gets
 * the same answer, and no other question is asked. Each process keeps its own.
 */
export class RecentAnswers<T> {
  readonly #keptMs: number
  /** In the order in which they were asked for. */
  readonly #answers = new Map<string, Answer<T>>()

  constructor(keptMs: number) {
    this.#keptMs = keptMs
  }

  get(key: string, nowMs: number, ask: () => Promise<T>): Promise<T> {
    const known = this.#answers.get(key)
    if (known && this.#isKept(known, nowMs)) return known.answer
    this.#forgetOld(nowMs)
    const answer = ask()
    this.#answers.delete(key)
    this.#answers.set(key, { askedAtMs: nowMs, answer })
    return answer
  }

  /** A clock that was set back keeps nothing. */
  #isKept({ askedAtMs }: Answer<T>, nowMs: number): boolean {
    return nowMs >= askedAtMs && nowMs - askedAtMs < this.#keptMs
  }

  #forgetOld(nowMs: number): void {
    for (const [key, each] of this.#answers) {
      if (this.#isKept(each, nowMs)) return
      this.#answers.delete(key)
    }
  }
}
