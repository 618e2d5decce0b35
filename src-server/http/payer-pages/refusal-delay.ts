import { setTimeout as wait } from 'node:timers/promises'

/** Delay of a refusal. A person barely notices it; a program that tests stolen cards gets fewer responses. */
const DELAY_MS = 500
/**
 * Each delayed refusal uses a connection and its request. Above this number refusals are sent at once: memory matters
 * more than the delay.
 */
const MAX_DELAYED = 1000

/**
 * Delays refusals. A program that is refused again and again sends a few requests a second over its connections instead
 * of a thousand. The server stays free for other payers, since the delay does no work.
 */
export class RefusalDelay implements Disposable {
  readonly #end = new AbortController()
  #delayed = 0

  /** Resolves when the refusal may be sent: at once when too many wait or the server is about to stop. */
  async hold(): Promise<void> {
    if (this.#delayed >= MAX_DELAYED || this.#end.signal.aborted) return
    this.#delayed += 1
    // On shutdown the waiting refusals are sent, without an abort error.
    await wait(DELAY_MS, undefined, { signal: this.#end.signal }).catch(() => undefined)
    this.#delayed -= 1
  }

  [Symbol.dispose](): void {
    this.#end.abort()
  }
}
