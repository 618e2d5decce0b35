import type { RefundRow } from '#db/tables/refund-tables.ts'
import { inTransaction, type World } from '#server/core/context.ts'
import { ProcessorKeyError, type RefundProgress } from '#server/core/ports/processor.ts'
import { inTurn } from '#server/core/work/in-turn.ts'
import { within } from '#server/core/work/within.ts'
import { answerWaitingKeys } from '#server/services/idempotency/idempotency.queries.ts'
import type { RefundFailure } from '#server/shared/reasons/refund-failures.ts'
import { pauseMs } from '../transactions/settle/record-progress.ts'
import { ANSWER_WITHIN_MS } from '../transactions/settle/settle-due.ts'
import { findTransaction } from '../transactions/transactions.queries.ts'
import { recordRefund } from './record-refund.ts'
import { refundAtProcessor, refundOf } from './refunds.rules.ts'

type Known = { row: RefundRow; isKnown: boolean }

type Answered = (inner: World, row: RefundRow) => Promise<void>

/**
 * Calls the processor for a stored refund and records the outcome. `answered` completes the caller's Idempotency-Key in
 * the same transaction: after a crash between two transactions the key would wait forever.
 */
export const carryOutRefund = (
  world: World,
  refund: RefundRow,
  answered?: Answered,
): Promise<Known> => recordAnswer(world, refund, { how: 'call', answered })

/**
 * Reads a refund's outcome, and sends the refund again, with the same key, only if the processor does not know it.
 * Callers whose Idempotency-Key still waits for a response get this outcome.
 */
export const askAboutRefund = (world: World, refund: RefundRow): Promise<Known> =>
  recordAnswer(world, refund, { how: 'ask', answered: answerWaiting })

const answerWaiting: Answered = async ({ db }, row) => {
  const answer = JSON.stringify(refundOf(row))
  await answerWaitingKeys(
    db,
    { merchantId: row.merchantId, objectId: row.id },
    { status: 200, v1: answer, v2: answer },
  )
}

async function recordAnswer(
  world: World,
  refund: RefundRow,
  { how, answered }: { how: 'call' | 'ask'; answered?: Answered | undefined },
): Promise<Known> {
  const progress = await answerOf(world, refund, how)
  const isKnown = progress.status !== 'unknown'
  const record = async (inner: World) => {
    const row = await recordRefund(inner, refund, progress)
    if (isKnown) await answered?.(inner, row)
    return { row, isKnown }
  }
  return inTurn(`refund ${refund.merchantId} ${refund.transactionId}`, () =>
    inTransaction(world, record),
  )
}

export type Answer =
  | Exclude<RefundProgress, { status: 'absent' }>
  /** `problem`: the reason why the processor could not be called. */
  | { status: 'unknown'; askAtMs: number; problem?: RefundFailure }

async function answerOf(world: World, refund: RefundRow, how: 'call' | 'ask'): Promise<Answer> {
  const { db, log, now, processors } = world
  const { merchantId, transactionId } = refund
  const unknown: Answer = { status: 'unknown', askAtMs: now() + pauseMs(refund.checkCount ?? 0) }
  try {
    const processor = processors.named(refund.processor)
    const payment = await findTransaction(db, { merchantId, key: transactionId })
    if (!payment) throw new Error('a refund has lost its payment')
    const told = refundAtProcessor(refund, payment)
    const call = () => within(ANSWER_WITHIN_MS, processor.refund(told, now()))
    if (how === 'call') return present(await call(), unknown)
    const asked = await within(ANSWER_WITHIN_MS, processor.askRefund(told, now()))
    return asked.status === 'absent' ? present(await call(), unknown) : asked
  } catch (error) {
    log.error({ err: error, refund: refund.id }, 'the processor did not answer for a refund')
    if (!(error instanceof ProcessorKeyError)) return unknown
    const problem = 'processor_key_invalid'
    // The processor refused the key, so a first call had no effect. The outcome of an earlier call stays unknown.
    return how === 'call' ? { status: 'failed', reason: problem } : { ...unknown, problem }
  }
}

const present = (progress: RefundProgress, unknown: Answer): Answer =>
  progress.status === 'absent' ? unknown : progress
