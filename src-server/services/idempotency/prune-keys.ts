import type { StoringWorld } from '#server/core/context.ts'
import { pruneInSlices } from '#server/core/work/prune-in-slices.ts'
import { toIso } from '#server/shared/day.ts'
import { pruneKeys } from './idempotency.queries.ts'
import { KEY_RETENTION_MS } from './stored-keys.ts'

/**
 * Deletes keys older than 30 days, in batches. Returns true when none remain, false when the signal stopped the work.
 * Keys of running requests are minutes old at most.
 */
export function pruneIdempotencyKeys(world: StoringWorld, signal?: AbortSignal): Promise<boolean> {
  const before = toIso(world.now() - KEY_RETENTION_MS)
  return pruneInSlices(world, (db, limit) => pruneKeys(db, { before, limit }), signal)
}
