import { trpc } from '#client/trpc.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'

/** Loads the payer's receipt of a payment that succeeded. */
export const usePaymentReceipt = ({
  transactionId: id,
  status,
}: Pick<Transaction, 'transactionId' | 'status'>) =>
  trpc.receipts.ofPayment.useQuery({ id }, { enabled: status === 'success' })
