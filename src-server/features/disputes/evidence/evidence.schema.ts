import { z } from 'zod'
import {
  evidenceFields,
  evidenceFileTypes,
  evidenceSlots,
  MAX_EVIDENCE_CHARACTERS,
} from '#server/shared/disputes/evidence-fields.ts'
import { LookupKey } from '#server/shared/id.ts'
import { StatedMode } from '#server/shared/stated-mode.ts'
import { holdsCardNumber } from '#server/shared/text/card-number.ts'
import { Instant, line } from '#server/shared/text/text.ts'

export const EvidenceField = z.enum(evidenceFields)
export type EvidenceField = z.infer<typeof EvidenceField>

export const EvidenceSlot = z.enum(evidenceSlots)
export type EvidenceSlot = z.infer<typeof EvidenceSlot>

export const EvidenceFileType = z.enum(evidenceFileTypes)
export type EvidenceFileType = z.infer<typeof EvidenceFileType>

/** Largest request body with all texts, in bytes: JSON can need six bytes for one character. */
export const EVIDENCE_BODY_LIMIT = 1024 * 1024

// Control characters except tab and line feed, which long texts contain.
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/

/** Text of a field: several lines, never shortened. Blank text counts as none. */
const EvidenceText = z
  .string()
  .transform((text) => text.replaceAll('\r\n', '\n').trim())
  .refine((text) => !control.test(text) && text.isWellFormed(), {
    error: 'must not hold control characters',
    abort: true,
  })
  .refine((text) => !holdsCardNumber(text), { error: 'must not hold a card number' })

const fieldsOf = <Text extends z.ZodType>(text: Text) =>
  Object.fromEntries(evidenceFields.map((name) => [name, text])) as Record<EvidenceField, Text>

/** Texts by field; null where there is none. */
export const EvidenceTexts = z.strictObject(fieldsOf(z.string().nullable()))
export type EvidenceTexts = z.infer<typeof EvidenceTexts>

export const NewEvidenceTexts = z
  .strictObject(fieldsOf(EvidenceText.nullish().transform((text) => text || null)))
  .refine(
    (fields) =>
      Object.values(fields).reduce((sum, text) => sum + (text?.length ?? 0), 0) <=
      MAX_EVIDENCE_CHARACTERS,
    { error: `must have at most ${MAX_EVIDENCE_CHARACTERS} characters in all fields together` },
  )

export const EvidenceFile = z.strictObject({
  slot: EvidenceSlot,
  name: z.string(),
  type: EvidenceFileType,
  size: z.int(),
  sha256: z.string(),
  uploadedAt: Instant,
})
export type EvidenceFile = z.infer<typeof EvidenceFile>

/** The evidence of a dispute, finished or not. In version 0 nothing has been saved. */
export const Evidence = z.strictObject({
  version: z.int(),
  fields: EvidenceTexts,
  files: z.array(EvidenceFile),
})
export type Evidence = z.infer<typeof Evidence>

/** Changed evidence; `version` is the version that the caller has read. Fields that are left out become empty. */
export const SaveEvidence = z.strictObject({
  id: LookupKey,
  version: z.int().min(0),
  fields: NewEvidenceTexts,
})
export type SaveEvidence = z.infer<typeof SaveEvidence>

const FileKey = z.strictObject({ id: LookupKey, slot: EvidenceSlot })

/** A name for people, which the bank sees: no path. */
const FileName = line(100).refine((name) => !/[/\\]/.test(name), {
  error: 'must not hold slashes',
})

const version = z.int().min(0).meta({
  description: 'The version that you have read; 0 when nothing is written yet',
})

/** A file to put into a slot. Its bytes are the body of the request, so that they are read after all checks. */
export const PutEvidenceFile = FileKey.extend({
  version,
  name: FileName.optional().meta({ description: 'Name of the file, which the bank sees' }),
  type: EvidenceFileType.optional(),
})
export type PutEvidenceFile = z.infer<typeof PutEvidenceFile>

export const RemoveEvidenceFile = FileKey.extend({ version })
export type RemoveEvidenceFile = z.infer<typeof RemoveEvidenceFile>

export const GetEvidenceFile = FileKey.extend({ book: StatedMode })
export type GetEvidenceFile = z.infer<typeof GetEvidenceFile>

/** A file with its bytes in base64; REST sends the bytes themselves. */
export const SentFile = z.strictObject({
  name: z.string(),
  type: EvidenceFileType,
  content: z.string(),
})
export type SentFile = z.infer<typeof SentFile>
