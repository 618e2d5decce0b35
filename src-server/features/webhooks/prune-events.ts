import type { Db } from '#db/tables.ts'
import type { StoringWorld } from '#server/core/context.ts'
import { pruneInSlices } from '#server/core/work/prune-in-slices.ts'
import { pruneEndpoints } from '#server/services/outbox/endpoints.queries.ts'
import { deleteEventsBefore } from '#server/services/outbox/events.queries.ts'
import { toIso } from '#server/shared/day.ts'

/** Time for which events are kept and can be sent again. */
export const KEEP_MS = 30 * 24 * 60 * 60_000

/**
 * Deletes events that are too old to be sent again, in small batches, and endpoints that were deleted before these
 * events.
 */
export async function pruneWebhookEvents(
  world: StoringWorld,
  signal?: AbortSignal,
): Promise<boolean> {
  const before = toIso(world.now() - KEEP_MS)
  const prune = (db: Db, limit: number) => deleteEventsBefore(db, { before, limit })
  const isDone = await pruneInSlices(world, prune, signal)
  if (isDone) await pruneEndpoints(world.db, { before })
  return isDone
}
