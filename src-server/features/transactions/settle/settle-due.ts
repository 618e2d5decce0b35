import type { TransactionRow } from '#db/tables.ts'
import { inTransaction, type World } from '#server/core/context.ts'
import type { Progress } from '#server/core/ports/processor.ts'
import { type LeasedQueue, workQueue } from '#server/core/queues/leased-queue.ts'
import { withTimeLimit } from '#server/core/work/time-limit.ts'
import { completeKeysOfObject } from '#server/services/idempotency/idempotency.queries.ts'
import { responseInV2 } from '../payment-response.ts'
import {
  atProcessor,
  type FinalAction,
  isPastExpiry,
  requestedActionOf,
  stageOf,
} from '../payment-stages.rules.ts'
import { findTransaction } from '../transactions.queries.ts'
import { transactionOf } from '../transactions.rules.ts'
import { retryAmountChange } from './amount-change.ts'
import { pauseMs, recordProgress } from './record-progress.ts'

/** Timeout of a call to a processor. After it, the processor is queried again later. */
export const PROCESSOR_TIMEOUT_MS = 20_000
/** Longer than the timeout of a call, so an expired lease means that its process has died. */
export const LEASE_MS = 30_000

/**
 * Queue of open payments whose processor must be queried. Payments of one processor account, or of one merchant in the
 * sandbox, share a concurrency limit.
 */
export const openPayments: LeasedQueue<TransactionRow> = {
  table: 'transactions',
  due: 'nextCheckAt',
  lease: 'leasedUntil',
  concurrencyKey: ['processorAccountId', 'merchantId'],
  leaseMs: LEASE_MS,
  leasesInOneTransaction: true,
  work: async (world, row) => {
    const requested = requestedActionOf(row)
    if (requested?.kind === 'amount') return retryAmountChange(world, row, requested.amount)
    return settle(world, row, await fetchProgress(world, row))
  },
  failed: ({ log }, { id }, error) =>
    log.error({ err: error, transaction: id }, 'an outcome could not be recorded'),
}

/** Queries the processors for the outcome of every due payment and records it. Returns the number of payments. */
export const settleDue = (world: World, signal?: AbortSignal): Promise<number> =>
  workQueue(world, openPayments, signal)

/** Returns a payment's progress at its processor. Repeats a requested action that the processor has not done yet. */
export async function fetchProgress(world: World, row: TransactionRow): Promise<Progress> {
  const { log, now, processors } = world
  const processor = processors.named(row.processor)
  // A due payment in this stage never reached the processor, and the time for its payer to continue is over.
  if (stageOf(row) === 'created') return { stage: 'cancelled', reason: 'not_sent' }
  try {
    const payment = atProcessor(row)
    const requestedAction = requestedActionOf(row)
    // A page with the old amount may be closed already, which is not an outcome of the payment.
    if (requestedAction?.kind === 'amount') {
      return { stage: 'unknown', pollAtMs: now() + pauseMs(row.checkCount ?? 0) }
    }
    const reading = processor.readProgress(payment, now(), () => mayTakeMoney(world, row))
    const progress = await withTimeLimit(PROCESSOR_TIMEOUT_MS, reading)
    if (!('pollAtMs' in progress)) return progress
    if (!requestedAction) {
      return isPastExpiry(row, progress, now()) ? await expire(world, row) : progress
    }
    return await withTimeLimit(
      PROCESSOR_TIMEOUT_MS,
      performAction(world, row, requestedAction, { isRepeated: true }),
    )
  } catch (error) {
    log.error({ err: error, transaction: row.id }, 'a pending payment could not be settled')
    return { stage: 'unknown', pollAtMs: now() + pauseMs(row.checkCount ?? 0) }
  }
}

/** Cancels an expired payment. If the payer has paid meanwhile, the payment keeps that outcome. */
async function expire({ processors, now }: World, row: TransactionRow): Promise<Progress> {
  const payment = { ...atProcessor(row), isCancelRequested: true }
  const call = processors.named(row.processor).cancel(payment, now())
  const progress = await withTimeLimit(PROCESSOR_TIMEOUT_MS, call)
  return progress.stage === 'cancelled'
    ? { ...progress, stage: 'failed', reason: 'expired' }
    : progress
}

/**
 * Reads whether a payment is still open on the same page of its processor, without a requested cancellation or change of
 * its amount.
 */
async function mayTakeMoney(
  { db }: World,
  { merchantId, id: key, processorRef }: TransactionRow,
): Promise<boolean> {
  const row = await findTransaction(db, { merchantId, key })
  if (row?.status !== 'pending' || row.processorRef !== processorRef) return false
  const requested = requestedActionOf(row)?.kind
  return requested !== 'cancel' && requested !== 'amount'
}

/**
 * Requests the stored capture or cancellation from the processor. The call's idempotency key derives from the payment,
 * so a repeated call acts once.
 */
export function performAction(
  { processors, now }: World,
  row: TransactionRow,
  requestedAction: FinalAction,
  { isRepeated }: { isRepeated: boolean },
): Promise<Progress> {
  const processor = processors.named(row.processor)
  const payment = { ...atProcessor(row), isActionRepeated: isRepeated }
  return requestedAction.kind === 'capture'
    ? processor.capture(payment, requestedAction.amount, now())
    : processor.cancel(payment, now())
}

/** Returns the outcome and its actor: the person who requested it, with their reason, or the processor. */
export function outcomeWithActor(row: TransactionRow, progress: Progress) {
  const requestedAction = requestedActionOf(row)
  const isRequested =
    requestedAction !== undefined &&
    progress.stage === (requestedAction.kind === 'cancel' ? 'cancelled' : 'succeeded')
  const outcome =
    isRequested && requestedAction.kind === 'cancel' && progress.stage === 'cancelled'
      ? ({ stage: 'cancelled', reason: requestedAction.reason ?? 'cancelled' } as const)
      : progress
  return {
    outcome,
    by: { actor: isRequested ? requestedAction.actor : `processor:${row.processor}` },
  }
}

/**
 * Records an outcome. When it is final, stores the response for callers whose Idempotency-Key waits for one. Returns
 * the final payment; undefined when it stays pending or was already final.
 */
export const settle = (
  world: World,
  row: TransactionRow,
  progress: Progress,
): Promise<TransactionRow | undefined> =>
  inTransaction(world, async (inner) => {
    const { outcome, by } = outcomeWithActor(row, progress)
    const settled = await recordProgress(inner, row, outcome, by)
    if (!settled) return undefined
    await completeKeysOfObject(
      inner.db,
      { merchantId: row.merchantId, objectId: row.id },
      {
        status: 200,
        v1: JSON.stringify(transactionOf(settled)),
        v2: JSON.stringify(responseInV2(inner, settled)),
      },
    )
    return settled
  })
