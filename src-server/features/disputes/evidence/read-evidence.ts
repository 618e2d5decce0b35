import type { DisputeRow } from '#db/tables/dispute-tables.ts'
import type { Db } from '#db/tables.ts'
import type { DisputeEvidence } from '#server/core/ports/processor.ts'
import { findDraft, listWholeFiles, saveProcessorRef } from './evidence.queries.ts'
import { fileOf, writtenTexts } from './evidence.rules.ts'

/** Reads the evidence of a dispute with the bytes of its files, as it is sent to the bank. */
export async function readEvidence(
  db: Db,
  { merchantId, id: disputeId }: Pick<DisputeRow, 'merchantId' | 'id'>,
): Promise<DisputeEvidence> {
  const texts = writtenTexts(await findDraft(db, { merchantId, disputeId }))
  const files = await listWholeFiles(db, { merchantId, disputeId })
  return {
    texts,
    files: files.map((row) => {
      const { slot, name, type, sha256 } = fileOf(row)
      const { version, processorRef: ref } = row
      return {
        slot,
        name,
        type,
        sha256,
        version,
        ref,
        bytes: Buffer.from(row.content, 'base64'),
        keepRef: async (processorRef) => {
          await saveProcessorRef(db, { merchantId, disputeId, slot }, { version, processorRef })
        },
      }
    }),
  }
}
