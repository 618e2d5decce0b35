import { inTransaction, type World } from '#server/core/context.ts'
import { deleteEvidence } from '#server/features/customers/erased-disputes.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { lockDispute } from '../responses/lock-dispute.ts'
import { listOldEvidence } from './evidence.queries.ts'

/** Thirteen months: until then a payer can reopen the dispute at their bank. */
const KEEP_EVIDENCE_MS = 396 * 86_400_000
const BATCH = 50

/** Deletes the texts and files of disputes that ended thirteen months ago. Returns the number of disputes. */
export async function pruneEvidence(world: World): Promise<number> {
  const closedBefore = toIso(world.now() - KEEP_EVIDENCE_MS)
  const old = await listOldEvidence(world.db, { closedBefore, limit: BATCH })
  for (const where of old) {
    await inTransaction(world, async (inner) => {
      await lockDispute(inner, where)
      await deleteEvidence(inner.db, { merchantId: where.merchantId, disputeIds: [where.id] })
    })
  }
  return old.length
}
