import { actorName, inTransaction, type MerchantCtx } from '#server/core/context.ts'
import { AppError } from '#server/core/errors.ts'
import { audit } from '#server/services/audit/audit.ts'
import { holdForOutcome, recordOutcome } from './record-outcome.ts'
import { findTransaction, findTransactionToChange } from './transactions.queries.ts'
import { canBeSetTo, transactionOf } from './transactions.rules.ts'
import type { Transaction, UpdateTransactionStatus } from './transactions.schema.ts'

/** Settles or cancels a pending payment by hand. Asking for the status it has already changes nothing. */
export async function updateTransactionStatus(
  ctx: MerchantCtx,
  input: UpdateTransactionStatus,
): Promise<Transaction> {
  const merchantId = ctx.merchant.id
  return inTransaction(ctx, async (inner) => {
    const found = await findTransaction(inner.db, { merchantId, key: input.id })
    if (found) await holdForOutcome(inner, found)
    const row =
      found &&
      (await findTransactionToChange(inner.db, inner.dialect, { merchantId, id: found.id }))
    if (!row) throw new AppError('not_found', 'There is no such transaction.')
    if (row.status === input.status) return transactionOf(row)
    if (row.status !== 'pending') {
      throw new AppError('conflict', `This transaction is final: it is ${row.status}.`, {
        reason: 'transaction_final',
      })
    }
    if (!canBeSetTo(row, input.status)) {
      throw new AppError(
        'conflict',
        'Only the processor decides that a card or PayPal payment succeeds; it can only be cancelled.',
        { reason: 'processor_decides' },
      )
    }
    const settled = await recordOutcome(
      inner,
      row,
      input.status === 'failed'
        ? { status: 'failed', reason: input.reason ?? 'cancelled' }
        : { status: 'success' },
      { actor: actorName(ctx.actor), note: input.reason },
    )
    if (!settled) throw new Error('a locked pending transaction could not be settled')
    await audit(inner, {
      merchantId,
      action: 'transaction.status_changed',
      objectId: row.id,
      before: { status: row.status },
      after: { status: settled.status, reason: input.reason },
    })
    return transactionOf(settled)
  })
}
