import { setTimeout as wait } from 'node:timers/promises'

/** A person does not notice it twice; a program that tries cards gets so many answers fewer. */
const HELD_MS = 500
/** Each takes a connection and its request. With more, answers go out at once: memory is dearer than the pace. */
const MOST_HELD = 1000

/**
 * Holds refusals back for a moment, so that whoever is refused again and again over some connections asks a few times a
 * second and not a thousand times, and others find the server free. Nothing is worked on meanwhile.
 */
export class RefusalPace implements Disposable {
  readonly #end = new AbortController()
  #held = 0

  /** Resolves when the refusal may go out, at once where too many are held or the server is about to stop. */
  async hold(): Promise<void> {
    if (this.#held >= MOST_HELD || this.#end.signal.aborted) return
    this.#held += 1
    // Whoever ends it wants the answers out, not an error in their place.
    await wait(HELD_MS, undefined, { signal: this.#end.signal }).catch(() => undefined)
    this.#held -= 1
  }

  [Symbol.dispose](): void {
    this.#end.abort()
  }
}
