import type { DisputeRow } from '#db/tables/dispute-tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import { findDispute, listDisputeEvents } from './disputes.queries.ts'
import { canAccept, canAnswer, disputeEventOf, disputeOf } from './disputes.rules.ts'
import type { DisputeDetail } from './disputes.schema.ts'
import { findDraft, listFiles } from './evidence/evidence.queries.ts'
import { evidenceOf } from './evidence/evidence.rules.ts'
import { evidenceFormOf } from './evidence/evidence-forms.rules.ts'

/** @throws `not_found` for another merchant's dispute too. */
export async function getDisputeRow(ctx: MerchantCtx, id: string): Promise<DisputeRow> {
  const row = await findDispute(ctx.db, { merchantId: ctx.merchant.id, id })
  if (!row) throw new AppError('not_found', 'There is no such dispute.')
  return row
}

/** Returns a dispute with its history, its answer and the form for the answer. */
export async function getDispute(ctx: MerchantCtx, { id }: { id: string }): Promise<DisputeDetail> {
  return detailOf(ctx, await getDisputeRow(ctx, id))
}

export async function detailOf(ctx: MerchantCtx, row: DisputeRow): Promise<DisputeDetail> {
  const { db, now, processors } = ctx
  const { merchantId, id: disputeId } = row
  const events = await listDisputeEvents(db, { merchantId, disputeId })
  const draft = await findDraft(db, { merchantId, disputeId })
  const files = await listFiles(db, { merchantId, disputeId })
  const dispute = disputeOf(row)
  const { disputes } = processors.named(row.processor)
  const form = evidenceFormOf(dispute.reason)
  return {
    ...dispute,
    evidence: evidenceOf(draft, files),
    events: events.map(disputeEventOf),
    form: { ...form, ...(disputes?.takesFiles === false && { slots: [] }) },
    canAnswer: disputes !== undefined && canAnswer(row, now()),
    canAccept: disputes !== undefined && canAccept(row),
  }
}
