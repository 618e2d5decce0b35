import type { StreamSession } from '#server/core/ports/live.ts'
import type { LiveChange } from '#server/shared/live-change.ts'

/** Limit of queued changes. A page that reads too slowly is notified to reload everything instead. */
const MAX_WAITING = 500

/** Open stream with its queued changes and the session that limits it. */
export class Subscription {
  readonly session: StreamSession | undefined
  /** Time of the next check of the session, in epoch milliseconds. */
  checkAt = 0
  readonly #waiting: LiveChange[] = []
  readonly #everything: LiveChange
  #knownEnd = Number.POSITIVE_INFINITY
  #wake: (() => void) | undefined
  #isClosed = false

  constructor(unknownChange: LiveChange, session: StreamSession | undefined) {
    this.#everything = unknownChange
    this.session = session
    if (!session) this.checkAt = Number.POSITIVE_INFINITY
  }

  push(change: LiveChange): void {
    if (this.#waiting.length >= MAX_WAITING) {
      this.#waiting.length = 0
      this.#waiting.push(this.#everything)
    } else {
      this.#waiting.push(change)
    }
    this.#wake?.()
  }

  close(): void {
    this.#isClosed = true
    this.#wake?.()
  }

  /**
   * Closes the stream if its session has ended. If the identity provider cannot be reached, the last known end counts.
   */
  async check(next?: { nowMs: number; again: number }): Promise<void> {
    if (!this.session) return
    const end = await this.session.end().catch(() => 'unknown' as const)
    if (end === undefined) this.close()
    else if (end !== 'unknown') {
      this.#knownEnd = end
      if (next) this.checkAt = Math.min(end, next.nowMs + next.again)
    } else {
      this.checkAt = 0
      if (next && this.#knownEnd <= next.nowMs) this.close()
    }
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
