import type { DisputeDetail } from '#server/features/disputes/disputes.schema.ts'
import type { Evidence, EvidenceTexts } from '#server/features/disputes/evidence/evidence.schema.ts'
import { type EvidenceField, evidenceFields } from '#server/shared/disputes/evidence-fields.ts'
import type { Suggestion } from './evidence-suggestions.ts'

/** A dispute whose evidence the person may read. */
export type ReadableDispute = DisputeDetail & { evidence: Evidence }

/** The texts of the form by field; empty where the person typed no text. */
export type EvidenceValues = Record<EvidenceField, string>

export const valuesOf = (fields: EvidenceTexts): EvidenceValues =>
  Object.fromEntries(evidenceFields.map((name) => [name, fields[name] ?? ''])) as EvidenceValues

/**
 * Returns the form's first texts: the saved texts; before the first save, the suggested texts. Only the
 * merchant can describe what happened, so the suggested explanation is not filled in until the person takes it.
 */
export function firstValues(
  { evidence }: ReadableDispute,
  suggestions: readonly Suggestion[],
): EvidenceValues {
  const values = valuesOf(evidence.fields)
  if (evidence.version > 0) return values
  const suggested = suggestions
    .filter(({ field }) => field !== 'explanation')
    .map(({ field, text }): [EvidenceField, string] => [field, text])
  return { ...values, ...Object.fromEntries(suggested) }
}

/** Returns the texts as the API takes them: null where the person typed no text. */
export const textsOf = (values: EvidenceValues): EvidenceTexts =>
  Object.fromEntries(
    evidenceFields.map((name) => [name, values[name].trim() || null]),
  ) as EvidenceTexts

/** Returns the number of characters in all fields together. */
export const lengthOf = (values: EvidenceValues): number =>
  evidenceFields.reduce((sum, name) => sum + values[name].trim().length, 0)
