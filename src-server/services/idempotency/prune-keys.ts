import type { StoringWorld } from '#server/core/context.ts'
import { pruneInPieces } from '#server/core/work/prune-in-pieces.ts'
import { toIso } from '#server/shared/day.ts'
import { pruneKeys } from './idempotency.queries.ts'
import { RETENTION_MS } from './kept-answers.ts'

/** Forgets keys older than 30 days, a few at a time. Running ones are minutes old at most. */
export function pruneIdempotencyKeys(world: StoringWorld, signal?: AbortSignal): Promise<boolean> {
  const before = toIso(world.now() - RETENTION_MS)
  return pruneInPieces(world, (db, limit) => pruneKeys(db, { before, limit }), signal)
}
