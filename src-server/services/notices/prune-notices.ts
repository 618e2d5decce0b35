import type { StoringWorld } from '#server/core/context.ts'
import { pruneInSlices } from '#server/core/work/prune-in-slices.ts'
import { toIso } from '#server/shared/day.ts'
import { deleteNoticesBefore } from './notice-causes.queries.ts'

/** Retention of notices and of the record of their readers. */
export const NOTICE_RETENTION_MS = 180 * 24 * 60 * 60_000

/** Deletes notices past their retention, in batches. Returns false when the signal stopped the work. */
export function pruneNotices(world: StoringWorld, signal?: AbortSignal): Promise<boolean> {
  const before = toIso(world.now() - NOTICE_RETENTION_MS)
  return pruneInSlices(world, (db, limit) => deleteNoticesBefore(db, { before, limit }), signal)
}
