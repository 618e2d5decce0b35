import type { TransactionRow } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction, type MerchantCtx, shopIdOf } from '#server/core/context.ts'
import type { PaymentOrder } from '#server/core/ports/payment-store.ts'
import { claimKey } from '#server/services/idempotency/claim-key.ts'
import { EXISTING_STATUS } from '#server/services/idempotency/idempotency.ts'
import { removeClientSecret } from '../payer/merchants-page.ts'
import { responseOf } from '../payment-response.ts'
import { requestedActionOf } from '../payment-stages.rules.ts'
import type { Transaction } from '../transactions.schema.ts'

/** Thrown when an order has the reference of a payment that is open or has succeeded. */
export class ReferenceTakenError extends Error {
  readonly order: PaymentOrder
  readonly payment: TransactionRow
  constructor(order: PaymentOrder, payment: TransactionRow) {
    super('another payment has this reference')
    this.order = order
    this.payment = payment
  }
}

/**
 * Responds to a request whose order reference already belongs to another payment. Returns that payment while it is open
 * and has the same amount. The response is stored for the Idempotency-Key, so that a retry gets the same response.
 * @throws AppError `conflict` for another amount, currency, capture method or shop, and once the payment has succeeded;
 * `unavailable` while its amount is being changed, or it is being cancelled
 */
export async function respondForReference(
  ctx: MerchantCtx,
  { order, payment }: ReferenceTakenError,
): Promise<Transaction> {
  const shopId = shopIdOf(ctx.actor)
  if (shopId && payment.shopId !== shopId) {
    // The shop learns that the order has a payment, but nothing else about another caller's payment.
    const reason = payment.status === 'success' ? 'reference_paid' : 'reference_open'
    throw new AppError('conflict', 'Another program has taken a payment for this order.', {
      reason,
    })
  }
  const { id: transactionId } = payment
  if (payment.status === 'success') {
    throw new AppError('conflict', `The order was paid already, by ${payment.transactionId}.`, {
      reason: 'reference_paid',
      transactionId,
    })
  }
  if (differsFromOrder(payment, order)) {
    throw new AppError(
      'conflict',
      `The order has an open payment of another amount or capture method: ${payment.transactionId}.`,
      { reason: 'reference_open', transactionId },
    )
  }
  const requested = requestedActionOf(payment)?.kind
  if (requested === 'amount' || requested === 'cancel') {
    // The payer would pay another amount than the order's, or on a page that is being closed.
    throw new AppError(
      'unavailable',
      'The payment of this order is being changed. Send it again.',
      {
        reason: 'processor_unavailable',
        retryAfterS: 5,
      },
    )
  }
  const response = responseOf(ctx, payment)
  await inTransaction(ctx, async (inner) => {
    await claimKey(inner, ctx.once, payment)
    await ctx.once?.complete(inner, removeClientSecret(response), EXISTING_STATUS)
  })
  ctx.onExisting?.()
  return response
}

/** True if the payment and the order differ in amount, currency or capture method. */
const differsFromOrder = (payment: TransactionRow, order: PaymentOrder): boolean =>
  payment.amount !== order.amount ||
  payment.currency !== order.currency ||
  (payment.captureMethod ?? null) !== (order.captureMethod ?? null)
