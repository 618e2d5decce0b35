/**
 * Maximum number of a merchant's forms that are paid at the same time. When a limit on declined cards is reached, at
 * most this many forms still try a card.
 */
const MAX_AT_ONCE = 16
/** Maximum length of the queue. A further form would wait for longer than a page should take. */
const MAX_WAITING = 512

type MerchantQueue = { running: number; waiting: (() => void)[] }

/**
 * Pays the forms of one merchant a few at a time. Limits on declined cards depend on outcomes, so many simultaneous
 * forms would pass all limits before the first card is declined.
 */
export class FormQueues {
  readonly #queues = new Map<string, MerchantQueue>()

  /** Runs `work` when a slot is free. Returns undefined without running it when the queue is full. */
  async take<T>(merchantId: string, work: () => Promise<T>): Promise<T | undefined> {
    const queue = this.#queues.get(merchantId) ?? { running: 0, waiting: [] }
    this.#queues.set(merchantId, queue)
    if (queue.waiting.length >= MAX_WAITING) return undefined
    if (queue.running < MAX_AT_ONCE) queue.running += 1
    // A finished form passes its slot to the first in the queue, so that a new form cannot take it.
    else await new Promise<void>((resolve) => queue.waiting.push(resolve))
    try {
      return await work()
    } finally {
      this.#releaseSlot(merchantId, queue)
    }
  }

  #releaseSlot(merchantId: string, queue: MerchantQueue): void {
    const next = queue.waiting.shift()
    if (next) return next()
    queue.running -= 1
    if (queue.running === 0) this.#queues.delete(merchantId)
  }
}
