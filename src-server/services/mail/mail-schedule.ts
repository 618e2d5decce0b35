const MIN = 60_000
const HOUR = 60 * MIN

/** Delays after each failed attempt: 32 h 36 min in all. */
const delays = [1 * MIN, 5 * MIN, 30 * MIN, 2 * HOUR, 6 * HOUR, 24 * HOUR]

/** Number of attempts after which a mail fails for good. */
export const MAX_MAIL_ATTEMPTS = delays.length + 1

/** Largest random change of a delay, as a share of it. */
const JITTER = 0.2

/**
 * Returns when to try again after `attempts` failures, in epoch milliseconds; undefined when no attempt is left.
 * `random` is in [0, 1).
 */
export function nextMailAttemptAt(
  nowMs: number,
  { attempts, random }: { attempts: number; random: number },
): number | undefined {
  const delay = delays[attempts - 1]
  if (delay === undefined) return undefined
  return nowMs + Math.round(delay * (1 - JITTER + 2 * JITTER * random))
}
