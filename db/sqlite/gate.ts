/**
 * Who may write to the SQLite file. The connections of one process stand in different threads, and
 * SQLite would make one that waits for another block its thread; so they ask here first, and wait
 * without holding anything up. Between processes SQLite's own lock decides.
 */
export type Gate = {
  /** Whether it was free, and is now the caller's. */
  tryEnter: () => boolean
  /** Resolves when the caller may write. */
  enter: () => Promise<void>
  leave: () => void
  /** Whether somebody else waits for the caller to leave. */
  isWanted: () => boolean
  /**
   * How many milliseconds nobody of this process may write now, so that another process finds the database free;
   * 0 to go on. To be asked by the one who has entered, who leaves for so long and enters again.
   */
  pauseMs: () => number
}

/**
 * Between processes nobody queues for SQLite's lock: one that waits looks again and again. Threads that write
 * without an end would never let it in, so after so long without a rest they all rest for a moment.
 */
export const PAUSE_EVERY_MS = 100
export const PAUSE_MS = 4

/** For a process in which one connection writes. */
export const openGate: Gate = {
  tryEnter: () => true,
  enter: async () => {},
  leave: () => {},
  isWanted: () => false,
  pauseMs: () => 0,
}

/** Who takes turns: the thread that answers, the one that writes, the one that makes checkpoints, and who waits to start one again. */
export const parties = { answering: 0, writing: 1, checkpoints: 2, restarting: 3 } as const
export type Party = keyof typeof parties

/** The words that the threads share: the next ticket, the one whose turn it is, and those of the parties. */
const NEXT = 0
const SERVING = 1
const FIRST_HELD = 2
const FIRST_LEFT = FIRST_HELD + Object.keys(parties).length
/** When somebody left last, and when the last pause ends or ended. */
const LEFT_AT = FIRST_LEFT + Object.keys(parties).length
const PAUSE_ENDS = LEFT_AT + 1
const WORDS = PAUSE_ENDS + 1
const NONE = -1

/** The longest that a timer knows. */
const FOREVER_MS = 2 ** 31 - 1

export type SharedWords = Int32Array<SharedArrayBuffer>

export function sharedWords(): SharedWords {
  const words = new Int32Array(new SharedArrayBuffer(WORDS * Int32Array.BYTES_PER_ELEMENT))
  words.fill(NONE, FIRST_HELD, LEFT_AT)
  return words.fill(commonMs(), LEFT_AT)
}

/** By a clock that all threads share; only differences mean anything. */
const commonMs = (): number => Math.round(performance.timeOrigin + performance.now()) | 0

/** Milliseconds until a pause ends, which begins where one is due and nobody has rested by himself. */
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

/** Goes on to the next ticket, past those of threads that ended while they waited. */
function callNext(words: SharedWords, served: number): void {
  let next = served
  do {
    next = (next + 1) | 0
  } while (words.subarray(FIRST_LEFT).includes(next))
  if (Atomics.compareExchange(words, SERVING, served, next) === served) {
    Atomics.notify(words, SERVING)
  }
}

/** One party's side of a gate: each takes a ticket and waits for its number, first come, first served. */
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
      // A thread that has nothing else to do would end while it waits.
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

/** Gives away the turn, or the place in the queue, of a thread that has ended. */
export function leaveFor(words: SharedWords, party: Party): void {
  const ticket = Atomics.exchange(words, FIRST_HELD + parties[party], NONE)
  if (ticket === NONE) return
  Atomics.store(words, FIRST_LEFT + parties[party], ticket)
  if (Atomics.load(words, SERVING) === ticket) callNext(words, ticket)
}
