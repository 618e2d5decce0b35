import type { TransactionRow } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction, type MerchantCtx } from '#server/core/context.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import type { Progress } from '#server/core/ports/processor.ts'
import { withTimeLimit } from '#server/core/work/time-limit.ts'
import { claimKey, releaseKey } from '#server/services/idempotency/claim-key.ts'
import { toIso } from '#server/shared/day.ts'
import { responseOf } from '../payment-response.ts'
import { type FinalAction, requestedActionOf } from '../payment-stages.rules.ts'
import {
  changeOpenTransaction,
  findTransaction,
  findTransactionToChange,
} from '../transactions.queries.ts'
import { lockForOutcome, pauseMs } from './record-progress.ts'
import { LEASE_MS, PROCESSOR_TIMEOUT_MS, performAction, settle } from './settle-due.ts'

export type ProcessorAction = {
  /** Id or reference of the payment. */
  key: string
  /** Returns the requested action for the locked payment; undefined when nothing is to be done. */
  actionFor: (row: TransactionRow) => FinalAction | undefined
  /** Returns the error for an outcome other than the requested one; undefined for the requested outcome. */
  errorFor: (outcome: TransactionRow) => AppError | undefined
  /** Runs in the database transaction that stores the requested outcome. */
  onRequestedOutcome: (inner: MerchantCtx, row: TransactionRow) => Promise<void>
}

/**
 * Has the processor capture or cancel an open payment, and returns the updated payment. The requested action is stored
 * before the call, the outcome after it. After a crash between them, a job queries the processor and repeats the
 * action.
 * @throws AppError `unavailable` when the outcome is unknown, and the error of `errorFor`.
 */
export async function requestAction(
  ctx: MerchantCtx,
  request: ProcessorAction,
): Promise<TransactionRow> {
  const storedAction = await storeAction(ctx, request)
  if ('row' in storedAction) return storedAction.row
  const { pending, requestedAction, isRepeated } = storedAction
  const progress = await withTimeLimit(
    PROCESSOR_TIMEOUT_MS,
    performAction(ctx, pending, requestedAction, { isRepeated }),
  ).catch((error: unknown): Progress => {
    ctx.log.warn({ err: error, transaction: pending.id }, 'the processor did not respond')
    return { stage: 'unknown', pollAtMs: ctx.now() + pauseMs(pending.checkCount ?? 0) }
  })
  const outcome = await inTransaction(ctx, async (inner) => {
    const settled = await settle(inner, pending, progress)
    const row = settled ?? (await findTransaction(inner.db, whereOf(pending)))
    if (!row) throw new Error('a payment vanished while its processor was asked')
    if (row.status === 'pending') return row
    if (request.errorFor(row)) {
      // Frees the key, so that the caller's refusal can be stored as its response.
      await releaseKey(inner, ctx.once, row.merchantId)
      return row
    }
    await request.onRequestedOutcome(inner, row)
    await ctx.once?.complete(inner, responseOf(ctx, row))
    return row
  })
  if (outcome.status === 'pending') throw unavailable()
  const error = request.errorFor(outcome)
  if (error) throw error
  return outcome
}

const whereOf = ({ merchantId, id }: TransactionRow) => ({ merchantId, key: id })

const unavailable = () =>
  new AppError(
    'unavailable',
    'The processor does not respond. The request is repeated; look at the payment later.',
    { reason: 'processor_unavailable', retryAfterS: 5 },
  )

type ActionOnRow =
  | { row: TransactionRow }
  | { pending: TransactionRow; requestedAction: FinalAction; isRepeated: boolean }

const storeAction = (ctx: MerchantCtx, { key, actionFor }: ProcessorAction): Promise<ActionOnRow> =>
  inTransaction(ctx, async (inner): Promise<ActionOnRow> => {
    const { db, dialect, now } = inner
    const { row } = await lockTransaction(inner, { merchantId: ctx.merchant.id, key, dialect })
    const requestedAction = actionFor(row)
    await claimKey(inner, ctx.once, row)
    if (!requestedAction) {
      await ctx.once?.complete(inner, responseOf(ctx, row))
      return { row }
    }
    const earlier = requestedActionOf(row)
    // A capture is refused while a change of the amount is pending. A cancellation replaces the change, whose new
    // amount and processor reference are then not stored. A repeated cancellation keeps the first one's reason and
    // actor.
    if (earlier?.kind === 'amount' && requestedAction.kind === 'capture') throw unavailable()
    const stored = earlier?.kind === 'amount' ? requestedAction : (earlier ?? requestedAction)
    const at = toIso(now())
    const pending = await changeOpenTransaction(db, row, {
      wish: JSON.stringify(stored),
      checkCount: 0,
      nextCheckAt: at,
      leasedUntil: toIso(now() + LEASE_MS),
    })
    if (!pending) throw new Error('a locked pending payment could not be changed')
    return { pending, requestedAction, isRepeated: earlier?.kind === requestedAction.kind }
  })

/**
 * Finds a payment and locks it until the transaction ends, together with the rows that its outcome changes.
 * @throws AppError `not_found`
 */
export async function lockTransaction(
  inner: MerchantCtx,
  {
    merchantId,
    key,
    dialect,
  }: { merchantId: string; key: string; dialect: MerchantCtx['dialect'] },
): Promise<{ row: TransactionRow; merchant: ActingMerchant }> {
  const transaction = await findTransaction(inner.db, { merchantId, key })
  if (!transaction) throw noTransaction()
  const { merchant } = await lockForOutcome(inner, transaction)
  const row = await findTransactionToChange(inner.db, dialect, { merchantId, id: transaction.id })
  if (!row) throw noTransaction()
  return { row, merchant }
}

const noTransaction = () => new AppError('not_found', 'There is no such transaction.')
