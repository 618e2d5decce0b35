/**
 * Maximum wait for permission to write. A longer wait means that the database is too busy, or that a write waits for
 * itself.
 */
export const WRITER_WAIT_MS = 5_000

/** Thrown when a writer got no permission to write within WRITER_WAIT_MS. Nothing of its transaction is stored. */
export class DatabaseBusyError extends Error {
  readonly code = 'DATABASE_BUSY'
  constructor() {
    super(`no write access within ${WRITER_WAIT_MS} ms`)
  }
}

/** Serializes the writers of one SQLite connection: first come, first served. */
export class WriterQueue {
  #taken = false
  readonly #waiting: { start: () => void; timer: NodeJS.Timeout }[] = []

  get isFree(): boolean {
    return !this.#taken
  }

  /** Number of waiting writers. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** @throws DatabaseBusyError after waiting WRITER_WAIT_MS. */
  async acquire(): Promise<void> {
    if (!this.#taken) {
      this.#taken = true
      return
    }
    await new Promise<void>((resolve, reject) => {
      const entry = {
        start: resolve,
        timer: setTimeout(() => {
          this.#waiting.splice(this.#waiting.indexOf(entry), 1)
          reject(new DatabaseBusyError())
        }, WRITER_WAIT_MS),
      }
      this.#waiting.push(entry)
    })
  }

  release(): void {
    const next = this.#waiting.shift()
    if (next) {
      clearTimeout(next.timer)
      next.start()
    } else {
      this.#taken = false
    }
  }
}
