import type { TransactionRow } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { decimalFromMinor, type Minor } from '#server/shared/money/money.ts'
import { type PaymentAmounts, remainingOf } from '../transactions/transactions.rules.ts'

/**
 * Returns the amount to refund: the requested one, or all that is left.
 * @throws `conflict`, with a message for the caller, when it cannot be refunded.
 */
export function refundableAmount(
  row: PaymentAmounts & Pick<TransactionRow, 'status' | 'currency' | 'disputeState'>,
  requested: Minor | undefined,
): Minor {
  if (row.status !== 'success') {
    throw new AppError('conflict', 'Only a payment that has succeeded can be refunded.', {
      reason: 'not_refundable',
    })
  }
  const remaining = remainingOf(row)
  const isUndecided = row.disputeState === 'needs_response' || row.disputeState === 'under_review'
  if (remaining > 0 && isUndecided) {
    throw new AppError(
      'conflict',
      'The bank has taken money of this payment until the dispute ends, so nothing can be refunded now.',
      { reason: 'disputed' },
    )
  }
  if (remaining <= 0 && (row.amountDisputed ?? 0) > 0) {
    throw new AppError('conflict', 'This payment is disputed; the bank decides about the money.', {
      reason: 'payment_disputed',
    })
  }
  if (remaining <= 0) {
    throw new AppError('conflict', 'All of this payment is refunded already.', {
      reason: 'fully_refunded',
    })
  }
  const amount = requested ?? remaining
  if (amount > remaining) {
    throw new AppError(
      'conflict',
      `At most ${decimalFromMinor(remaining)} ${row.currency} of this payment can be refunded.`,
      { reason: 'refund_exceeds_remaining' },
    )
  }
  return amount
}
