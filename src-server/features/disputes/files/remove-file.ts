import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction } from '#server/core/context.ts'
import { audit } from '#server/services/audit/audit.ts'
import { getDraftToChange, saveNextVersion } from '../evidence/draft-to-change.ts'
import { deleteFileRow } from '../evidence/evidence.queries.ts'
import { evidenceOf } from '../evidence/evidence.rules.ts'
import type { Evidence, RemoveEvidenceFile } from '../evidence/evidence.schema.ts'
import { lockDispute, type ResponderCtx } from '../responses/lock-dispute.ts'

export const noSuchFile = () => new AppError('not_found', 'There is no file in this slot.')

/** Removes the file of a slot from evidence that has not been sent. */
export const removeEvidenceFile = (
  ctx: ResponderCtx,
  { id, slot, version }: RemoveEvidenceFile,
): Promise<Evidence> =>
  inTransaction(ctx, async (inner) => {
    const merchantId = ctx.merchant.id
    const { row } = await lockDispute(inner, { merchantId, id })
    const { draft, files, before } = await getDraftToChange(inner, row, version)
    if (!files.some((file) => file.slot === slot)) throw noSuchFile()
    await deleteFileRow(inner.db, { merchantId, disputeId: row.id, slot })
    const saved = await saveNextVersion(inner, row, {
      version: before.version,
      fields: draft?.fields ?? '{}',
    })
    const after = { version: saved.version, slot }
    await audit(inner, { merchantId, action: 'dispute.file_removed', objectId: row.id, after })
    inner.publishChange({ merchantId, type: 'dispute', action: 'changed', objectId: row.id })
    return evidenceOf(
      saved,
      files.filter((file) => file.slot !== slot),
    )
  })
