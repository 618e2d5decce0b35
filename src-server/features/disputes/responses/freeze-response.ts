import type { DisputeRow } from '#db/tables/dispute-tables.ts'
import { actorName, type Ctx } from '#server/core/context.ts'
import { PROCESSOR_TIMEOUT_MS } from '#server/features/transactions/settle/settle-due.ts'
import { audit } from '#server/services/audit/audit.ts'
import { toIso } from '#server/shared/day.ts'
import { updateDispute } from '../disputes.queries.ts'
import { deadlineOf } from '../disputes.rules.ts'

/** Longer than uploading all files and sending the response may take. */
export const RESPONSE_LEASE_MS = 4 * PROCESSOR_TIMEOUT_MS

/**
 * Stores that the response to a locked dispute is to be sent, and leases the row for its first sending. From then on no
 * other response is possible.
 */
export async function freezeResponse(
  inner: Ctx,
  row: DisputeRow,
  answer: 'submit' | 'accept',
): Promise<DisputeRow> {
  const { db, now, actor } = inner
  const at = toIso(now())
  const frozen: DisputeRow = {
    ...row,
    answer,
    answerBy: actorName(actor),
    answerAt: at,
    nextCheckAt: at,
    leasedUntil: toIso(now() + RESPONSE_LEASE_MS),
    checkCount: 0,
    answerProblem: null,
    updatedAt: at,
  }
  frozen.deadline = deadlineOf(frozen)
  const { merchantId, id: objectId, ...columns } = frozen
  await updateDispute(db, row, columns)
  const action = answer === 'submit' ? 'dispute.submitted' : 'dispute.accepted'
  await audit(inner, { merchantId, action, objectId })
  inner.publishChange({ merchantId, type: 'dispute', action: 'changed', objectId })
  return frozen
}
