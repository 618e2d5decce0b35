import type {
  Transaction,
  UpdateTransactionStatus,
} from '#server/features/transactions/transactions.schema.ts'

export type FinalStatus = UpdateTransactionStatus['status']

export type Decision = { transaction: Transaction; status: FinalStatus }

/** What can be done by hand: the processor alone decides that a card or PayPal payment succeeds. */
export function decisionsFor({
  status,
  paymentMethod,
}: Pick<Transaction, 'status' | 'paymentMethod'>): FinalStatus[] {
  if (status !== 'pending') return []
  return paymentMethod === 'bank' ? ['success', 'failed'] : ['failed']
}
