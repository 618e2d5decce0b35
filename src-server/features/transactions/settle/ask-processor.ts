import type { TransactionRow } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction, type MerchantCtx } from '#server/core/context.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import type { Progress } from '#server/core/ports/processor.ts'
import { within } from '#server/core/work/within.ts'
import { claimKey, releaseKey } from '#server/services/idempotency/claimed-key.ts'
import { toIso } from '#server/shared/day.ts'
import { answerOf } from '../payment-answer.ts'
import { type Wish, wishOf } from '../payment-stages.rules.ts'
import {
  changeOpenTransaction,
  findTransaction,
  findTransactionToChange,
} from '../transactions.queries.ts'
import { holdForOutcome, pauseMs } from './record-progress.ts'
import { ANSWER_WITHIN_MS, carryOut, LEASE_MS, settle } from './settle-due.ts'

export type Asked = {
  /** Id or reference. */
  key: string
  /** Returns the requested action for the locked payment; undefined when nothing is to be done. */
  wish: (row: TransactionRow) => Wish | undefined
  /** Returns the error for an outcome other than the requested one; undefined for the requested outcome. */
  refusal: (outcome: TransactionRow) => AppError | undefined
  /** Runs in the database transaction that stores the requested outcome. */
  done: (inner: MerchantCtx, row: TransactionRow) => Promise<void>
}

/**
 * Has the processor capture or cancel an open payment, and returns the updated payment. The requested action is stored
 * before the call, the outcome after it. After a crash between them, a job queries the processor and repeats the
 * action.
 * @throws AppError `unavailable` when the outcome is unknown, and the error of `refusal`.
 */
export async function askProcessor(ctx: MerchantCtx, request: Asked): Promise<TransactionRow> {
  const wished = await storeWish(ctx, request)
  if ('row' in wished) return wished.row
  const { pending, wish } = wished
  const progress = await within(ANSWER_WITHIN_MS, carryOut(ctx, pending, wish)).catch(
    (error: unknown): Progress => {
      ctx.log.warn({ err: error, transaction: pending.id }, 'the processor did not answer')
      return { stage: 'unknown', askAtMs: ctx.now() + pauseMs(pending.checkCount ?? 0) }
    },
  )
  const outcome = await inTransaction(ctx, async (inner) => {
    const settled = await settle(inner, pending, progress)
    const row = settled ?? (await findTransaction(inner.db, whereOf(pending)))
    if (!row) throw new Error('a payment vanished while its processor was asked')
    if (row.status === 'pending') return row
    if (request.refusal(row)) {
      await releaseKey(inner, ctx.once, row.merchantId)
      return row
    }
    await request.done(inner, row)
    await ctx.once?.complete(inner, answerOf(ctx, row))
    return row
  })
  if (outcome.status === 'pending') throw unavailable()
  const refusal = request.refusal(outcome)
  if (refusal) throw refusal
  return outcome
}

const whereOf = ({ merchantId, id }: TransactionRow) => ({ merchantId, key: id })

const unavailable = () =>
  new AppError(
    'unavailable',
    'The processor does not answer. It is asked again; look at the payment in a while.',
    { reason: 'processor_unavailable', retryAfterS: 5 },
  )

type Wished = { row: TransactionRow } | { pending: TransactionRow; wish: Wish }

const storeWish = (ctx: MerchantCtx, { key, wish: wishFor }: Asked): Promise<Wished> =>
  inTransaction(ctx, async (inner): Promise<Wished> => {
    const { db, dialect, now } = inner
    const { row } = await findTransactionHeld(inner, { merchantId: ctx.merchant.id, key, dialect })
    const wish = wishFor(row)
    await claimKey(inner, ctx.once, row)
    if (!wish) {
      await ctx.once?.complete(inner, answerOf(ctx, row))
      return { row }
    }
    const at = toIso(now())
    const pending = await changeOpenTransaction(db, row, {
      wish: JSON.stringify(wishOf(row) ?? wish),
      nextCheckAt: at,
      leasedUntil: toIso(now() + LEASE_MS),
    })
    if (!pending) throw new Error('a payment that is held was final all the same')
    return { pending, wish }
  })

/**
 * Finds a payment and locks it until the transaction ends, together with the rows that its outcome changes.
 * @throws AppError `not_found`
 */
export async function findTransactionHeld(
  inner: MerchantCtx,
  {
    merchantId,
    key,
    dialect,
  }: { merchantId: string; key: string; dialect: MerchantCtx['dialect'] },
): Promise<{ row: TransactionRow; merchant: ActingMerchant }> {
  const found = await findTransaction(inner.db, { merchantId, key })
  if (!found) throw noTransaction()
  const { merchant } = await holdForOutcome(inner, found)
  const row = await findTransactionToChange(inner.db, dialect, { merchantId, id: found.id })
  if (!row) throw noTransaction()
  return { row, merchant }
}

const noTransaction = () => new AppError('not_found', 'There is no such transaction.')
