import { addDays, instantOfMinute, localMoment } from '#server/shared/day.ts'

/** Local time of the daily digest, in minutes since midnight. */
const DIGEST_MINUTE = 8 * 60

/** Returns the time of the first daily digest after an instant, in epoch milliseconds. */
export function nextDigestMs(atMs: number, timezone: string): number {
  const { day } = localMoment(atMs, timezone)
  const today = instantOfMinute(day, DIGEST_MINUTE, timezone)
  return today > atMs ? today : instantOfMinute(addDays(day, 1), DIGEST_MINUTE, timezone)
}
