import type { RefundRow } from '#db/tables/refund-tables.ts'
import { inTransaction, type World } from '#server/core/context.ts'
import { ProcessorKeyError, type RefundProgress } from '#server/core/ports/processor.ts'
import { runSerially } from '#server/core/work/run-serially.ts'
import { withTimeLimit } from '#server/core/work/time-limit.ts'
import { completeKeysOfObject } from '#server/services/idempotency/idempotency.queries.ts'
import type { RefundFailure } from '#server/shared/reasons/refund-failures.ts'
import { pauseMs } from '../transactions/settle/record-progress.ts'
import { PROCESSOR_TIMEOUT_MS } from '../transactions/settle/settle-due.ts'
import { findTransaction } from '../transactions/transactions.queries.ts'
import { recordRefund } from './record-refund.ts'
import { refundAtProcessor, refundOf } from './refunds.rules.ts'

type RefundResult = { row: RefundRow; isKnown: boolean }

type OutcomeHandler = (inner: World, row: RefundRow) => Promise<void>

/**
 * Calls the processor for a stored refund and records the outcome. `onOutcome` runs in the same transaction, to
 * complete the caller's Idempotency-Key: after a crash between two transactions the key would wait forever.
 */
export const carryOutRefund = (
  world: World,
  refund: RefundRow,
  onOutcome?: OutcomeHandler,
): Promise<RefundResult> => recordOutcome(world, refund, { how: 'call', onOutcome })

/**
 * Reads a refund's outcome. Sends the refund again, with the same idempotency key, only if the processor does not have it.
 * Callers whose Idempotency-Key still waits for a response get this outcome.
 */
export const checkRefund = (world: World, refund: RefundRow): Promise<RefundResult> =>
  recordOutcome(world, refund, { how: 'read first', onOutcome: completeWaitingKeys })

const completeWaitingKeys: OutcomeHandler = async ({ db }, row) => {
  const response = JSON.stringify(refundOf(row))
  await completeKeysOfObject(
    db,
    { merchantId: row.merchantId, objectId: row.id },
    { status: 200, v1: response, v2: response },
  )
}

async function recordOutcome(
  world: World,
  refund: RefundRow,
  { how, onOutcome }: { how: 'call' | 'read first'; onOutcome?: OutcomeHandler | undefined },
): Promise<RefundResult> {
  const progress = await callProcessor(world, refund, how)
  const isKnown = progress.status !== 'unknown'
  const record = async (inner: World) => {
    const row = await recordRefund(inner, refund, progress)
    if (isKnown) await onOutcome?.(inner, row)
    return { row, isKnown }
  }
  return runSerially(`refund ${refund.merchantId} ${refund.transactionId}`, () =>
    inTransaction(world, record),
  )
}

export type ReportedOutcome =
  | Exclude<RefundProgress, { status: 'absent' }>
  /** `problem`: the reason why the processor could not be called. */
  | { status: 'unknown'; pollAtMs: number; problem?: RefundFailure }

async function callProcessor(
  world: World,
  refund: RefundRow,
  how: 'call' | 'read first',
): Promise<ReportedOutcome> {
  const { db, log, now, processors } = world
  const { merchantId, transactionId } = refund
  const unknown: ReportedOutcome = {
    status: 'unknown',
    pollAtMs: now() + pauseMs(refund.checkCount ?? 0),
  }
  try {
    const processor = processors.named(refund.processor)
    const payment = await findTransaction(db, { merchantId, key: transactionId })
    if (!payment) throw new Error('a refund has lost its payment')
    const request = refundAtProcessor(refund, payment)
    const call = () => withTimeLimit(PROCESSOR_TIMEOUT_MS, processor.refund(request, now()))
    if (how === 'call') return unknownIfAbsent(await call(), unknown)
    const current = await withTimeLimit(
      PROCESSOR_TIMEOUT_MS,
      processor.readRefundProgress(request, now()),
    )
    return current.status === 'absent' ? unknownIfAbsent(await call(), unknown) : current
  } catch (error) {
    log.error({ err: error, refund: refund.id }, 'the processor did not respond for a refund')
    if (!(error instanceof ProcessorKeyError)) return unknown
    const problem = 'processor_key_invalid'
    // The processor refused the account's API key, so the first call for a refund had no effect. When the outcome of an
    // earlier call is read, it stays unknown.
    return how === 'call' ? { status: 'failed', reason: problem } : { ...unknown, problem }
  }
}

const unknownIfAbsent = (progress: RefundProgress, unknown: ReportedOutcome): ReportedOutcome =>
  progress.status === 'absent' ? unknown : progress
