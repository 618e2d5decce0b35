/**
 * The permission to write to the SQLite file. The connections of one process are in different threads, and SQLite would
 * block the thread of one that waits for another. So threads enter this gate first, and wait without blocking. Between
 * processes SQLite's own lock decides.
 */
export type Gate = {
  /** Enters if the gate is free; returns whether it has entered. */
  tryEnter: () => boolean
  /** Resolves when the caller may write. */
  enter: () => Promise<void>
  leave: () => void
  /** Returns true if another thread waits for the caller to leave. */
  isWanted: () => boolean
  /**
   * Returns for how many milliseconds no thread of this process may write, so that another process finds the database
   * free; 0 to continue. Called by the thread that has entered: it leaves for that time and enters again.
   */
  pauseMs: () => number
}

/**
 * Interval and length of the pauses for other processes. SQLite's lock has no queue between processes: a waiting one
 * polls it. Threads that write without a break would starve it, so all of them pause together.
 */
export const PAUSE_EVERY_MS = 100
export const PAUSE_MS = 4

/** The gate of a process with one writing connection, which is always open. */
export const openGate: Gate = {
  tryEnter: () => true,
  enter: async () => {},
  leave: () => {},
  isWanted: () => false,
  pauseMs: () => 0,
}

/** Threads that use the gate. They serve requests, write, make checkpoints, or wait to start an ended thread again. */
export const parties = { answering: 0, writing: 1, checkpoints: 2, restarting: 3 } as const
export type Party = keyof typeof parties

/**
 * Indexes into the shared words: the next ticket, the ticket being served, and the parties' current and abandoned
 * tickets.
 */
const NEXT = 0
const SERVING = 1
const FIRST_HELD = 2
const FIRST_LEFT = FIRST_HELD + Object.keys(parties).length
/** Times at which a thread last left, and at which the last pause ends or ended. */
const LEFT_AT = FIRST_LEFT + Object.keys(parties).length
const PAUSE_ENDS = LEFT_AT + 1
const WORDS = PAUSE_ENDS + 1
const NONE = -1

/** The longest delay of a timer. */
const FOREVER_MS = 2 ** 31 - 1

export type SharedWords = Int32Array<SharedArrayBuffer>

export function sharedWords(): SharedWords {
  const words = new Int32Array(new SharedArrayBuffer(WORDS * Int32Array.BYTES_PER_ELEMENT))
  words.fill(NONE, FIRST_HELD, LEFT_AT)
  return words.fill(commonMs(), LEFT_AT)
}

/** Returns milliseconds of a clock that all threads share; only differences are meaningful. */
const commonMs = (): number => Math.round(performance.timeOrigin + performance.now()) | 0

/**
 * Returns the milliseconds until a pause ends. Begins a pause if one is due and the gate has not been free for PAUSE_MS
 * by itself.
 */
function pauseLeft(words: SharedWords): number {
  const nowMs = commonMs()
  const ends = Atomics.load(words, PAUSE_ENDS)
  const left = (ends - nowMs) | 0
  if (left > 0) return left
  const isRested = ((nowMs - Atomics.load(words, LEFT_AT)) | 0) >= PAUSE_MS
  if (!isRested && -left < PAUSE_EVERY_MS) return 0
  Atomics.store(words, PAUSE_ENDS, isRested ? nowMs : nowMs + PAUSE_MS)
  return isRested ? 0 : PAUSE_MS
}

/** Serves the next ticket, but skips those of threads that ended while they waited. */
function callNext(words: SharedWords, served: number): void {
  let next = served
  do {
    next = (next + 1) | 0
  } while (words.subarray(FIRST_LEFT).includes(next))
  if (Atomics.compareExchange(words, SERVING, served, next) === served) {
    Atomics.notify(words, SERVING)
  }
}

/**
 * Returns one party's side of the gate. Each party takes a ticket and waits for its number: first come, first served.
 */
export function sharedGate(words: SharedWords, party: Party): Gate {
  const held = FIRST_HELD + parties[party]
  return {
    tryEnter: () => {
      const serving = Atomics.load(words, SERVING)
      if (Atomics.compareExchange(words, NEXT, serving, (serving + 1) | 0) !== serving) return false
      Atomics.store(words, held, serving)
      return true
    },
    enter: async () => {
      const ticket = Atomics.add(words, NEXT, 1)
      Atomics.store(words, held, ticket)
      // Keeps the thread alive: a thread with nothing else to do would end while it waits.
      const staying = setInterval(() => {}, FOREVER_MS)
      for (;;) {
        const serving = Atomics.load(words, SERVING)
        if (serving === ticket) break
        const turn = Atomics.waitAsync(words, SERVING, serving)
        if (turn.async) await turn.value
      }
      clearInterval(staying)
    },
    leave: () => {
      const ticket = Atomics.exchange(words, held, NONE)
      if (ticket === NONE) return
      Atomics.store(words, LEFT_AT, commonMs())
      callNext(words, ticket)
    },
    pauseMs: () => pauseLeft(words),
    isWanted: () => Atomics.load(words, NEXT) !== ((Atomics.load(words, SERVING) + 1) | 0),
  }
}

/** Releases the ticket of a thread that has ended, whether it was being served or waiting. */
export function leaveFor(words: SharedWords, party: Party): void {
  const ticket = Atomics.exchange(words, FIRST_HELD + parties[party], NONE)
  if (ticket === NONE) return
  Atomics.store(words, FIRST_LEFT + parties[party], ticket)
  if (Atomics.load(words, SERVING) === ticket) callNext(words, ticket)
}
