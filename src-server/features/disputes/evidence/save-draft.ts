import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction } from '#server/core/context.ts'
import { audit } from '#server/services/audit/audit.ts'
import { evidenceFields } from '#server/shared/disputes/evidence-fields.ts'
import { DisputeReason } from '../dispute-enums.schema.ts'
import { lockDispute, type ResponderCtx } from '../responses/lock-dispute.ts'
import { getDraftToChange, saveNextVersion } from './draft-to-change.ts'
import { evidenceOf } from './evidence.rules.ts'
import type { Evidence, SaveEvidence } from './evidence.schema.ts'
import { hasField } from './evidence-forms.rules.ts'

/**
 * Replaces the texts of the evidence. The caller names the version that they read. If another version was saved
 * meanwhile, nothing changes and the error contains that version.
 */
export const saveDraft = (ctx: ResponderCtx, input: SaveEvidence): Promise<Evidence> =>
  inTransaction(ctx, async (inner) => {
    const merchantId = ctx.merchant.id
    const { row } = await lockDispute(inner, { merchantId, id: input.id })
    const { before, files } = await getDraftToChange(inner, row, input.version)
    const changed = evidenceFields.filter((name) => before.fields[name] !== input.fields[name])
    assertInForm(DisputeReason.parse(row.category), input)
    if (changed.length === 0) return before
    const fields = JSON.stringify(input.fields)
    const saved = await saveNextVersion(inner, row, { version: before.version, fields })
    // The audit log names the fields only: their texts contain the customer's data.
    const after = { version: saved.version, fields: changed }
    await audit(inner, { merchantId, action: 'dispute.evidence_saved', objectId: row.id, after })
    inner.publishChange({ merchantId, type: 'dispute', action: 'changed', objectId: row.id })
    return evidenceOf(saved, files)
  })

/** Refuses texts that the form of the reason does not have: the bank would not get them. */
function assertInForm(reason: DisputeReason, { fields }: SaveEvidence): void {
  const issues = evidenceFields
    .filter((name) => fields[name] !== null && !hasField(reason, name))
    .map((name) => ({
      path: `fields.${name}`,
      message: `is not part of the evidence of a dispute with the reason ${reason}`,
    }))
  const [first] = issues
  if (first) throw new AppError('invalid', `${first.path}: ${first.message}`, { issues })
}
