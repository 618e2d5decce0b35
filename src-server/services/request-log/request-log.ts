import { isForeignKeyViolation } from '#db/failures.ts'
import type { RequestLogRow } from '#db/tables/webhook-tables.ts'
import type { Db } from '#db/tables.ts'
import { insertRequests, insertRequestsOfKnown, pruneRequests } from './request-log.queries.ts'

/** How many calls are kept for each merchant. */
export const KEPT_REQUESTS = 1000

const MAX_WAITING = 10_000
/** So many at once keep payments waiting for a few milliseconds. */
const MAX_ROWS = 100
/**
 * Pruning goes through all that are kept, and through those that PostgreSQL has not swept out yet: each time
 * it would cost more than the calls. So many rows more may lie there meanwhile; lists leave them out.
 */
const PRUNE_AFTER = 1000
/** Of so many merchants at most it is known how many they are. */
const MAX_COUNTED = 10_000

/** Stores calls that were noted; resolves once they are stored. */
export type WriteRequests = (rows: readonly RequestLogRow[]) => Promise<void>

/**
 * Remembers the calls of API keys, to be written together now and then: no call waits for it. What
 * a crash takes with it are the last moments of a list meant for looking things up.
 */
export class RequestLog {
  #waiting: RequestLogRow[] = []
  #writing: Promise<void> = Promise.resolve()

  note(row: RequestLogRow): void {
    // While the database does not answer, the newest are worth more.
    if (this.#waiting.length >= MAX_WAITING) this.#waiting.shift()
    this.#waiting.push(row)
  }

  /** Writes what waits; one after the other when asked twice. */
  flush(write: WriteRequests): Promise<void> {
    const writeAll = () => this.#write(write)
    const written = this.#writing.then(writeAll, writeAll)
    this.#writing = written
    return written
  }

  async #write(write: WriteRequests): Promise<void> {
    this.#waiting = newest(this.#waiting, KEPT_REQUESTS)
    while (this.#waiting.length > 0) {
      const rows = this.#waiting.splice(0, MAX_ROWS)
      try {
        await write(rows)
      } catch (error) {
        this.#waiting.unshift(...rows)
        throw error
      }
    }
  }
}

/** The last of each merchant, so many at most: more would be written to be forgotten. */
function newest(rows: RequestLogRow[], keep: number): RequestLogRow[] {
  if (rows.length <= keep) return rows
  const found = new Map<string, number>()
  const isKept = ({ merchantId }: RequestLogRow) => {
    const count = (found.get(merchantId) ?? 0) + 1
    found.set(merchantId, count)
    return count <= keep
  }
  return rows.toReversed().filter(isKept).toReversed()
}

/** Writes calls, and forgets the oldest of merchants that have many. */
export class RequestLogWriter {
  readonly #added = new Map<string, number>()

  async write(db: Db, rows: readonly RequestLogRow[]): Promise<void> {
    try {
      await insertRequests(db, rows)
    } catch (error) {
      // The calls of a merchant that is gone must not hold up everybody else's.
      if (!isForeignKeyViolation(error)) throw error
      await insertRequestsOfKnown(db, rows)
    }
    for (const { merchantId } of rows) {
      this.#added.set(merchantId, (this.#added.get(merchantId) ?? 0) + 1)
    }
    for (const [merchantId, added] of this.#added) {
      if (added < PRUNE_AFTER && this.#added.size <= MAX_COUNTED) continue
      await pruneRequests(db, { merchantId, keep: KEPT_REQUESTS })
      this.#added.delete(merchantId)
    }
  }
}
