import type { TransactionRow } from '#db/tables.ts'
import { inTransaction, type World } from '#server/core/context.ts'
import type { Progress } from '#server/core/ports/processor.ts'
import { type LeasedQueue, workQueue } from '#server/core/queues/leased-queue.ts'
import { within } from '#server/core/work/within.ts'
import { answerWaitingKeys } from '#server/services/idempotency/idempotency.queries.ts'
import { answerInV2 } from '../payment-answer.ts'
import { atProcessor, stageOf, type Wish, wishOf } from '../payment-stages.rules.ts'
import { transactionOf } from '../transactions.rules.ts'
import { pauseMs, recordProgress } from './record-progress.ts'

/** What has not been answered by then is asked again later. */
export const ANSWER_WITHIN_MS = 20_000
/** Longer than a processor is waited for: who holds a row beyond it has died. */
export const LEASE_MS = 30_000

/** Payments that are to be asked for; a merchant has an account of its own with the sandbox, too. */
export const openPayments: LeasedQueue<TransactionRow> = {
  table: 'transactions',
  due: 'nextCheckAt',
  lease: 'leasedUntil',
  place: ['processorAccountId', 'merchantId'],
  leaseMs: LEASE_MS,
  leasesTogether: true,
  work: async (world, row) => settle(world, row, await asked(world, row)),
  failed: ({ log }, { id }, error) =>
    log.error({ err: error, transaction: id }, 'an outcome could not be recorded'),
}

/** Asks the processors for the outcome of every open payment that is due, and records it. Returns how many. */
export const settleDue = (world: World, signal?: AbortSignal): Promise<number> =>
  workQueue(world, openPayments, signal)

/** What the processor says of a payment, once it has done what somebody wished. */
export async function asked(world: World, row: TransactionRow): Promise<Progress> {
  const { log, now, processors } = world
  const processor = processors.named(row.processor)
  // The processor was never told of it, and whoever paid has gone.
  if (stageOf(row) === 'created') return { stage: 'cancelled', reason: 'not_sent' }
  try {
    const payment = atProcessor(row)
    const progress = await within(ANSWER_WITHIN_MS, processor.ask(payment, now()))
    const wish = wishOf(row)
    if (!wish || !('askAtMs' in progress)) return progress
    return await within(ANSWER_WITHIN_MS, carryOut(world, row, wish))
  } catch (error) {
    log.error({ err: error, transaction: row.id }, 'a pending payment could not be settled')
    return { stage: 'unknown', askAtMs: now() + pauseMs(row.checkCount ?? 0) }
  }
}

/** Has the processor do what was wished. Its key is made from the payment, so twice is once. */
export function carryOut(
  { processors, now }: World,
  row: TransactionRow,
  wish: Wish,
): Promise<Progress> {
  const processor = processors.named(row.processor)
  const payment = atProcessor(row)
  return wish.kind === 'capture'
    ? processor.capture(payment, wish.amount, now())
    : processor.cancel(payment, now())
}

/** Whose doing an outcome is, and in whose words. */
export function toldBy(row: TransactionRow, progress: Progress) {
  const wish = wishOf(row)
  const isWished =
    wish !== undefined && progress.stage === (wish.kind === 'cancel' ? 'cancelled' : 'succeeded')
  const told =
    isWished && wish.kind === 'cancel' && progress.stage === 'cancelled'
      ? ({ stage: 'cancelled', reason: wish.reason ?? 'cancelled' } as const)
      : progress
  return { told, by: { actor: isWished ? wish.actor : `processor:${row.processor}` } }
}

/** With the outcome comes the answer for a caller who sent an Idempotency-Key and never got one. */
export const settle = (
  world: World,
  row: TransactionRow,
  progress: Progress,
): Promise<TransactionRow | undefined> =>
  inTransaction(world, async (inner) => {
    const { told, by } = toldBy(row, progress)
    const settled = await recordProgress(inner, row, told, by)
    if (!settled) return undefined
    await answerWaitingKeys(
      inner.db,
      { merchantId: row.merchantId, objectId: row.id },
      {
        status: 200,
        v1: JSON.stringify(transactionOf(settled)),
        v2: JSON.stringify(answerInV2(inner, settled)),
      },
    )
    return settled
  })
