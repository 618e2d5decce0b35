import type { DisputeRow } from '#db/tables/dispute-tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import { findDispute, listDisputeEvents } from './disputes.queries.ts'
import { canAccept, canRespond, disputeEventOf, disputeOf } from './disputes.rules.ts'
import type { DisputeDetail, OpenResponse } from './disputes.schema.ts'
import { findDraft, listFiles } from './evidence/evidence.queries.ts'
import { evidenceOf } from './evidence/evidence.rules.ts'
import type { Evidence } from './evidence/evidence.schema.ts'
import { evidenceFormOf } from './evidence/evidence-forms.rules.ts'
import { mayRespond, type ResponderCtx } from './responses/lock-dispute.ts'
import { processorDisputeOf } from './responses/responses.rules.ts'

/** @throws `not_found` when this merchant has no such dispute. */
export async function getDisputeRow(ctx: MerchantCtx, id: string): Promise<DisputeRow> {
  const row = await findDispute(ctx.db, { merchantId: ctx.merchant.id, id })
  if (!row) throw new AppError('not_found', 'There is no such dispute.')
  return row
}

/** Returns a dispute with its history, its evidence and the form for the evidence. */
export async function getDispute(
  ctx: ResponderCtx,
  { id }: { id: string },
): Promise<DisputeDetail> {
  return detailOf(ctx, await getDisputeRow(ctx, id))
}

/** Returns the merchant's response that the dispute's processor has not received yet; null when there is none. */
export async function readOpenResponse(
  ctx: MerchantCtx,
  { id }: { id: string },
): Promise<OpenResponse> {
  const { answer, answerProblem } = await getDisputeRow(ctx, id)
  return answer && { kind: answer, processorMessage: answerProblem }
}

async function findEvidence(
  { db }: ResponderCtx,
  { merchantId, id: disputeId }: DisputeRow,
): Promise<Evidence> {
  const draft = await findDraft(db, { merchantId, disputeId })
  const files = await listFiles(db, { merchantId, disputeId })
  return evidenceOf(draft, files)
}

export async function detailOf(ctx: ResponderCtx, row: DisputeRow): Promise<DisputeDetail> {
  const { db, now, processors } = ctx
  const { merchantId, id: disputeId } = row
  const events = await listDisputeEvents(db, { merchantId, disputeId })
  const dispute = disputeOf(row)
  const { disputes } = processors.named(row.processor)
  const form = evidenceFormOf(dispute.reason)
  return {
    ...dispute,
    evidence: (await mayRespond(ctx)) ? await findEvidence(ctx, row) : null,
    events: events.map(disputeEventOf),
    form: {
      ...form,
      ...(disputes?.takesFiles(processorDisputeOf(row)) === false && { slots: [] }),
    },
    canAnswer: disputes !== undefined && canRespond(row, now()),
    canAccept: disputes !== undefined && canAccept(row),
  }
}
