import type { World } from '#server/core/context.ts'
import { toIso } from '#server/shared/day.ts'
import { type StoredPayout, updatePayout } from './payout-store.queries.ts'

type Outcome = Pick<StoredPayout, 'status' | 'failureReason' | 'traceId'>

/** Records the state of a payout. Call it in a transaction. */
export async function recordPayout(
  world: Pick<World, 'db' | 'now' | 'newId' | 'noteChange'>,
  payout: StoredPayout,
  outcome: Outcome,
): Promise<StoredPayout> {
  const { merchantId, id: objectId } = payout
  const updated = await updatePayout(world.db, payout, {
    ...outcome,
    updatedAt: toIso(world.now()),
  })
  world.noteChange({ merchantId, type: 'payout', action: 'changed', objectId })
  return updated
}
