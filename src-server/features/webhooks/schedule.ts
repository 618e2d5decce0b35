const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Delay after each failed attempt: the example of Standard Webhooks, 75 h 35 min in all. */
const delays = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]

export const MAX_ATTEMPTS = delays.length + 1

const JITTER = 0.2
const MAX_RETRY_AFTER_MS = 24 * HOUR

/** Time after which an endpoint that only fails is disabled. */
export const DISABLE_AFTER_MS = 5 * 24 * HOUR

/**
 * Returns the time of the next attempt after `attempts` failed ones; undefined when they are used up. `random` is in
 * [0, 1). A Retry-After header delays the attempt at least that long, up to a day.
 */
export function nextAttemptAt(
  nowMs: number,
  {
    attempts,
    random,
    retryAfterMs = 0,
  }: { attempts: number; random: number; retryAfterMs?: number },
): number | undefined {
  const delay = delays[attempts - 1]
  if (delay === undefined) return undefined
  const jittered = Math.round(delay * (1 - JITTER + 2 * JITTER * random))
  return nowMs + Math.max(jittered, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS))
}

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** Returns Retry-After, given as seconds or a date, in milliseconds from now; 0 when it is missing or invalid. */
export function retryAfterOf(header: string | undefined, nowMs: number): number {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND
  // Date.parse finds a date in nearly any text that contains a number.
  if (!httpDate.test(text)) return 0
  const date = Date.parse(text)
  return Number.isNaN(date) ? 0 : Math.max(0, date - nowMs)
}
