import type { StoringWorld } from '#server/core/context.ts'
import { pruneInPieces } from '#server/core/work/prune-in-pieces.ts'
import { deleteEventsBefore } from '#server/services/outbox/events.queries.ts'
import { toIso } from '#server/shared/day.ts'

/** Time for which events are kept and can be sent again. */
export const KEEP_MS = 30 * 24 * 60 * 60_000

/** Deletes events that are too old to be sent again, in small batches. */
export function pruneWebhookEvents(world: StoringWorld, signal?: AbortSignal): Promise<boolean> {
  const before = toIso(world.now() - KEEP_MS)
  return pruneInPieces(world, (db, limit) => deleteEventsBefore(db, { before, limit }), signal)
}
