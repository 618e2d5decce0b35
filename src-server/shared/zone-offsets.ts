import { localDateTime, toIso } from './day.ts'

/** From an instant on a zone is so far from UTC. */
export type OffsetPeriod = { fromMs: number; offsetS: number }

/** No zone changes its clocks and changes them back within less; Ramadan in Morocco lasts four weeks. */
const STEP_MS = 7 * 86_400_000

const offsetAt = (atMs: number, timezone: string): number => {
  const shown = Date.parse(`${localDateTime(toIso(atMs), timezone).replace(' ', 'T')}Z`)
  return (shown - Math.floor(atMs / 1000) * 1000) / 1000
}

/**
 * The periods between two instants, inclusive, throughout which a zone keeps its distance from UTC, in
 * order; the first begins with the first instant.
 */
export function offsetPeriods(fromMs: number, toMs: number, timezone: string): OffsetPeriod[] {
  const periods: OffsetPeriod[] = [{ fromMs, offsetS: offsetAt(fromMs, timezone) }]
  let known = { atMs: fromMs, offsetS: offsetAt(fromMs, timezone) }
  while (known.atMs < toMs) {
    const atMs = Math.min(known.atMs + STEP_MS, toMs)
    const offsetS = offsetAt(atMs, timezone)
    if (offsetS === known.offsetS) {
      known = { atMs, offsetS }
      continue
    }
    // Two changes within a step are found one after the other.
    const changedMs = firstOther(known, atMs, timezone)
    known = { atMs: changedMs, offsetS: offsetAt(changedMs, timezone) }
    periods.push({ fromMs: changedMs, offsetS: known.offsetS })
  }
  return periods
}

/** The first whole second at which the zone is no longer at the offset that it has before. */
function firstOther(
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
