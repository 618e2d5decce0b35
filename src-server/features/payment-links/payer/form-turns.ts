/** As many forms of a merchant are paid at once: cards beyond a limit can be tried only by those on their way. */
const MOST_AT_ONCE = 16
/** Whoever comes behind so many others waits for longer than a page should take. */
const MOST_WAITING = 512

type Line = { atOnce: number; waiting: (() => void)[] }

/**
 * Pays the forms of one merchant a few at a time. Limits on declined cards look at outcomes, so a crowd of forms that came
 * together would pass all of them before the first card is declined.
 */
export class FormTurns {
  readonly #lines = new Map<string, Line>()

  /** Runs `work` when it is its turn. Answers undefined, without having begun, where too many wait already. */
  async take<T>(merchantId: string, work: () => Promise<T>): Promise<T | undefined> {
    const line = this.#lines.get(merchantId) ?? { atOnce: 0, waiting: [] }
    this.#lines.set(merchantId, line)
    if (line.waiting.length >= MOST_WAITING) return undefined
    if (line.atOnce < MOST_AT_ONCE) line.atOnce += 1
    // Whoever ends hands the place on, so nobody who comes meanwhile takes it.
    else await new Promise<void>((resolve) => line.waiting.push(resolve))
    try {
      return await work()
    } finally {
      this.#handOn(merchantId, line)
    }
  }

  #handOn(merchantId: string, line: Line): void {
    const next = line.waiting.shift()
    if (next) return next()
    line.atOnce -= 1
    if (line.atOnce === 0) this.#lines.delete(merchantId)
  }
}
