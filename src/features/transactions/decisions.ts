import type {
  Transaction,
  UpdateTransactionStatus,
} from '#server/features/transactions/transactions.schema.ts'

/** The status that a person gives to a pending payment. */
export type FinalStatus = UpdateTransactionStatus['status']

/** A pending payment and the final status that a person chose for it. */
export type Decision = { transaction: Transaction; status: FinalStatus }

/**
 * Returns the final statuses that a person can set. Only the processor can set a card or PayPal payment to
 * succeeded.
 */
export function decisionsFor({
  status,
  paymentMethod,
}: Pick<Transaction, 'status' | 'paymentMethod'>): FinalStatus[] {
  if (status !== 'pending') return []
  return paymentMethod === 'bank' ? ['success', 'failed'] : ['failed']
}
