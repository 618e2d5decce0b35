import { isForeignKeyViolation } from '#db/failures.ts'
import type { RequestLogRow } from '#db/tables/webhook-tables.ts'
import type { Db } from '#db/tables.ts'
import { insertRequests, insertRequestsOfExisting, pruneRequests } from './request-log.queries.ts'

/** Number of newest requests that are listed for each merchant. */
export const MAX_REQUESTS = 1000

const MAX_WAITING = 10_000
/** Maximum number of rows in one write, which delays payments by a few milliseconds. */
const MAX_ROWS = 100
/**
 * New rows of a merchant after which older ones are pruned. Pruning reads all stored rows, and deleted rows that
 * PostgreSQL has not vacuumed yet. To prune at every write would cost more than the requests. Until then the surplus
 * rows are stored, but lists leave them out.
 */
const PRUNE_AFTER = 1000
/** Maximum number of merchants whose new rows are counted. */
const MAX_COUNTED = 10_000

/** Stores logged requests; resolves once they are stored. */
export type WriteRequests = (rows: readonly RequestLogRow[]) => Promise<void>

/**
 * Collects the requests of API keys, to be written in batches, so that no request waits for a write. A crash loses the
 * newest rows. That is acceptable, because the log only helps developers to look things up.
 */
export class RequestLog {
  #waiting: RequestLogRow[] = []
  #writing: Promise<void> = Promise.resolve()

  record(row: RequestLogRow): void {
    // While the database does not respond, the newest rows are worth more.
    if (this.#waiting.length >= MAX_WAITING) this.#waiting.shift()
    this.#waiting.push(row)
  }

  /** Writes the waiting rows; concurrent calls are serialized. */
  flush(write: WriteRequests): Promise<void> {
    const writeAll = () => this.#write(write)
    const written = this.#writing.then(writeAll, writeAll)
    this.#writing = written
    return written
  }

  async #write(write: WriteRequests): Promise<void> {
    this.#waiting = takeNewest(this.#waiting, MAX_REQUESTS)
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

/** Returns the last rows of each merchant, at most `keep`: more would be pruned after they are written. */
function takeNewest(rows: RequestLogRow[], keep: number): RequestLogRow[] {
  if (rows.length <= keep) return rows
  const counts = new Map<string, number>()
  const isWithinLimit = ({ merchantId }: RequestLogRow) => {
    const count = (counts.get(merchantId) ?? 0) + 1
    counts.set(merchantId, count)
    return count <= keep
  }
  return rows.toReversed().filter(isWithinLimit).toReversed()
}

/** Stores logged requests, and deletes the oldest ones of merchants with more than MAX_REQUESTS. */
export class RequestLogWriter {
  readonly #added = new Map<string, number>()

  async write(db: Db, rows: readonly RequestLogRow[]): Promise<void> {
    try {
      await insertRequests(db, rows)
    } catch (error) {
      // Requests of a deleted merchant must not block the requests of all other merchants.
      if (!isForeignKeyViolation(error)) throw error
      await insertRequestsOfExisting(db, rows)
    }
    for (const { merchantId } of rows) {
      this.#added.set(merchantId, (this.#added.get(merchantId) ?? 0) + 1)
    }
    for (const [merchantId, added] of this.#added) {
      if (added < PRUNE_AFTER && this.#added.size <= MAX_COUNTED) continue
      await pruneRequests(db, { merchantId, keep: MAX_REQUESTS })
      this.#added.delete(merchantId)
    }
  }
}
