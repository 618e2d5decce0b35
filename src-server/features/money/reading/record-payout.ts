import type { World } from '#server/core/context.ts'
import { createPayoutEvent, emitEvent } from '#server/services/outbox/emit-event.ts'
import { toIso } from '#server/shared/day.ts'
import { payoutOf } from '../money.rules.ts'
import { type StoredPayout, updatePayout } from './payout-store.queries.ts'

type RecordingWorld = Pick<World, 'db' | 'now' | 'newId' | 'publishChange'>
type Outcome = Pick<StoredPayout, 'status'> & Partial<StoredPayout>

/** Records the state of a payout, and notifies the merchant when it was paid or failed. Call it in a transaction. */
export async function recordPayout(
  world: RecordingWorld,
  payout: StoredPayout,
  outcome: Outcome,
): Promise<StoredPayout> {
  const updatedAt = toIso(world.now())
  const updated = await updatePayout(world.db, payout, { ...outcome, updatedAt })
  if (updated.status !== payout.status) await announcePayout(world, updated)
  return updated
}

/** Publishes a payout to open pages and, when it was paid or failed, to the webhook endpoint. */
export async function announcePayout(world: RecordingWorld, payout: StoredPayout): Promise<void> {
  const { merchantId, id: objectId, status } = payout
  world.publishChange({ merchantId, type: 'payout', action: 'changed', objectId })
  if (status !== 'paid' && status !== 'failed') return
  await emitEvent(world, createPayoutEvent({ merchantId, id: objectId, status }, payoutOf(payout)))
}
