import type { TransactionRow } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { actorName, type MerchantCtx } from '#server/core/context.ts'
import type { Role } from '#server/core/merchant.schema.ts'
import { audit } from '#server/services/audit/audit.ts'
import { decimalFromMinor, type Minor } from '#server/shared/money/money.ts'
import { toMinorUnits } from '../amount-in-currency.ts'
import { responseOf } from '../payment-response.ts'
import { type FinalAction, requestedActionOf, stageOf } from '../payment-stages.rules.ts'
import type { CaptureTransaction, Transaction } from '../transactions.schema.ts'
import { requestAction } from './request-action.ts'
import { assertMayRelease } from './staff-releases.ts'
import { alreadyCaptured, cancelTransaction } from './update-transaction-status.ts'

const authorizationExpired = () =>
  new AppError('conflict', 'What was authorized was not captured in time.', {
    reason: 'authorization_expired',
  })

/** Throws a conflict unless the payment is authorized and can still be captured. */
function assertAuthorized(row: TransactionRow): void {
  if (row.captureMethod !== 'manual') {
    throw new AppError('conflict', 'This payment was not made to be captured by hand.', {
      reason: 'not_authorized',
    })
  }
  if (row.status === 'success' || requestedActionOf(row)?.kind === 'capture')
    throw alreadyCaptured()
  if (row.failureReason === 'authorization_expired') throw authorizationExpired()
  if (row.status === 'failed' || requestedActionOf(row)?.kind === 'cancel') {
    throw new AppError('conflict', 'This payment was voided or has failed.', {
      reason: 'already_voided',
    })
  }
  if (stageOf(row) !== 'authorized') {
    throw new AppError('conflict', 'This payment is not authorized yet.', {
      reason: 'not_authorized',
    })
  }
}

/** Throws `invalid` when the processor cannot move this amount in the payment's currency. */
function assertMovable(
  { processors }: MerchantCtx,
  { processor: name, paymentMethod, currency }: TransactionRow,
  amount: Minor,
): void {
  const { label, capabilities } = processors.named(name)
  const { step = 1 } = capabilities(paymentMethod, currency)
  if (amount % step === 0) return
  const message = `${label} takes multiples of ${decimalFromMinor(step)} ${currency} only`
  throw new AppError('invalid', `amount: ${message}`, { issues: [{ path: 'amount', message }] })
}

/** Captures at most the authorized amount, once. The remainder is released to the payer. */
export async function captureTransaction(
  ctx: MerchantCtx & { role?: Role },
  { id, amount }: CaptureTransaction,
): Promise<Transaction> {
  const actor = actorName(ctx.actor)
  const row = await requestAction(ctx, {
    key: id,
    actionFor: (before): FinalAction => {
      assertAuthorized(before)
      const maxAmount = before.amountAuthorized ?? before.amount
      const requested = amount === undefined ? maxAmount : toMinorUnits(amount, before.currency)
      if (requested > maxAmount) {
        throw new AppError(
          'conflict',
          `At most ${decimalFromMinor(maxAmount)} ${before.currency} can be captured.`,
          { reason: 'capture_exceeds_authorized' },
        )
      }
      assertMovable(ctx, before, requested)
      assertMayRelease(ctx, { currency: before.currency, released: maxAmount - requested })
      return { kind: 'capture', amount: requested, actor }
    },
    errorFor: ({ status }) => (status === 'failed' ? authorizationExpired() : undefined),
    onRequestedOutcome: (inner, after) =>
      audit(inner, {
        merchantId: after.merchantId,
        action: 'transaction.captured',
        objectId: after.id,
        before: { authorized: decimalFromMinor(after.amountAuthorized ?? after.amount) },
        after: { captured: decimalFromMinor(after.amount) },
      }),
  })
  return responseOf(ctx, row)
}

/** Releases the whole authorized amount. */
export const voidTransaction = (
  ctx: MerchantCtx & { role?: Role },
  { id }: { id: string },
): Promise<Transaction> => cancelTransaction(ctx, { key: id, reason: null })
