import type { StoringWorld } from '#server/core/context.ts'
import { pruneInSlices } from '#server/core/work/prune-in-slices.ts'
import { toIso } from '#server/shared/day.ts'
import { deleteEventsBefore } from './processor-events.queries.ts'

/** Longer than a processor repeats an event, so that no repetition counts as a new event. */
const KEEP_EVENTS_MS = 35 * 24 * 60 * 60_000

/** Deletes events that are too old to be repeated, in small batches. Returns false when `signal` stopped it. */
export function pruneProcessorEvents(world: StoringWorld, signal?: AbortSignal): Promise<boolean> {
  const before = toIso(world.now() - KEEP_EVENTS_MS)
  return pruneInSlices(world, (db, limit) => deleteEventsBefore(db, { before, limit }), signal)
}
