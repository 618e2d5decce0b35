import type { StoringWorld } from '#server/core/context.ts'
import { pruneInPieces } from '#server/core/work/prune-in-pieces.ts'
import { toIso } from '#server/shared/day.ts'
import { deleteMailsBefore } from './mails.queries.ts'

/** How long it is known to whom a mail went. */
export const KEEP_MAILS_MS = 30 * 24 * 60 * 60_000

/** Deletes what is too old to be kept, a few at a time. */
export function pruneMails(world: StoringWorld, signal?: AbortSignal): Promise<boolean> {
  const before = toIso(world.now() - KEEP_MAILS_MS)
  return pruneInPieces(world, (db, limit) => deleteMailsBefore(db, { before, limit }), signal)
}
