import type { World } from '#server/core/context.ts'
import { toIso } from '#server/shared/day.ts'
import { findLastClosing, shareClosingLock } from './closing-lock.queries.ts'

/**
 * Returns the time at which entries are recorded: now, but later than the last closing of a month. So the closing of a
 * month includes an entry exactly if it was recorded no later than the closing, even when the clocks of two processes
 * differ. Call it in a transaction; no month is closed until it ends.
 */
export async function recordingTime(
  { db, dialect, now }: Pick<World, 'db' | 'dialect' | 'now'>,
  { merchantId }: { merchantId: string },
): Promise<string> {
  await shareClosingLock({ db, dialect }, { merchantId })
  const closedAt = await findLastClosing(db, { merchantId })
  return toIso(closedAt === null ? now() : Math.max(now(), Date.parse(closedAt) + 1))
}
