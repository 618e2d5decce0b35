import type {
  Transaction,
  UpdateTransactionStatus,
} from '#server/features/transactions/transactions.schema.ts'

export type FinalStatus = UpdateTransactionStatus['status']

export type Decision = { transaction: Transaction; status: FinalStatus }

/** Returns the possible manual decisions: only the processor can set a card or PayPal payment to succeeded. */
export function decisionsFor({
  status,
  paymentMethod,
}: Pick<Transaction, 'status' | 'paymentMethod'>): FinalStatus[] {
  if (status !== 'pending') return []
  return paymentMethod === 'bank' ? ['success', 'failed'] : ['failed']
}
