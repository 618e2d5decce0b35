import type { DisputeRow } from '#db/tables/dispute-tables.ts'
import type { World } from '#server/core/context.ts'
import { inTransaction } from '#server/core/context.ts'
import {
  type DisputeEvidence,
  type DisputeResponses,
  ProcessorFaultError,
  ProcessorKeyError,
  ProcessorRefusedError,
  type ResponseProgress,
} from '#server/core/ports/processor.ts'
import { type LeasedQueue, workQueue } from '#server/core/queues/leased-queue.ts'
import { runSerially } from '#server/core/work/run-serially.ts'
import { withTimeLimit } from '#server/core/work/time-limit.ts'
import { insertProcessorEvents } from '#server/features/processor-accounts/processor-events.queries.ts'
import { pauseMs } from '#server/features/transactions/settle/record-progress.ts'
import { PROCESSOR_TIMEOUT_MS } from '#server/features/transactions/settle/settle-due.ts'
import { toIso } from '#server/shared/day.ts'
import { scheduleChecks } from '../checks.queries.ts'
import { updateDispute } from '../disputes.queries.ts'
import { deadlineOf } from '../disputes.rules.ts'
import { readEvidence } from '../evidence/read-evidence.ts'
import { publishDispute } from '../publish-dispute.ts'
import { freezeByRule } from './acceptance-rule.ts'
import { RESPONSE_LEASE_MS } from './freeze-response.ts'
import { lockDispute } from './lock-dispute.ts'
import { processorDisputeOf } from './responses.rules.ts'

const SEND_TIMEOUT_MS = 3 * PROCESSOR_TIMEOUT_MS

/**
 * Outcome of sending a response. `failed`: the processor responded with an error of its own, and may have the response.
 * `unknown`: the processor may have the response, or may receive it later.
 */
export type ResponseOutcome =
  | { is: 'received' | 'refused' | 'failed' | 'unknown' }
  /**
   * The processor refused the key; `says` is its text about a missing permission, if any. The response is sent later.
   */
  | { is: 'key refused'; processorMessage: string | null }

/** Queue of responses whose arrival at the processor is not certain, and of disputes that the owner's rule accepts. */
export const openResponses: LeasedQueue<DisputeRow> = {
  table: 'disputes',
  due: 'nextCheckAt',
  lease: 'leasedUntil',
  concurrencyKey: ['accountId', 'merchantId'],
  leaseMs: RESPONSE_LEASE_MS,
  work: async (world, row) => {
    if (row.answer !== null) return sendResponse(world, row, 'read first')
    const accepted = await freezeByRule(world, row)
    return accepted && sendResponse(world, accepted, 'call')
  },
  failed: ({ log }, { id }, error) =>
    log.error({ err: error, dispute: id }, 'a response to a dispute could not be recorded'),
}

/** Sends every response that is due. Returns the number of responses. */
export const sendDueResponses = (world: World, signal?: AbortSignal): Promise<number> =>
  workQueue(world, openResponses, signal)

/**
 * Sends a frozen response to the processor and records the outcome. With `read first`, an earlier call may have
 * delivered the response: reads that first, and sends it only if the processor does not have it.
 */
export async function sendResponse(
  world: World,
  row: DisputeRow,
  how: 'call' | 'read first',
): Promise<ResponseOutcome> {
  const outcome = await callProcessor(world, row, how)
  // The same queue as for the payment's refunds, which lock the same rows.
  await runSerially(`refund ${row.merchantId} ${row.transactionId}`, () =>
    inTransaction(world, (inner) => recordOutcome(inner, row, outcome)),
  )
  return outcome
}

