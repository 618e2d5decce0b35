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
}

/** For a process in which one connection writes. */
export const openGate: Gate = {
  tryEnter: () => true,
  enter: async () => {},
  leave: () => {},
  isWanted: () => false,
}

/** Who takes turns: the thread that answers, the one that writes, the one that makes checkpoints, and who waits to start one again. */
export const parties = { answering: 0, writing: 1, checkpoints: 2, restarting: 3 } as const
export type Party = keyof typeof parties

/** The words that the threads share: the next ticket, the one whose turn it is, and those of the parties. */
const NEXT = 0
const SERVING = 1
const FIRST_HELD = 2
const FIRST_LEFT = FIRST_HELD + Object.keys(parties).length
const WORDS = FIRST_LEFT + Object.keys(parties).length
const NONE = -1

/** The longest that a timer knows. */
const FOREVER_MS = 2 ** 31 - 1

export type SharedWords = Int32Array<SharedArrayBuffer>

export function sharedWords(): SharedWords {
  const words = new Int32Array(new SharedArrayBuffer(WORDS * Int32Array.BYTES_PER_ELEMENT))
  return words.fill(NONE, FIRST_HELD)
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
      if (ticket !== NONE) callNext(words, ticket)
    },
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
