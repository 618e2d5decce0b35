import type { TransactionRow } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { actorName, inTransaction, type MerchantCtx } from '#server/core/context.ts'
import type { Role } from '#server/core/merchant.schema.ts'
import { audit } from '#server/services/audit/audit.ts'
import { methodOfType } from '#server/shared/money/used-method.ts'
import { responseOf } from '../payment-response.ts'
import { requestedActionOf, stageOf } from '../payment-stages.rules.ts'
import { canBeSetTo } from '../transactions.rules.ts'
import type { Transaction, UpdateTransactionStatus } from '../transactions.schema.ts'
import { recordProgress } from './record-progress.ts'
import { lockTransaction, requestAction } from './request-action.ts'
import { assertMayRelease } from './staff-releases.ts'

const alreadyFinal = ({ status }: TransactionRow) =>
  new AppError('conflict', `This transaction is final: it is ${status}.`, {
    reason: 'transaction_final',
  })

/** Settles or cancels a pending payment by hand. A request for its current status changes nothing. */
export async function updateTransactionStatus(
  ctx: MerchantCtx & { role?: Role },
  input: UpdateTransactionStatus,
): Promise<Transaction> {
  return input.status === 'failed'
    ? cancelTransaction(ctx, { key: input.id, reason: input.reason })
    : settleByHand(ctx, input)
}

/**
 * Cancels an open payment at its processor first, and only then in the database. When it has succeeded meanwhile, it
 * stays succeeded and the call throws `already_succeeded`.
 */
export async function cancelTransaction(
  ctx: MerchantCtx & { role?: Role },
  { key, reason }: { key: string; reason: string | null },
): Promise<Transaction> {
  const actor = actorName(ctx.actor)
  const row = await requestAction(ctx, {
    key,
    actionFor: (before) => {
      if (before.status === 'failed') return undefined
      if (before.status === 'success') throw alreadyFinal(before)
      if (requestedActionOf(before)?.kind === 'capture') throw alreadyCaptured()
      const isAuthorized = stageOf(before) === 'authorized'
      assertMayRelease(ctx, {
        currency: before.currency,
        released: isAuthorized ? (before.amountAuthorized ?? before.amount) : 0,
      })
      return { kind: 'cancel', reason, actor }
    },
    errorFor: ({ status }) =>
      status === 'success'
        ? new AppError('conflict', 'The payment has succeeded before it could be cancelled.', {
            reason: 'already_succeeded',
          })
        : undefined,
    onRequestedOutcome: (inner, after) => auditChange(inner, after, reason),
  })
  return responseOf(ctx, row)
}

export const alreadyCaptured = () =>
  new AppError('conflict', 'This payment was captured already, or is being captured.', {
    reason: 'already_captured',
  })

const auditChange = (ctx: MerchantCtx, row: TransactionRow, reason: string | null) =>
  audit(ctx, {
    merchantId: row.merchantId,
    action: 'transaction.status_changed',
    objectId: row.id,
    before: { status: 'pending' },
    after: { status: row.status, reason },
  })

/** Settles a bank transfer whose money has arrived. */
const settleByHand = (ctx: MerchantCtx, input: UpdateTransactionStatus): Promise<Transaction> =>
  inTransaction(ctx, async (inner) => {
    const { dialect } = inner
    const where = { merchantId: ctx.merchant.id, key: input.id, dialect }
    const { row } = await lockTransaction(inner, where)
    if (row.status === input.status) return responseOf(ctx, row)
    if (row.status !== 'pending') throw alreadyFinal(row)
    if (!canBeSetTo(row, input.status)) {
      throw new AppError(
        'conflict',
        'Only the processor decides that a card or PayPal payment succeeds; it can only be cancelled.',
        { reason: 'processor_decides' },
      )
    }
    const settled = await recordProgress(
      inner,
      row,
      { stage: 'succeeded', ...(row.methodType ? {} : { method: methodOfType('bank_transfer') }) },
      { actor: actorName(ctx.actor), note: input.reason },
    )
    if (!settled) throw new Error('a locked pending transaction could not be settled')
    await auditChange(inner, settled, input.reason)
    return responseOf(ctx, settled)
  })