async function callProcessor(
  world: World,
  row: DisputeRow,
  how: 'call' | 'read first',
): Promise<ResponseOutcome> {
  const { processors, log, now } = world
  let isReading = how === 'read first'
  try {
    const { disputes } = processors.named(row.processor)
    if (!disputes || row.answer === null) return { is: 'refused' }
    const request = processorDisputeOf(row)
    if (how === 'read first') {
      const { status } = await withTimeLimit<ResponseProgress>(
        PROCESSOR_TIMEOUT_MS,
        disputes.readProgress(request, row.answer, now()),
      )
      if (status !== 'absent') return { is: status === 'received' ? 'received' : 'refused' }
      isReading = false
    }
    const evidence = row.answer === 'submit' ? await readEvidence(world.db, row) : undefined
    await withTimeLimit(SEND_TIMEOUT_MS, send(disputes, request, { evidence, nowMs: now() }))
    return { is: 'received' }
  } catch (error) {
    log.warn(
      { err: error, dispute: row.id },
      'the processor did not accept a response to a dispute',
    )
    // If the key was refused, the merchant can replace it, and a job sends the response again.
    if (error instanceof ProcessorKeyError)
      return { is: 'key refused', processorMessage: error.processorMessage ?? null }
    // If the processor's state could not be read, an earlier call may have delivered the response.
    if (isReading) return { is: 'unknown' }
    if (error instanceof ProcessorFaultError) return { is: 'failed' }
    return { is: error instanceof ProcessorRefusedError ? 'refused' : 'unknown' }
  }
}

const send = (
  { submit, accept }: DisputeResponses,
  request: Parameters<DisputeResponses['accept']>[0],
  { evidence, nowMs }: { evidence: DisputeEvidence | undefined; nowMs: number },
): Promise<void> => (evidence ? submit(request, evidence, nowMs) : accept(request, nowMs))

async function recordOutcome(
  inner: World,
  sent: DisputeRow,
  outcome: ResponseOutcome,
): Promise<void> {
  const { merchant, row } = await lockDispute(inner, sent)
  // Another process recorded this response first.
  if (row.answer !== sent.answer || row.answerAt !== sent.answerAt) return
  const isError = outcome.is === 'failed' || outcome.is === 'refused'
  const answerErrors = row.answerErrors + (isError ? 1 : 0)
  if (outcome.is !== 'received' && outcome.is !== 'refused') {
    await updateDispute(inner.db, row, {
      nextCheckAt: toIso(inner.now() + pauseMs(row.checkCount)),
      checkCount: row.checkCount + 1,
      answerErrors,
      answerProblem: outcome.is === 'key refused' ? outcome.processorMessage : null,
      leasedUntil: null,
    })
    return
  }
  const isSubmission = row.answer === 'submit'
  const isReceived = outcome.is === 'received'
  const changed: DisputeRow = {
    ...row,
    submittedAt: isReceived && isSubmission ? (row.submittedAt ?? row.answerAt) : row.submittedAt,
    acceptedAt: isReceived && !isSubmission ? row.answerAt : row.acceptedAt,
    answer: null,
    answerBy: null,
    answerAt: null,
    nextCheckAt: null,
    leasedUntil: null,
    checkCount: 0,
    answerErrors,
    answerProblem: null,
    updatedAt: toIso(inner.now()),
  }
  changed.deadline = deadlineOf(changed)
  const { merchantId: _, id: __, ...columns } = changed
  const after = await updateDispute(inner.db, row, columns)
  await publishDispute(inner, {
    merchant,
    before: row,
    row: after,
    actor: row.answerBy ?? '',
    isHistorical: false,
    type: isReceived ? (isSubmission ? 'submitted' : 'accepted') : 'refused',
  })
  await scheduleRead(inner, row)
}

/** Schedules a read of the dispute's new state at its processor. */
async function scheduleRead(
  { db, now, newId }: World,
  { merchantId, accountId, transactionId: id, ref }: DisputeRow,
): Promise<void> {
  const dueAt = toIso(now())
  if (accountId === '') {
    await scheduleChecks(db, [{ merchantId, id }], dueAt)
    return
  }
  await insertProcessorEvents(db, [
    {
      merchantId,
      accountId,
      ref: `answer:${newId('chg')}`,
      type: 'dispute.answered',
      objectRef: ref,
      subject: id,
      createdAt: dueAt,
      dueAt,
    },
  ])
}
