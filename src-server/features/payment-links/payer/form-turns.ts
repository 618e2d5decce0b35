/** Forms of a merchant that are paid at the same time. Only forms under way can try cards beyond a limit. */
const MOST_AT_ONCE = 16
/** Length of the queue. A form behind it would wait for longer than a page should take. */
const MOST_WAITING = 512

type Line = { atOnce: number; waiting: (() => void)[] }

/**
 * Pays the forms of one merchant a few at a time. Limits on declined cards depend on outcomes, so many simultaneous
 * forms would pass all limits before the first card is declined.
 */
export class FormTurns {
  readonly #lines = new Map<string, Line>()

  /** Runs `work` when a slot is free. Returns undefined without running it when the queue is full. */
  async take<T>(merchantId: string, work: () => Promise<T>): Promise<T | undefined> {
    const line = this.#lines.get(merchantId) ?? { atOnce: 0, waiting: [] }
    this.#lines.set(merchantId, line)
    if (line.waiting.length >= MOST_WAITING) return undefined
    if (line.atOnce < MOST_AT_ONCE) line.atOnce += 1
    // A finished form passes its slot to the first in the queue, so that a new form cannot take it.
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
