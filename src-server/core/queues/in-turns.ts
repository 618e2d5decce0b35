import { setTimeout as wait } from 'node:timers/promises'

/** Room for more work: in all, and at each place. */
export type Room = {
  /** How many more may begin. */
  room: number
  /** Returns whether a place is full; where it is not, reserves one of its rows. */
  isBusy: (place: string) => boolean
  /** Places that are full. */
  busy: string[]
}

export type Turns<T extends { place: string }> = {
  /** Leases what is due for this process, the longest due first: at most `room`, and of no busy place. */
  take: (about: Room) => Promise<T[]>
  /** Works on it and records the outcome. It must not throw, and ends before the lease does. */
  work: (due: T) => Promise<void>
  perPlace?: number | undefined
  inFlight?: number
  signal?: AbortSignal | undefined
}

export const PER_PLACE = 8
/** While work is under way: how soon something else that has become due is seen. */
const LOOK_EVERY_MS = 250

/**
 * Works on everything that is due, several at once, until nothing is due any more. A place that hangs holds up its own
 * rows, and none of other places. Returns how many rows were taken.
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
    const taken = await takeSome()
    if (taken > 0) continue
    if (running.size === 0) break
    await Promise.race([...running, wait(LOOK_EVERY_MS, undefined, { ref: false })])
  }
  await Promise.all(running)
  return count
}
