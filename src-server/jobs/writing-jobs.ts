import type { StoringWorld } from '../core/context.ts'
import type { MoveState } from '../core/ports/move-state.ts'
import { pruneWebhookEvents } from '../features/webhooks/prune-events.ts'
import { pruneIdempotencyKeys } from '../services/idempotency/prune-keys.ts'
import { indexNewTexts, mergeIndex } from '../services/search/index-texts.ts'
import { type RepeatedJob, repeatStoppable } from './repeat.ts'

const INDEX_EVERY_MS = 250
const MERGE_EVERY_MS = 10_000
const PRUNE_EVERY_MS = 3_600_000

/** Starts the jobs that write in bulk and make no network calls: in the writing thread, if there is one. */
export function startWritingJobs(world: StoringWorld, moving?: MoveState): RepeatedJob[] {
  const job = (
    name: string,
    everyMs: number,
    work: (world: StoringWorld, signal: AbortSignal) => Promise<unknown>,
  ) =>
    repeatStoppable(name, {
      everyMs,
      log: world.log,
      moving,
      work: (signal) => work(world, signal),
    })
  return [
    job('index-search-texts', INDEX_EVERY_MS, indexNewTexts),
    job('merge-search-index', MERGE_EVERY_MS, mergeIndex),
    job('prune-webhook-events', PRUNE_EVERY_MS, pruneWebhookEvents),
    job('prune-idempotency-keys', PRUNE_EVERY_MS, pruneIdempotencyKeys),
  ]
}
