/**
 * SQLite answers synchronously, and a loop of awaited queries never gives the event loop a turn. So
 * whatever grows with the rows there are is done in pieces of a few milliseconds, and between two of
 * them everybody else has a turn. On PostgreSQL the same pieces keep locks and connections short.
 */

/** How long a piece that reads may take, and one that writes: the latter also waits for the disk. */
export const READ_PIECE_MS = 5
export const WRITE_PIECE_MS = 10

/** Says whether a piece has time left. It is always so at first, so that every piece comes on. */
export type HasTime = () => boolean

/** The time begins with the first question: what a write waits for its turn does not count. */
export function timeFor(ms: number): HasTime {
  let endsAtMs: number | undefined
  return () => {
    const nowMs = performance.now()
    endsAtMs ??= nowMs + ms
    return nowMs < endsAtMs
  }
}

/** Kept from the start, so that a clock that tests control does not hold back work. */
const later = setImmediate
const waiting: (() => void)[] = []
let isScheduled = false
/**
 * The event loop accepts one connection in each turn. While they keep coming no piece is begun for as long as
 * this: otherwise the last of forty callers would wait in the kernel for forty pieces.
 */
const ARRIVALS_MS = 40
let hasArrival = false
let beganMs = 0

/** Tells that a connection was accepted in this turn of the event loop: another one may wait behind it. */
export function noteArrival(): void {
  hasArrival = true
}

function schedule(): void {
  if (isScheduled || waiting.length === 0) return
  isScheduled = true
  later(() => {
    isScheduled = false
    const nowMs = performance.now()
    if (!hasArrival || nowMs - beganMs >= ARRIVALS_MS) {
      beganMs = nowMs
      waiting.shift()?.()
    }
    hasArrival = false
    schedule()
  })
}

/**
 * Resolves after what is ready to run has run. Of all pieces that wait, one goes on at each turn of
 * the event loop: forty long requests together hold up the others no longer than one.
 */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    schedule()
  })
}

/**
 * PostgreSQL goes through rows beside us: of all long reads so many pieces are with it at once, so that a
 * payment finds a connection, and a processor of the database's machine, however many lists are asked for.
 */
const READS_AT_ONCE = 2
let reading = 0
const readers: (() => void)[] = []

/** Reads one piece of what may be long, after a turn of its own. No piece may wait for another inside. */
export async function readPiece<T>(read: () => Promise<T>): Promise<T> {
  if (reading < READS_AT_ONCE) reading += 1
  else await new Promise<void>((resolve) => readers.push(resolve))
  try {
    await turn()
    return await read()
  } finally {
    const next = readers.shift()
    if (next) next()
    else reading -= 1
  }
}

/** What a process that ends does not wait for: the rest is done when it runs again. */
const ending = new AbortController()
export const endPieces = (): void => ending.abort()

/**
 * Does work that can be broken off between any two pieces: runs `piece` until it says that all is
 * done, until the signal comes, or until the process ends. Answers whether all is done.
 */
export async function inPieces(
  piece: (hasTime: HasTime) => Promise<boolean>,
  {
    ms = WRITE_PIECE_MS,
    signal,
  }: { ms?: number | undefined; signal?: AbortSignal | undefined } = {},
): Promise<boolean> {
  for (;;) {
    if (signal?.aborted === true || ending.signal.aborted) return false
    if (await piece(timeFor(ms))) return true
    await turn()
  }
}
