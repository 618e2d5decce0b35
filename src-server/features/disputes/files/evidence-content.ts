import { createHash } from 'node:crypto'
import { AppError } from '#server/core/calls/errors.ts'
import { runSerially } from '#server/core/work/run-serially.ts'
import { isJpeg } from '#server/services/pictures/jpeg.rules.ts'
import type { Fault } from '#server/services/pictures/picture.rules.ts'
import { isPng } from '#server/services/pictures/png-picture.ts'
import { readPicture } from '#server/services/pictures/read-picture.ts'
import { type EvidenceFileType, MAX_FILE_BYTES } from '#server/shared/disputes/evidence-fields.ts'
import { faultOfPdf, isPdf } from './pdf-file.ts'

/**
 * Shortest side, longest side and area of a picture in pixels. A page scanned with 600 dots per inch has 35 million
 * pixels.
 */
const PICTURE_LIMITS = { least: 16, most: 12_000, pixels: 50_000_000 }

/**
 * A checked file. A picture contains only the data that draw it, so that neither its location nor another file goes to
 * the bank with it.
 */
export type EvidenceContent = {
  type: EvidenceFileType
  bytes: Buffer
  sha256: string
}

/**
 * Checks a file by its bytes. The name and the type that the caller states are not reliable.
 * @throws `invalid` with the fault, or `too_large`.
 */
export async function readEvidenceContent(
  bytes: Buffer,
  statedType: EvidenceFileType | undefined,
): Promise<EvidenceContent> {
  if (bytes.length > MAX_FILE_BYTES) throw fileTooLarge()
  // A small file may unpack to many megabytes, so files of all merchants are read one at a time.
  const content = await runSerially('evidence file', () => checkedContent(bytes))
  if ('fault' in content) throw invalidFile(content.fault)
  if (statedType !== undefined && content.type !== statedType) {
    throw invalidFile(`is ${content.type}, not ${statedType}`)
  }
  return { ...content, sha256: createHash('sha256').update(content.bytes).digest('hex') }
}

type UnhashedContent = Omit<EvidenceContent, 'sha256'>

async function checkedContent(bytes: Buffer): Promise<UnhashedContent | Fault> {
  if (isPdf(bytes)) return (await faultOfPdf(bytes)) ?? { type: 'application/pdf', bytes }
  if (isPng(bytes) || isJpeg(bytes)) return readPicture(bytes, PICTURE_LIMITS)
  return { fault: 'must be a PDF document, or a PNG or JPEG picture' }
}

export const invalidFile = (message: string) =>
  new AppError('invalid', `file: ${message}`, { issues: [{ path: 'file', message }] })

export const fileTooLarge = () => new AppError('too_large', 'A file may have at most 5 MB.')

export const filesTooLarge = () =>
  new AppError('too_large', 'All files of the evidence together may have at most 10 MB.')
