import type { DisputeRow } from '#db/tables/dispute-tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { actorName, inTransaction } from '#server/core/context.ts'
import { runSerially } from '#server/core/work/run-serially.ts'
import { audit } from '#server/services/audit/audit.ts'
import { toIso } from '#server/shared/day.ts'
import { detailOf, getDisputeRow } from '../dispute-detail.ts'
import { updateDispute } from '../disputes.queries.ts'
import { canAccept, deadlineOf } from '../disputes.rules.ts'
import type { DisputeDetail, SubmitDispute } from '../disputes.schema.ts'
import { draftChanged } from '../evidence/draft-to-change.ts'
import { findDraft, listFiles } from '../evidence/evidence.queries.ts'
import { evidenceOf, hasText } from '../evidence/evidence.rules.ts'
import { assertAnswerable, notAnswerable } from './answerable.ts'
import { type AnsweringCtx, assertMayAnswer, lockDispute } from './lock-dispute.ts'
import { ANSWER_LEASE_MS, sendAnswer } from './send-answers.ts'

/**
 * Sends the evidence of a dispute to the bank, at most once. A first transaction freezes the draft and marks it as due.
 * Then one call carries the dispute's id as idempotency key, and a second transaction records the outcome. After a
 * crash or a lost response, a job reads whether the processor has the evidence, and sends it again only if not.
 */
export const submitDispute = (ctx: AnsweringCtx, input: SubmitDispute): Promise<DisputeDetail> =>
  answerDispute(ctx, { id: input.id, answer: 'submit', version: input.version })

/** Accepts the loss of a dispute, by the same steps as `submitDispute`. */
export const acceptDispute = (ctx: AnsweringCtx, { id }: { id: string }): Promise<DisputeDetail> =>
  answerDispute(ctx, { id, answer: 'accept' })

type Answer = { id: string; answer: 'submit' | 'accept'; version?: number | undefined }

async function answerDispute(ctx: AnsweringCtx, request: Answer): Promise<DisputeDetail> {
  const row = await runSerially(`dispute ${ctx.merchant.id} ${request.id}`, () =>
    inTransaction(ctx, (inner) => freezeAnswer(inner, request)),
  )
  const outcome = await sendAnswer(ctx, row, 'call')
  if (outcome === 'refused') throw notAnswerable('The processor takes no answer to this dispute.')
  if (outcome !== 'received') {
    throw new AppError(
      'unavailable',
      'The processor does not respond. The answer is kept, and is sent once as soon as it does.',
      { reason: 'processor_unavailable', retryAfterS: 10 },
    )
  }
  return detailOf(ctx, await getDisputeRow(ctx, row.id))
}

async function freezeAnswer(
  inner: AnsweringCtx,
  { id, answer, version }: Answer,
): Promise<DisputeRow> {
  const { db, now, actor, processors } = inner
  const { row } = await lockDispute(inner, { merchantId: inner.merchant.id, id })
  await assertMayAnswer(inner)
  if (answer === 'submit') {
    assertAnswerable(row, now())
    await assertComplete(inner, row, version)
  } else if (!canAccept(row)) {
    throw notAnswerable('There is nothing to accept: the bank waits for no answer.')
  }
  if (!processors.named(row.processor).disputes) {
    throw notAnswerable('Incasso cannot answer disputes at this processor.')
  }
  const at = toIso(now())
  const frozen: DisputeRow = {
    ...row,
    answer,
    answerBy: actorName(actor),
    answerAt: at,
    nextCheckAt: at,
    leasedUntil: toIso(now() + ANSWER_LEASE_MS),
    checkCount: 0,
    updatedAt: at,
  }
  frozen.deadline = deadlineOf(frozen)
  const { merchantId, id: objectId, ...columns } = frozen
  await updateDispute(db, row, columns)
  const action = answer === 'submit' ? 'dispute.submitted' : 'dispute.accepted'
  await audit(inner, { merchantId, action, objectId })
  inner.noteChange({ merchantId, type: 'dispute', action: 'changed', objectId })
  return frozen
}

/** Throws if the answer has neither a text nor a file, or if its version is not the one that the caller names. */
async function assertComplete(
  { db }: AnsweringCtx,
  { merchantId, id: disputeId }: DisputeRow,
  version: number | undefined,
): Promise<void> {
  const draft = await findDraft(db, { merchantId, disputeId })
  const files = await listFiles(db, { merchantId, disputeId })
  const evidence = evidenceOf(draft, files)
  if (version !== undefined && version !== evidence.version) throw draftChanged(evidence)
  if (files.length > 0 || hasText(evidence)) return
  const message = 'needs a text or a file before it can be sent'
  throw new AppError('invalid', `evidence: ${message}`, {
    issues: [{ path: 'evidence', message }],
  })
}
