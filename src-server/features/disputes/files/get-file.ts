import { getDisputeRow } from '../dispute-detail.ts'
import { findWholeFile } from '../evidence/evidence.queries.ts'
import type { GetEvidenceFile, SentFile } from '../evidence/evidence.schema.ts'
import { assertMayRespond, type ResponderCtx } from '../responses/lock-dispute.ts'
import { noSuchFile } from './remove-file.ts'

/** Returns an evidence file to a caller who may respond to the dispute. */
export async function getEvidenceFile(
  ctx: ResponderCtx,
  { id, slot }: GetEvidenceFile,
): Promise<SentFile> {
  const { merchantId, id: disputeId } = await getDisputeRow(ctx, id)
  await assertMayRespond(ctx)
  const file = await findWholeFile(ctx.db, { merchantId, disputeId, slot })
  if (!file) throw noSuchFile()
  const { name, type, content } = file
  return { name, type, content }
}
