import { toIso } from '#server/shared/day.ts'
import { inTransaction, type World } from '../context.ts'
import { type KeyedTable, leaseRow, listDue } from './leased-rows.queries.ts'
import { processRows } from './row-processing.ts'

/**
 * Maximum number of due rows that one query reads. More would be useless, because the number of concurrent rows is
 * limited.
 */
const PAGE = 100

/** A queue of rows in the database: a restart loses nothing, and a lease gives each row to one process. */
export type LeasedQueue<Row> = KeyedTable<Row> & {
  /** Longer than the work on a row takes: when a lease expires, its process has died. */
  leaseMs: number
  /** Maximum concurrent rows per concurrency key, such as a processor account; `PER_KEY` by default. */
  perKey?: number
  /** Leases rows of several merchants in one transaction. Only for rows that no other transaction locks for long. */
  leasesInOneTransaction?: boolean
  /** Processes a row and records the outcome; a rejection leads to `failed`. */
  work: (world: World, row: Row, signal: AbortSignal | undefined) => Promise<unknown>
  /** Logs or records that the work failed. The lease of the row expires, unless `failed` ends it. */
  failed: (world: World, row: Row, error: unknown) => unknown
}

/** Processes every due row of a queue, several at once. Returns the number of rows that were leased. */
export const workQueue = <Row>(
  world: World,
  queue: LeasedQueue<Row>,
  signal?: AbortSignal,
): Promise<number> =>
  processRows<{ concurrencyKey: string; row: Row }>({
    perKey: queue.perKey,
    take: async ({ freeSlots, isBusy, busy }) => {
      const { db, now } = world
      const listed = await listDue(db, queue, { now: toIso(now()), busy, limit: PAGE })
      const selected = listed
        .filter(({ concurrencyKey }) => !isBusy(concurrencyKey))
        .slice(0, freeSlots)
      if (selected.length === 0) return []
      const lease = async (inner: World) => {
        const times = { now: toIso(now()), leasedUntil: toIso(now() + queue.leaseMs) }
        const leasedRows = []
        for (const where of selected) {
          const row = await leaseRow(inner.db, queue, where, times)
          if (row) leasedRows.push({ concurrencyKey: where.concurrencyKey, row })
        }
        return leasedRows
      }
      return queue.leasesInOneTransaction ? inTransaction(world, lease) : lease(world)
    },
    work: async ({ row }) => {
      try {
        await queue.work(world, row, signal)
      } catch (error) {
        await queue.failed(world, row, error)
      }
    },
    signal,
  })
