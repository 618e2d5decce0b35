/**
 * SQLite responds synchronously, so a loop of awaited queries never yields to the event loop. Work that grows with the
 * number of rows therefore runs in slices of a few milliseconds, and yields between two. On PostgreSQL the same slices
 * keep locks and connections short.
 */

/** Longest duration of a slice that reads, so that other requests wait no longer than this for the event loop. */
export const READ_SLICE_MS = 5
/** Longest duration of a slice that writes: more than for a read, because a write also waits for the disk. */
export const WRITE_SLICE_MS = 10

/** Returns whether a slice has time left. The first call returns true, so that every slice makes progress. */
export type HasTime = () => boolean

/**
 * Returns a function that is true until `ms` milliseconds have passed since its first call. The wait of a write before
 * that call does not count.
 */
export function timeLimit(ms: number): HasTime {
  let endsAtMs: number | undefined
  return () => {
    const nowMs = performance.now()
    endsAtMs ??= nowMs + ms
    return nowMs < endsAtMs
  }
}

/** Captured at load, so that a clock that tests control does not delay work. */
const defer = setImmediate
const waiting: (() => void)[] = []
let isScheduled = false
/**
 * The event loop accepts one connection per iteration. While connections keep arriving, no slice begins for this long
 * after the previous slice. Otherwise the last of forty callers would wait in the kernel for forty slices.
 */
const ARRIVALS_MS = 40
let hasArrival = false
let lastSliceMs = 0

/** Records that this iteration of the event loop accepted a connection: another connection may wait in the kernel. */
export function recordArrival(): void {
  hasArrival = true
}

function schedule(): void {
  if (isScheduled || waiting.length === 0) return
  isScheduled = true
  defer(() => {
    isScheduled = false
    const nowMs = performance.now()
    if (!hasArrival || nowMs - lastSliceMs >= ARRIVALS_MS) {
      lastSliceMs = nowMs
      waiting.shift()?.()
    }
    hasArrival = false
    schedule()
  })
}

/**
 * Resolves after everything that is ready to run. Only one waiting slice continues per iteration of the event loop:
 * forty long requests together delay other requests no longer than a single long request does.
 */
export function yieldToOthers(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    schedule()
  })
}

/**
 * Maximum number of slices that are read concurrently. The limit leaves a connection, and a CPU core of PostgreSQL's
 * machine, free for payments, however many lists are requested.
 */
const READS_AT_ONCE = 2
let reading = 0
const readers: (() => void)[] = []

/**
 * Yields to other work, then runs `read`. At most two reads run at once, so `read` must not call `readInSlice` itself.
 */
export async function readInSlice<T>(read: () => Promise<T>): Promise<T> {
  if (reading < READS_AT_ONCE) reading += 1
  else await new Promise<void>((resolve) => readers.push(resolve))
  try {
    await yieldToOthers()
    return await read()
  } finally {
    const next = readers.shift()
    if (next) next()
    else reading -= 1
  }
}

/** Aborted when the process ends: the remaining slices run after the next start. */
const ending = new AbortController()
/** Makes every `runInSlices` of this process return false after its current slice, because the process ends. */
export const endSlices = (): void => ending.abort()

/**
 * Runs `slice` again and again until it returns true: all is done. Returns true then, and false when the signal aborts
 * or the process ends before. `slice` must stop when `hasTime` returns false; `ms` is the duration of one slice.
 */
export async function runInSlices(
  slice: (hasTime: HasTime) => Promise<boolean>,
  {
    ms = WRITE_SLICE_MS,
    signal,
  }: { ms?: number | undefined; signal?: AbortSignal | undefined } = {},
): Promise<boolean> {
  for (;;) {
    if (signal?.aborted === true || ending.signal.aborted) return false
    if (await slice(timeLimit(ms))) return true
    await yieldToOthers()
  }
}
