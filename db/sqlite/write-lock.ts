/**
 * The permission to write to the SQLite file. The connections of one process are in different threads. SQLite blocks a
 * thread whose connection waits for another connection. So threads take this lock first, and wait without blocking.
 * Between processes SQLite's own lock decides.
 */
export type WriteLock = {
  /** Takes the lock if no other thread holds it or waits for it. Returns true if the caller may write. */
  tryAcquire: () => boolean
  /** Resolves when the caller may write. */
  acquire: () => Promise<void>
  release: () => void
  /** Returns true if another thread waits for the caller to release it. */
  hasWaiters: () => boolean
  /**
   * Returns for how many milliseconds no thread of this process may write, so that another process finds the database
   * free; 0 to continue. Called by the thread that holds the lock: it releases the lock for that time and acquires it
   * again.
   */
  pauseMs: () => number
}

/**
 * Interval and length of the pauses for other processes. SQLite's lock has no queue between processes: a waiting one
 * polls it. Threads that write without a break would starve it, so all of them pause together.
 */
export const PAUSE_EVERY_MS = 100
export const PAUSE_MS = 4

/** A lock that is always free, for a process with one writing connection. */
export const noLock: WriteLock = {
  tryAcquire: () => true,
  acquire: async () => {},
  release: () => {},
  hasWaiters: () => false,
  pauseMs: () => 0,
}

/** Threads that use the lock. They serve requests, write, make checkpoints, or wait to start an ended thread again. */
export const lockHolders = { serving: 0, writing: 1, checkpoints: 2, restarting: 3 } as const
export type LockHolder = keyof typeof lockHolders

/**
 * Indexes into the lock memory: the next ticket, the ticket being served, and the current and the abandoned ticket of
 * each thread.
 */
const NEXT = 0
const SERVING = 1
const FIRST_TICKET = 2
const FIRST_ABANDONED = FIRST_TICKET + Object.keys(lockHolders).length
/** Times at which a thread last released the lock, and at which the last pause ends or ended. */
const RELEASED_AT = FIRST_ABANDONED + Object.keys(lockHolders).length
const PAUSE_ENDS = RELEASED_AT + 1
const WORDS = PAUSE_ENDS + 1
const NONE = -1

/** The longest delay of a timer. */
const FOREVER_MS = 2 ** 31 - 1

/** Memory that all threads of a process share, which contains the state of their lock. */
export type LockMemory = Int32Array<SharedArrayBuffer>

/** Allocates the state of a lock, to pass to `sharedWriteLock` in each thread. */
export function createLockMemory(): LockMemory {
  const lockMemory = new Int32Array(new SharedArrayBuffer(WORDS * Int32Array.BYTES_PER_ELEMENT))
  lockMemory.fill(NONE, FIRST_TICKET, RELEASED_AT)
  return lockMemory.fill(sharedClockMs(), RELEASED_AT)
}

/** Returns milliseconds of a clock that all threads share; only differences are meaningful. */
const sharedClockMs = (): number => Math.round(performance.timeOrigin + performance.now()) | 0

/**
 * Returns the milliseconds until a pause ends. Begins a pause if one is due and the lock has not been free for PAUSE_MS
 * by itself.
 */
function pauseLeft(lockMemory: LockMemory): number {
  const nowMs = sharedClockMs()
  const ends = Atomics.load(lockMemory, PAUSE_ENDS)
  const left = (ends - nowMs) | 0
  if (left > 0) return left
  const wasIdle = ((nowMs - Atomics.load(lockMemory, RELEASED_AT)) | 0) >= PAUSE_MS
  if (!wasIdle && -left < PAUSE_EVERY_MS) return 0
  Atomics.store(lockMemory, PAUSE_ENDS, wasIdle ? nowMs : nowMs + PAUSE_MS)
  return wasIdle ? 0 : PAUSE_MS
}

/** Serves the next ticket, but skips tickets of threads that ended while they waited. */
function serveNext(lockMemory: LockMemory, served: number): void {
  let next = served
  do {
    next = (next + 1) | 0
  } while (lockMemory.subarray(FIRST_ABANDONED).includes(next))
  if (Atomics.compareExchange(lockMemory, SERVING, served, next) === served) {
    Atomics.notify(lockMemory, SERVING)
  }
}

/**
 * Returns the lock as the thread `holder` uses it. Each thread takes a ticket and waits for its number: first come,
 * first served.
 */
export function sharedWriteLock(lockMemory: LockMemory, holder: LockHolder): WriteLock {
  const ticketSlot = FIRST_TICKET + lockHolders[holder]
  return {
    tryAcquire: () => {
      const serving = Atomics.load(lockMemory, SERVING)
      if (Atomics.compareExchange(lockMemory, NEXT, serving, (serving + 1) | 0) !== serving)
        return false
      Atomics.store(lockMemory, ticketSlot, serving)
      return true
    },
    acquire: async () => {
      const ticket = Atomics.add(lockMemory, NEXT, 1)
      Atomics.store(lockMemory, ticketSlot, ticket)
      // Keeps the thread alive: a thread with nothing else to do would end while it waits.
      const keepAlive = setInterval(() => {}, FOREVER_MS)
      for (;;) {
        const serving = Atomics.load(lockMemory, SERVING)
        if (serving === ticket) break
        const change = Atomics.waitAsync(lockMemory, SERVING, serving)
        if (change.async) await change.value
      }
      clearInterval(keepAlive)
    },
    release: () => {
      const ticket = Atomics.exchange(lockMemory, ticketSlot, NONE)
      if (ticket === NONE) return
      Atomics.store(lockMemory, RELEASED_AT, sharedClockMs())
      serveNext(lockMemory, ticket)
    },
    pauseMs: () => pauseLeft(lockMemory),
    hasWaiters: () =>
      Atomics.load(lockMemory, NEXT) !== ((Atomics.load(lockMemory, SERVING) + 1) | 0),
  }
}

/** Releases the ticket of a thread that has ended, whether it was being served or waiting. */
export function releaseFor(lockMemory: LockMemory, holder: LockHolder): void {
  const ticket = Atomics.exchange(lockMemory, FIRST_TICKET + lockHolders[holder], NONE)
  if (ticket === NONE) return
  Atomics.store(lockMemory, FIRST_ABANDONED + lockHolders[holder], ticket)
  if (Atomics.load(lockMemory, SERVING) === ticket) serveNext(lockMemory, ticket)
}
