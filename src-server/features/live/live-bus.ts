import type { LiveChange } from './live.schema.ts'

export type MerchantChange = LiveChange & { merchantId: string }

/** A page that reads too slowly is told to look at everything again, instead of keeping all it missed. */
const MAX_WAITING = 500

/** One open stream: what waits for it, and how to wake it. */
class Subscription {
  readonly #waiting: LiveChange[] = []
  readonly #merchantId: string
  #wake: (() => void) | undefined
  #isClosed = false

  constructor(merchantId: string) {
    this.#merchantId = merchantId
  }

  push(change: LiveChange): void {
    if (this.#waiting.length >= MAX_WAITING) {
      this.#waiting.length = 0
      this.#waiting.push(everythingOf(this.#merchantId))
    } else {
      this.#waiting.push(change)
    }
    this.#wake?.()
  }

  close(): void {
    this.#isClosed = true
    this.#wake?.()
  }

  async *changes(): AsyncGenerator<LiveChange> {
    while (!this.#isClosed) {
      const change = this.#waiting.shift()
      if (change) {
        yield change
        continue
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      this.#wake = undefined
    }
  }
}

/** Tells a page that anything may have changed. */
export const everythingOf = (merchantId: string): LiveChange => ({
  type: 'merchant',
  action: 'changed',
  objectId: merchantId,
})

/** Hands committed changes to the open pages of their merchant, in this process. */
export class LiveBus {
  #forward: ((change: MerchantChange) => void) | undefined
  readonly #subscriptions = new Map<string, Set<Subscription>>()
  #isClosed = false

  /** Of this process; others are told too, when there are any. */
  publish(change: MerchantChange): void {
    this.receive(change)
    this.#forward?.(change)
  }

  /** Whom to tell of what this process changes. */
  forwardTo(forward: ((change: MerchantChange) => void) | undefined): void {
    this.#forward = forward
  }

  /** Every page is told to look at everything: nobody knows what was missed. */
  receiveAnything(): void {
    for (const merchantId of this.#subscriptions.keys()) {
      this.receive({ merchantId, ...everythingOf(merchantId) })
    }
  }

  /** Of another process. */
  receive({ merchantId, ...change }: MerchantChange): void {
    for (const subscription of this.#subscriptions.get(merchantId) ?? []) subscription.push(change)
  }

  /** The changes of a merchant from now on, until the signal or the end of the process. */
  async *subscribe(
    merchantId: string,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<LiveChange> {
    if (this.#isClosed || signal?.aborted) return
    const subscription = new Subscription(merchantId)
    const ofMerchant = this.#subscriptions.get(merchantId) ?? new Set()
    this.#subscriptions.set(merchantId, ofMerchant.add(subscription))
    const close = () => subscription.close()
    signal?.addEventListener('abort', close)
    try {
      yield* subscription.changes()
    } finally {
      signal?.removeEventListener('abort', close)
      ofMerchant.delete(subscription)
      if (ofMerchant.size === 0) this.#subscriptions.delete(merchantId)
    }
  }

  /** How many streams are open. */
  get size(): number {
    return [...this.#subscriptions.values()].reduce((total, { size }) => total + size, 0)
  }

  /** Ends every stream, so that the process can end. */
  close(): void {
    this.#isClosed = true
    for (const ofMerchant of this.#subscriptions.values()) {
      for (const subscription of ofMerchant) subscription.close()
    }
  }
}
