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

/** Timeout of a call to a processor. After it, the processor is queried again later. */
export const ANSWER_WITHIN_MS = 20_000
/** Longer than the timeout of a call: a process that has a lease beyond it has died. */
export const LEASE_MS = 30_000

/** Open payments whose processor is to be queried, by processor account. Sandbox payments have none: by merchant. */
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

/** Queries the processors for the outcome of every due payment and records it. Returns the number of payments. */
export const settleDue = (world: World, signal?: AbortSignal): Promise<number> =>
  workQueue(world, openPayments, signal)

/** Returns a payment's progress at its processor. Repeats a requested action that the processor has not done yet. */
export async function asked(world: World, row: TransactionRow): Promise<Progress> {
  const { log, now, processors } = world
  const processor = processors.named(row.processor)
  // The processor never received the payment, and the payer has left.
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

/** Has the processor capture or cancel. The call's key derives from the payment, so a repeated call acts once. */
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

/** Returns the outcome and its actor: the person who requested it, with their reason, or the processor. */
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

/** Records an outcome, and stores the response for callers whose Idempotency-Key still waits for one. */
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
