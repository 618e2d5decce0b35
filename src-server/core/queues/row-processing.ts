import { setTimeout as wait } from 'node:timers/promises'

/**
 * Capacity for more work, in total and per concurrency key, which names the target of the work, such as a
 * processor account.
 */
export type Capacity = {
  /** Number of rows that may still start. */
  freeSlots: number
  /** Returns whether a concurrency key is at its limit; when it is not, reserves capacity for one row. */
  isBusy: (concurrencyKey: string) => boolean
  /** Concurrency keys that are at their limit. */
  busy: string[]
}

/** The functions and limits with which `processRows` processes due rows. */
export type RowProcessing<T extends { concurrencyKey: string }> = {
  /** Leases due rows for this process, the longest due first: at most `freeSlots`, without rows of a key in `busy`. */
  take: (capacity: Capacity) => Promise<T[]>
  /** Processes a row and records the outcome. It must not throw, and must end before the lease does. */
  work: (due: T) => Promise<void>
  /** Maximum concurrent rows per concurrency key; `PER_KEY` by default. */
  perKey?: number | undefined
  /** Maximum concurrent rows in total; 64 by default. */
  inFlight?: number
  /** Once aborted, no more rows are leased; running work still ends. */
  signal?: AbortSignal | undefined
}

/** Default maximum of concurrent rows per key, so that one slow processor account cannot use all capacity. */
export const PER_KEY = 8
/** Interval of the checks for newly due rows while work is in progress. */
const POLL_INTERVAL_MS = 250

/**
 * Processes all due rows, several at once, until no row is due. A target that hangs delays only the rows with its
 * concurrency key. Returns how many rows were leased. After a failure it takes no more rows, and throws the first error
 * once all running work has ended.
 */
export async function processRows<T extends { concurrencyKey: string }>({
  take,
  work,
  perKey = PER_KEY,
  inFlight = 64,
  signal,
}: RowProcessing<T>): Promise<number> {
  const running = new Set<Promise<void>>()
  const runningByKey = new Map<string, number>()
  const runningAt = (concurrencyKey: string) => runningByKey.get(concurrencyKey) ?? 0
  let count = 0
  let failure: { error: unknown } | undefined

  const start = (due: T) => {
    const { concurrencyKey } = due
    runningByKey.set(concurrencyKey, runningAt(concurrencyKey) + 1)
    const run = work(due)
      .catch((error: unknown) => {
        failure ??= { error }
      })
      .finally(() => {
        running.delete(run)
        const remaining = runningAt(concurrencyKey) - 1
        if (remaining > 0) runningByKey.set(concurrencyKey, remaining)
        else runningByKey.delete(concurrencyKey)
      })
    running.add(run)
    count += 1
  }

  const leaseSome = async (): Promise<number> => {
    const freeSlots = inFlight - running.size
    if (freeSlots <= 0) return 0
    const reserved = new Map<string, number>()
    const isBusy = (concurrencyKey: string): boolean => {
      const taken = runningAt(concurrencyKey) + (reserved.get(concurrencyKey) ?? 0)
      if (taken >= perKey) return true
      reserved.set(concurrencyKey, (reserved.get(concurrencyKey) ?? 0) + 1)
      return false
    }
    const busy = [...runningByKey].filter(([, count]) => count >= perKey).map(([key]) => key)
    const taken = await take({ freeSlots, isBusy, busy })
    for (const due of taken) start(due)
    return taken.length
  }

  const isEnding = () => signal?.aborted === true || failure !== undefined
  try {
    while (!isEnding()) {
      const wasIdle = running.size === 0
      const taken = await leaseSome()
      if (taken > 0) continue
      // Work may have ended, and freed its key, only after the query had excluded rows with that key: queries again.
      if (wasIdle) break
      if (running.size === 0) continue
      await Promise.race([...running, wait(POLL_INTERVAL_MS, undefined, { ref: false })])
    }
  } finally {
    // A query that fails must not leave work behind whose own failure nothing awaits.
    await Promise.all(running)
  }
  if (failure !== undefined) throw failure.error
  return count
}
