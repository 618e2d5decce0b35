import type { DisputeFileRow, DisputeRow } from '#db/tables/dispute-tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { actorName, inTransaction } from '#server/core/context.ts'
import { audit } from '#server/services/audit/audit.ts'
import {
  type EvidenceFileType,
  type EvidenceSlot,
  MAX_FILE_BYTES,
  MAX_FILES_BYTES,
} from '#server/shared/disputes/evidence-fields.ts'
import { getDisputeRow } from '../dispute-detail.ts'
import { DisputeReason } from '../dispute-enums.schema.ts'
import {
  type DraftToChange,
  getDraftToChange,
  saveNextVersion,
} from '../evidence/draft-to-change.ts'
import { type EvidenceFileInfo, putFileRow } from '../evidence/evidence.queries.ts'
import { evidenceOf } from '../evidence/evidence.rules.ts'
import type { Evidence, PutEvidenceFile } from '../evidence/evidence.schema.ts'
import { hasSlot } from '../evidence/evidence-forms.rules.ts'
import { lockDispute, type ResponderCtx } from '../responses/lock-dispute.ts'
import { type EvidenceContent, filesTooLarge, readEvidenceContent } from './evidence-content.ts'

type UploadingCtx = ResponderCtx & { readFile: (most: number) => Promise<Buffer> }

/**
 * Puts a file into a slot of the evidence, instead of the file that was there. All checks that do not need the bytes
 * come before the bytes are read; the transaction that stores the file repeats them.
 */
export async function putEvidenceFile(
  ctx: UploadingCtx,
  input: PutEvidenceFile,
): Promise<Evidence> {
  const { id, slot, version, type } = input
  const dispute = await getDisputeRow(ctx, id)
  const { files } = await getDraftToChange(ctx, dispute, version)
  assertSlot(dispute, slot)
  const freeBytes = Math.max(0, MAX_FILES_BYTES - sizeOf(othersOf(files, slot)))
  if (freeBytes === 0) throw filesTooLarge()
  const content = await readEvidenceContent(await ctx.readFile(MAX_FILE_BYTES), type)
  return inTransaction(ctx, async (inner) => {
    const { row } = await lockDispute(inner, { merchantId: ctx.merchant.id, id })
    const change = await getDraftToChange(inner, row, version)
    return storeFile(inner, { row, change, input }, content)
  })
}

type Upload = { row: DisputeRow; change: DraftToChange; input: PutEvidenceFile }

async function storeFile(
  inner: ResponderCtx,
  { row, change, input }: Upload,
  { type, bytes, sha256 }: EvidenceContent,
): Promise<Evidence> {
  const { merchantId, id: disputeId } = row
  const { slot } = input
  const others = othersOf(change.files, slot)
  if (sizeOf(others) + bytes.length > MAX_FILES_BYTES) throw filesTooLarge()
  const { version } = change.before
  const saved = await saveNextVersion(inner, row, {
    version,
    fields: change.draft?.fields ?? '{}',
  })
  const file: DisputeFileRow = {
    merchantId,
    disputeId,
    slot,
    name: nameOf(input, type),
    type,
    size: bytes.length,
    sha256,
    content: bytes.toString('base64'),
    uploadedAt: saved.updatedAt,
    uploadedBy: actorName(inner.actor),
    version: saved.version,
    processorRef: null,
  }
  await putFileRow(inner.db, file)
  // The audit log stores no file name, because it may contain the customer's name.
  const after = { version: saved.version, slot, type, size: file.size, sha256 }
  await audit(inner, { merchantId, action: 'dispute.file_saved', objectId: disputeId, after })
  inner.publishChange({ merchantId, type: 'dispute', action: 'changed', objectId: disputeId })
  const files = [...others, file].toSorted((a, b) => (a.slot < b.slot ? -1 : 1))
  return evidenceOf(saved, files)
}

const othersOf = (files: readonly EvidenceFileInfo[], slot: EvidenceSlot): EvidenceFileInfo[] =>
  files.filter((file) => file.slot !== slot)

const sizeOf = (files: readonly EvidenceFileInfo[]): number =>
  files.reduce((sum, { size }) => sum + size, 0)

/** Refuses a file that the form of the reason does not have: the bank would not get it. */
function assertSlot({ category }: DisputeRow, slot: EvidenceSlot): void {
  const reason = DisputeReason.parse(category)
  if (hasSlot(reason, slot)) return
  const message = `is not part of the evidence of a dispute with the reason ${reason}`
  throw new AppError('invalid', `slot: ${message}`, { issues: [{ path: 'slot', message }] })
}

const endings: Record<EvidenceFileType, { preferred: string; accepted: RegExp }> = {
  'application/pdf': { preferred: '.pdf', accepted: /\.pdf$/i },
  'image/jpeg': { preferred: '.jpg', accepted: /\.jpe?g$/i },
  'image/png': { preferred: '.png', accepted: /\.png$/i },
}

/** Returns the name with the ending of its type, so that it opens as what it is. */
function nameOf({ name, slot }: PutEvidenceFile, type: EvidenceFileType): string {
  const { preferred, accepted } = endings[type]
  if (name === undefined) return `${slot}${preferred}`
  return accepted.test(name) ? name : `${name}${preferred}`
}
