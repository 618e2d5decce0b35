/** Forms of a merchant that are paid at the same time. Only forms under way can try cards beyond a limit. */
const MAX_AT_ONCE = 16
/** Length of the queue. A form behind it would wait for longer than a page should take. */
const MAX_WAITING = 512

type MerchantQueue = { atOnce: number; waiting: (() => void)[] }

/**
 * Pays the forms of one merchant a few at a time. Limits on declined cards depend on outcomes, so many simultaneous
 * forms would pass all limits before the first card is declined.
 */
export class FormQueues {
  readonly #lines = new Map<string, MerchantQueue>()

  /** Runs `work` when a slot is free. Returns undefined without running it when the queue is full. */
  async take<T>(merchantId: string, work: () => Promise<T>): Promise<T | undefined> {
    const queue = this.#lines.get(merchantId) ?? { atOnce: 0, waiting: [] }
    this.#lines.set(merchantId, queue)
    if (queue.waiting.length >= MAX_WAITING) return undefined
    if (queue.atOnce < MAX_AT_ONCE) queue.atOnce += 1
    // A finished form passes its slot to the first in the queue, so that a new form cannot take it.
    else await new Promise<void>((resolve) => queue.waiting.push(resolve))
    try {
      return await work()
    } finally {
      this.#handOn(merchantId, queue)
    }
  }

  #handOn(merchantId: string, queue: MerchantQueue): void {
    const next = queue.waiting.shift()
    if (next) return next()
    queue.atOnce -= 1
    if (queue.atOnce === 0) this.#lines.delete(merchantId)
  }
}
