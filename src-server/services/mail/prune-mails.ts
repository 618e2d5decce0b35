import type { StoringWorld } from '#server/core/context.ts'
import { pruneInSlices } from '#server/core/work/prune-in-slices.ts'
import { toIso } from '#server/shared/day.ts'
import { deleteMailsBefore } from './mails.queries.ts'

/** Retention of mails, and so of their recipients' e-mail addresses. */
export const MAIL_RETENTION_MS = 30 * 24 * 60 * 60_000

/**
 * Deletes mails past their retention, in batches. Returns true when none remain, false when the signal stopped the
 * work.
 */
export function pruneMails(world: StoringWorld, signal?: AbortSignal): Promise<boolean> {
  const before = toIso(world.now() - MAIL_RETENTION_MS)
  return pruneInSlices(world, (db, limit) => deleteMailsBefore(db, { before, limit }), signal)
}
