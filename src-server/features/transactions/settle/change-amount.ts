import type { TransactionRow } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { actorName, inTransaction, type MerchantCtx } from '#server/core/context.ts'
import { toIso } from '#server/shared/day.ts'
import type { KeptReason } from '#server/shared/reasons/kept-reasons.ts'
import { toMinorUnits } from '../amount-in-currency.ts'
import { assertAmountAccepted } from '../create-transaction.ts'
import { responseOf } from '../payment-response.ts'
import { payerStages, requestedActionOf, stageOf } from '../payment-stages.rules.ts'
import { changeOpenTransaction } from '../transactions.queries.ts'
import type { ChangeAmount, Transaction } from '../transactions.schema.ts'
import { finishAmountChange } from './amount-change.ts'
import { lockTransaction } from './request-action.ts'
import { LEASE_MS } from './settle-due.ts'

const amountFixed = (message: string) =>
  new AppError('conflict', message, { reason: 'amount_fixed' })

const unavailable = () =>
  new AppError(
    'unavailable',
    'The processor does not respond. The request is repeated; look at the payment later.',
    { reason: 'processor_unavailable', retryAfterS: 5 },
  )

const keptMessages: Record<KeptReason, string> = {
  payer_acted: 'The payer may have paid or approved the former amount.',
  ended: 'The time to pay is over, or almost over.',
  unsupported: 'The processor changes no amounts.',
  refused: 'The processor refused the new amount.',
  processor_unavailable: 'The processor does not respond.',
}

/** Throws a conflict unless nothing was paid and the payer can still act. */
function assertChangeable(row: TransactionRow): void {
  const requested = requestedActionOf(row)
  if (requested?.kind === 'amount') throw unavailable()
  if (row.linkId) throw amountFixed('The amount of this payment is that of its payment link.')
  if (row.status !== 'pending' || requested || !payerStages.has(stageOf(row))) {
    throw amountFixed('The amount can be changed only while the payer has not paid.')
  }
}

/**
 * Changes the amount of a payment that was not paid, at its processor too. The requested amount is stored before the
 * processor is called. After a crash between them, a job repeats the call.
 * @throws AppError `conflict` when the payment keeps its amount, with the reason; `unavailable` when the outcome is unknown
 */
export async function changeAmount(
  ctx: MerchantCtx,
  { id: key, amount: text }: ChangeAmount,
): Promise<Transaction> {
  const { row, amount } = await inTransaction(ctx, async (inner) => {
    const { db, dialect, now } = inner
    const { row: before } = await lockTransaction(inner, {
      merchantId: ctx.merchant.id,
      key,
      dialect,
    })
    const requested = toMinorUnits(text, before.currency)
    if (before.status === 'pending' && before.amount === requested && !requestedActionOf(before)) {
      return { row: before, amount: requested }
    }
    assertChangeable(before)
    assertAmountAccepted(ctx.processors.named(before.processor), { ...before, amount: requested })
    const change = { kind: 'amount', amount: requested, actor: actorName(ctx.actor) }
    const pending = await changeOpenTransaction(db, before, {
      wish: JSON.stringify(change),
      nextCheckAt: toIso(now()),
      leasedUntil: toIso(now() + LEASE_MS),
    })
    if (!pending) throw new Error('a locked pending payment could not be changed')
    return { row: pending, amount: requested }
  })
  if (row.amount === amount) return responseOf(ctx, row)
  const { row: after, kept } = await finishAmountChange(ctx, row, amount, ctx).catch(
    (error: unknown) => {
      ctx.log.warn({ err: error, transaction: row.id }, 'an amount could not be changed')
      throw unavailable()
    },
  )
  if (after.amount === amount) return responseOf(ctx, after)
  if (kept) throw amountFixed(keptMessages[kept])
  if (requestedActionOf(after)) throw unavailable()
  throw amountFixed('Another request has changed the amount since.')
}
