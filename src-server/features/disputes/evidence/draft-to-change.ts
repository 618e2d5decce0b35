import type { DisputeDraftRow, DisputeRow } from '#db/tables/dispute-tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { actorName } from '#server/core/context.ts'
import { toIso } from '#server/shared/day.ts'
import { assertAcceptsResponse } from '../responses/accepts-response.ts'
import { assertMayRespond, type ResponderCtx } from '../responses/lock-dispute.ts'
import { type EvidenceFileInfo, findDraft, listFiles, saveDraftRow } from './evidence.queries.ts'
import { evidenceOf } from './evidence.rules.ts'
import type { Evidence } from './evidence.schema.ts'

/** Returns the refusal of a change to an older version, with the current evidence. */
export const draftChanged = (current: Evidence) =>
  new AppError('conflict', 'Somebody else changed this answer meanwhile.', {
    reason: 'draft_changed',
    current,
  })

export type DraftToChange = {
  draft: DisputeDraftRow | undefined
  files: EvidenceFileInfo[]
  before: Evidence
}

/**
 * Returns the draft of a dispute for a change by this caller, who names the version that they read.
 * @throws `forbidden`, or `conflict` when the dispute takes no evidence or another version was saved meanwhile.
 */
export async function draftToChange(
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
  if (version !== before.version) throw draftChanged(before)
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
