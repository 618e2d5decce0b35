import { setTimeout as wait } from 'node:timers/promises'

/** Capacity for more work, in total and per place. A place is the target of the work, such as a processor account. */
export type Room = {
  /** Number of rows that may still start. */
  room: number
  /** Returns whether a place is full; when it is not, reserves capacity for one row. */
  isBusy: (place: string) => boolean
  /** Places that are full. */
  busy: string[]
}

export type Turns<T extends { place: string }> = {
  /** Leases due rows for this process, the longest due first: at most `room`, and none of a busy place. */
  take: (about: Room) => Promise<T[]>
  /** Processes a row and records the outcome. It must not throw, and must end before the lease does. */
  work: (due: T) => Promise<void>
  perPlace?: number | undefined
  inFlight?: number
  signal?: AbortSignal | undefined
}

export const PER_PLACE = 8
/** Interval of the checks for newly due rows while work is in progress. */
const LOOK_EVERY_MS = 250

/**
 * Processes all due rows, several at once, until none is due. A place that hangs delays its own rows, and none of other
 * places. Returns how many rows were leased.
 */
export async function inTurns<T extends { place: string }>({
  take,
  work,
  perPlace = PER_PLACE,
  inFlight = 64,
  signal,
}: Turns<T>): Promise<number> {
  const running = new Set<Promise<void>>()
  const atPlace = new Map<string, number>()
  const at = (place: string) => atPlace.get(place) ?? 0
  let count = 0

  const start = (due: T) => {
    const { place } = due
    atPlace.set(place, at(place) + 1)
    const run = work(due).finally(() => {
      running.delete(run)
      const left = at(place) - 1
      if (left > 0) atPlace.set(place, left)
      else atPlace.delete(place)
    })
    running.add(run)
    count += 1
  }

  const takeSome = async (): Promise<number> => {
    const room = inFlight - running.size
    if (room <= 0) return 0
    const reserved = new Map<string, number>()
    const isBusy = (place: string): boolean => {
      const taken = at(place) + (reserved.get(place) ?? 0)
      if (taken >= perPlace) return true
      reserved.set(place, (reserved.get(place) ?? 0) + 1)
      return false
    }
    const busy = [...atPlace].filter(([, many]) => many >= perPlace).map(([name]) => name)
    const taken = await take({ room, isBusy, busy })
    for (const due of taken) start(due)
    return taken.length
  }

  const isStopped = () => signal?.aborted === true
  while (!isStopped()) {
    const wasIdle = running.size === 0
    const taken = await takeSome()
    if (taken > 0) continue
    // A row whose work ended during the query left its place only after the query had excluded it: queries again.
    if (wasIdle) break
    if (running.size === 0) continue
    await Promise.race([...running, wait(LOOK_EVERY_MS, undefined, { ref: false })])
  }
  await Promise.all(running)
  return count
}
