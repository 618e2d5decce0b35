import type { DisputeDraftRow, DisputeRow } from '#db/tables/dispute-tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { actorName } from '#server/core/context.ts'
import { toIso } from '#server/shared/day.ts'
import { assertAcceptsResponse } from '../responses/accepts-response.ts'
import { assertMayRespond, type ResponderCtx } from '../responses/lock-dispute.ts'
import { type EvidenceFileInfo, findDraft, listFiles, saveDraftRow } from './evidence.queries.ts'
import { evidenceOf } from './evidence.rules.ts'
import type { Evidence } from './evidence.schema.ts'

/** Returns the error for a change to an outdated version of the evidence; it contains the current evidence. */
export const outdatedDraftError = (current: Evidence) =>
  new AppError('conflict', 'Another person changed this evidence meanwhile.', {
    reason: 'draft_changed',
    current,
  })

export type DraftToChange = {
  draft: DisputeDraftRow | undefined
  files: EvidenceFileInfo[]
  before: Evidence
}

/**
 * Returns the draft of a dispute for a change by this caller. `version` is the version that the caller has read.
 * @throws `forbidden`, or `conflict` when the dispute takes no evidence or another version was saved meanwhile.
 */
export async function getDraftToChange(
  ctx: ResponderCtx,
  row: DisputeRow,
  version: number,
): Promise<DraftToChange> {
  await assertMayRespond(ctx)
  assertAcceptsResponse(row, ctx.now())
  const where = { merchantId: row.merchantId, disputeId: row.id }
  const draft = await findDraft(ctx.db, where)
  const files = await listFiles(ctx.db, where)
  const before = evidenceOf(draft, files)
  if (version !== before.version) throw outdatedDraftError(before)
  return { draft, files, before }
}

/** Stores the next version of a draft, with these texts. */
export async function saveNextVersion(
  { db, now, actor }: ResponderCtx,
  { merchantId, id: disputeId }: DisputeRow,
  { version, fields }: { version: number; fields: string },
): Promise<DisputeDraftRow> {
  const saved = {
    merchantId,
    disputeId,
    version: version + 1,
    fields,
    updatedAt: toIso(now()),
    updatedBy: actorName(actor),
  }
  await saveDraftRow(db, saved)
  return saved
}
