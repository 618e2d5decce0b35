import { type AnsweringCtx, assertMayAnswer } from '../answers/lock-dispute.ts'
import { getDisputeRow } from '../dispute-detail.ts'
import { findWholeFile } from '../evidence/evidence.queries.ts'
import type { GetEvidenceFile, SentFile } from '../evidence/evidence.schema.ts'
import { noSuchFile } from './remove-file.ts'

/** Returns a file of an answer to a caller who may answer the dispute. */
export async function getEvidenceFile(
  ctx: AnsweringCtx,
  { id, slot }: GetEvidenceFile,
): Promise<SentFile> {
  const { merchantId, id: disputeId } = await getDisputeRow(ctx, id)
  await assertMayAnswer(ctx)
  const file = await findWholeFile(ctx.db, { merchantId, disputeId, slot })
  if (!file) throw noSuchFile()
  const { name, type, content } = file
  return { name, type, content }
}
