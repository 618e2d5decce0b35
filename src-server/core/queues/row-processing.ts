import { setTimeout as wait } from 'node:timers/promises'

/**
 * Capacity for more work, in total and per concurrency key (`place`), which names the target of the work, such as a
 * processor account.
 */
export type Capacity = {
  /** Number of rows that may still start. */
  room: number
  /** Returns whether a concurrency key is at its limit; when it is not, reserves capacity for one row. */
  isBusy: (place: string) => boolean
  /** Concurrency keys that are at their limit. */
  busy: string[]
}

/** The functions and limits with which `processRows` processes due rows. */
export type RowProcessing<T extends { place: string }> = {
  /** Leases due rows for this process, the longest due first: at most `room`, without rows of a key in `busy`. */
  take: (about: Capacity) => Promise<T[]>
  /** Processes a row and records the outcome. It must not throw, and must end before the lease does. */
  work: (due: T) => Promise<void>
  /** Maximum concurrent rows per concurrency key; `PER_PLACE` by default. */
  perPlace?: number | undefined
  /** Maximum concurrent rows in total; 64 by default. */
  inFlight?: number
  /** Once aborted, no more rows are leased; running work still ends. */
  signal?: AbortSignal | undefined
}

/** Default maximum of concurrent rows per key, so that one slow processor account cannot use all capacity. */
export const PER_PLACE = 8
/** Interval of the checks for newly due rows while work is in progress. */
const POLL_INTERVAL_MS = 250

/**
 * Processes all due rows, several at once, until no row is due. A target that hangs delays only the rows with its
 * concurrency key. Returns how many rows were leased.
 */
export async function processRows<T extends { place: string }>({
  take,
  work,
  perPlace = PER_PLACE,
  inFlight = 64,
  signal,
}: RowProcessing<T>): Promise<number> {
  const running = new Set<Promise<void>>()
  const runningByPlace = new Map<string, number>()
  const runningAt = (place: string) => runningByPlace.get(place) ?? 0
  let count = 0

  const start = (due: T) => {
    const { place } = due
    runningByPlace.set(place, runningAt(place) + 1)
    const run = work(due).finally(() => {
      running.delete(run)
      const left = runningAt(place) - 1
      if (left > 0) runningByPlace.set(place, left)
      else runningByPlace.delete(place)
    })
    running.add(run)
    count += 1
  }

  const leaseSome = async (): Promise<number> => {
    const room = inFlight - running.size
    if (room <= 0) return 0
    const reserved = new Map<string, number>()
    const isBusy = (place: string): boolean => {
      const taken = runningAt(place) + (reserved.get(place) ?? 0)
      if (taken >= perPlace) return true
      reserved.set(place, (reserved.get(place) ?? 0) + 1)
      return false
    }
    const busy = [...runningByPlace].filter(([, many]) => many >= perPlace).map(([name]) => name)
    const taken = await take({ room, isBusy, busy })
    for (const due of taken) start(due)
    return taken.length
  }

  const isStopped = () => signal?.aborted === true
  while (!isStopped()) {
    const wasIdle = running.size === 0
    const taken = await leaseSome()
    if (taken > 0) continue
    // A row whose work ended during the query left its place only after the query had excluded it: queries again.
    if (wasIdle) break
    if (running.size === 0) continue
    await Promise.race([...running, wait(POLL_INTERVAL_MS, undefined, { ref: false })])
  }
  await Promise.all(running)
  return count
}
