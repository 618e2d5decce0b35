import { localDateTime, toIso } from './day.ts'

/** A period with a constant offset of a time zone from UTC; it begins at `fromMs`. */
export type OffsetPeriod = { fromMs: number; offsetS: number }

/** No time zone reverses a clock change within a week; Morocco's change during Ramadan lasts four weeks. */
const STEP_MS = 7 * 86_400_000

const offsetAt = (atMs: number, timezone: string): number => {
  const shown = Date.parse(`${localDateTime(toIso(atMs), timezone).replace(' ', 'T')}Z`)
  return (shown - Math.floor(atMs / 1000) * 1000) / 1000
}

/**
 * Returns the periods between two instants, inclusive, in which a time zone keeps its offset from UTC. They are in
 * order; the first begins at the first instant.
 */
export function offsetPeriods(fromMs: number, toMs: number, timezone: string): OffsetPeriod[] {
  const periods: OffsetPeriod[] = [{ fromMs, offsetS: offsetAt(fromMs, timezone) }]
  let current = { atMs: fromMs, offsetS: offsetAt(fromMs, timezone) }
  while (current.atMs < toMs) {
    const atMs = Math.min(current.atMs + STEP_MS, toMs)
    const offsetS = offsetAt(atMs, timezone)
    if (offsetS === current.offsetS) {
      current = { atMs, offsetS }
      continue
    }
    // When the offset changes twice within a step, the loop finds the earlier change first.
    const changedMs = findOffsetChange(current, atMs, timezone)
    current = { atMs: changedMs, offsetS: offsetAt(changedMs, timezone) }
    periods.push({ fromMs: changedMs, offsetS: current.offsetS })
  }
  return periods
}

/** Returns the first whole second with another offset than before. */
function findOffsetChange(
  before: { atMs: number; offsetS: number },
  afterMs: number,
  timezone: string,
): number {
  let [low, high] = [Math.floor(before.atMs / 1000), Math.ceil(afterMs / 1000)]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle * 1000, timezone) === before.offsetS) low = middle
    else high = middle
  }
  return high * 1000
}
