import { z } from 'zod'
import type { DisputeDraftRow, DisputeFileRow } from '#db/tables/dispute-tables.ts'
import { evidenceFields } from '#server/shared/disputes/evidence-fields.ts'
import {
  type Evidence,
  type EvidenceFile,
  EvidenceFile as EvidenceFileShape,
  type EvidenceTexts,
} from './evidence.schema.ts'

const StoredTexts = z.record(z.string(), z.string().nullable())

/** Returns the texts of a draft, each field once; null where there is no text. */
export function textsOf(draft: Pick<DisputeDraftRow, 'fields'> | undefined): EvidenceTexts {
  const stored = draft ? StoredTexts.parse(JSON.parse(draft.fields)) : {}
  return Object.fromEntries(
    evidenceFields.map((name) => [name, stored[name] ?? null]),
  ) as EvidenceTexts
}

/** Returns the texts of a draft, without empty fields. */
export const writtenTexts = (
  draft: Pick<DisputeDraftRow, 'fields'> | undefined,
): Partial<Record<keyof EvidenceTexts, string>> =>
  Object.fromEntries(Object.entries(textsOf(draft)).filter(([, text]) => text !== null))

/** Returns true when any field has a text. */
export const hasText = ({ fields }: Pick<Evidence, 'fields'>): boolean =>
  Object.values(fields).some((text) => text !== null)

export const fileOf = ({
  slot,
  name,
  type,
  size,
  sha256,
  uploadedAt,
}: Omit<DisputeFileRow, 'content'>): EvidenceFile => ({
  slot: EvidenceFileShape.shape.slot.parse(slot),
  name,
  type,
  size,
  sha256,
  uploadedAt,
})

/** Returns the evidence with its texts and files, finished or not. */
export const evidenceOf = (
  draft: DisputeDraftRow | undefined,
  files: readonly Omit<DisputeFileRow, 'content'>[],
): Evidence => ({
  version: draft?.version ?? 0,
  fields: textsOf(draft),
  files: files.map(fileOf),
})
