import type { DisputeRow } from '#db/tables/dispute-tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction } from '#server/core/context.ts'
import { runSerially } from '#server/core/work/run-serially.ts'
import { detailOf, getDisputeRow } from '../dispute-detail.ts'
import { canAccept } from '../disputes.rules.ts'
import type { DisputeDetail, SubmitDispute } from '../disputes.schema.ts'
import { outdatedDraftError } from '../evidence/draft-to-change.ts'
import { findDraft, listFiles } from '../evidence/evidence.queries.ts'
import { evidenceOf, hasText, writtenTexts } from '../evidence/evidence.rules.ts'
import { assertAcceptsResponse, noResponseAccepted } from './accepts-response.ts'
import { freezeResponse } from './freeze-response.ts'
import { assertMayRespond, lockDispute, type ResponderCtx } from './lock-dispute.ts'
import { processorDisputeOf } from './responses.rules.ts'
import { sendResponse } from './send-responses.ts'

/**
 * Sends the evidence of a dispute to the bank, at most once. A first transaction freezes the draft and marks it as due.
 * Then one call is made, whose idempotency key consists of the dispute's id and the number of earlier errors. A second
 * transaction records the outcome. After a crash or a lost response, a job reads whether the processor has the
 * evidence, and sends it again only if not.
 */
export const submitDispute = (ctx: ResponderCtx, input: SubmitDispute): Promise<DisputeDetail> =>
  respondToDispute(ctx, { id: input.id, answer: 'submit', version: input.version })

/** Accepts the loss of a dispute, by the same steps as `submitDispute`. */
export const acceptDispute = (ctx: ResponderCtx, { id }: { id: string }): Promise<DisputeDetail> =>
  respondToDispute(ctx, { id, answer: 'accept' })

type ResponseRequest = { id: string; answer: 'submit' | 'accept'; version?: number | undefined }

async function respondToDispute(
  ctx: ResponderCtx,
  request: ResponseRequest,
): Promise<DisputeDetail> {
  const row = await runSerially(`dispute ${ctx.merchant.id} ${request.id}`, () =>
    inTransaction(ctx, (inner) => freezeRequestedResponse(inner, request)),
  )
  const outcome = await sendResponse(ctx, row, 'call')
  if (outcome.is === 'refused') {
    throw noResponseAccepted('The processor accepts no response to this dispute.')
  }
  if (outcome.is === 'key refused') throw keyRefused(outcome.processorMessage)
  if (outcome.is !== 'received') {
    throw new AppError(
      'unavailable',
      'The processor does not respond. The response is kept, and is sent once as soon as it does.',
      { reason: 'processor_unavailable', retryAfterS: 10 },
    )
  }
  return detailOf(ctx, await getDisputeRow(ctx, row.id))
}

/** Returns the error for a refused key, with the processor's words about the missing permission if it gave any. */
const keyRefused = (processorMessage: string | null): AppError =>
  new AppError(
    'unavailable',
    `The processor does not accept the key. The response is kept, and is sent once as soon as it does.${processorMessage === null ? '' : ` It says: ${processorMessage}`}`,
    { reason: 'processor_key_invalid', retryAfterS: 600 },
  )

async function freezeRequestedResponse(
  inner: ResponderCtx,
  { id, answer, version }: ResponseRequest,
): Promise<DisputeRow> {
  const { now, processors } = inner
  const { row } = await lockDispute(inner, { merchantId: inner.merchant.id, id })
  await assertMayRespond(inner)
  if (answer === 'submit') {
    assertAcceptsResponse(row, now())
    await assertComplete(inner, row, version)
  } else if (!canAccept(row)) {
    throw noResponseAccepted('There is nothing to accept: the bank expects no response.')
  }
  if (!processors.named(row.processor).disputes) {
    throw noResponseAccepted('Incasso cannot respond to disputes at this processor.')
  }
  return freezeResponse(inner, row, answer)
}

/**
 * Requires the version that the caller read, where they name one, at least a text or a file, and nothing that the
 * processor cannot receive.
 */
async function assertComplete(
  { db, processors }: ResponderCtx,
  row: DisputeRow,
  version: number | undefined,
): Promise<void> {
  const { merchantId, id: disputeId } = row
  const draft = await findDraft(db, { merchantId, disputeId })
  const files = await listFiles(db, { merchantId, disputeId })
  const evidence = evidenceOf(draft, files)
  if (version !== undefined && version !== evidence.version) throw outdatedDraftError(evidence)
  const isEmpty = files.length === 0 && !hasText(evidence)
  const message = isEmpty
    ? 'needs a text or a file before it can be sent'
    : processors.named(row.processor).disputes?.refusalOf?.(processorDisputeOf(row), {
        texts: writtenTexts(draft),
        fileCount: files.length,
      })
  if (message === undefined) return
  throw new AppError('invalid', `evidence: ${message}`, {
    issues: [{ path: 'evidence', message }],
  })
}
