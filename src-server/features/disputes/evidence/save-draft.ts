import { AppError } from '#server/core/calls/errors.ts'
import { actorName, inTransaction } from '#server/core/context.ts'
import { audit } from '#server/services/audit/audit.ts'
import { toIso } from '#server/shared/day.ts'
import { evidenceFields } from '#server/shared/disputes/evidence-fields.ts'
import { assertAnswerable } from '../answers/answerable.ts'
import { type AnsweringCtx, assertMayAnswer, lockDispute } from '../answers/lock-dispute.ts'
import { DisputeReason } from '../dispute-enums.schema.ts'
import { findDraft, listFiles, saveDraftRow } from './evidence.queries.ts'
import { evidenceOf } from './evidence.rules.ts'
import type { Evidence, SaveEvidence } from './evidence.schema.ts'
import { hasField } from './evidence-forms.rules.ts'

/** Returns the error for a change of an outdated version. The error contains the current answer. */
export const draftChanged = (current: Evidence) =>
  new AppError(
    'conflict',
    'Another person changed this answer meanwhile. Read it, then save again.',
    {
      reason: 'draft_changed',
      current,
    },
  )

/**
 * Replaces the texts of an answer. The caller names the version that they read. If another version was saved meanwhile,
 * nothing changes and the error contains that version.
 */
export const saveDraft = (ctx: AnsweringCtx, input: SaveEvidence): Promise<Evidence> =>
  inTransaction(ctx, async (inner) => {
    const merchantId = ctx.merchant.id
    const { row } = await lockDispute(inner, { merchantId, id: input.id })
    await assertMayAnswer(inner)
    assertAnswerable(row, inner.now())
    const disputeId = row.id
    const draft = await findDraft(inner.db, { merchantId, disputeId })
    const files = await listFiles(inner.db, { merchantId, disputeId })
    const before = evidenceOf(draft, files)
    const changed = evidenceFields.filter((name) => before.fields[name] !== input.fields[name])
    if (input.version !== before.version) throw draftChanged(before)
    assertInForm(DisputeReason.parse(row.category), input)
    if (changed.length === 0) return before
    const saved = {
      merchantId,
      disputeId,
      version: before.version + 1,
      fields: JSON.stringify(input.fields),
      updatedAt: toIso(inner.now()),
      updatedBy: actorName(inner.actor),
    }
    await saveDraftRow(inner.db, saved)
    // The audit log names the fields only: their texts contain the customer's data.
    const after = { version: saved.version, fields: changed }
    await audit(inner, { merchantId, action: 'dispute.evidence_saved', objectId: disputeId, after })
    inner.noteChange({ merchantId, type: 'dispute', action: 'changed', objectId: disputeId })
    return evidenceOf(saved, files)
  })

/** Refuses texts that the form of the reason does not have: the bank would not get them. */
function assertInForm(reason: DisputeReason, { fields }: SaveEvidence): void {
  const issues = evidenceFields
    .filter((name) => fields[name] !== null && !hasField(reason, name))
    .map((name) => ({
      path: `fields.${name}`,
      message: `is no part of the answer to a dispute with the reason ${reason}`,
    }))
  const [first] = issues
  if (first) throw new AppError('invalid', `${first.path}: ${first.message}`, { issues })
}
