import type { TransactionEventRow, TransactionRow } from '#db/tables.ts'
import { Currency, decimalFromMinor, type Minor } from '#server/shared/money/money.ts'
import type { ListedTransaction } from './transactions.queries.ts'
import type { Transaction, TransactionEvent } from './transactions.schema.ts'

/** Returns the row as version 1 of the two APIs shows it. */
export const transactionOf = (row: ListedTransaction): Transaction => ({
  id: row.id,
  transactionId: row.transactionId,
  customerId: row.customerId,
  customerName: row.customerName,
  customerEmail: row.customerEmail,
  amount: decimalFromMinor(row.amount),
  currency: Currency.parse(row.currency),
  paymentMethod: row.paymentMethod,
  description: row.description,
  status: row.status,
  failureReason: row.failureReason,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  settledAt: row.settledAt,
})

export const eventOf = ({
  at,
  type,
  status,
  reason,
  actor,
}: TransactionEventRow): TransactionEvent => ({
  at,
  type,
  status,
  reason,
  actor,
})

export type PaymentAmounts = Pick<
  TransactionRow,
  'amount' | 'amountRefunded' | 'amountRefunding' | 'amountDisputed'
>

/** Returns the part of a payment that is neither refunded, reserved for refunds, nor disputed. */
export const remainingOf = (row: PaymentAmounts): Minor =>
  row.amount - (row.amountRefunded ?? 0) - (row.amountRefunding ?? 0) - (row.amountDisputed ?? 0)

/** Returns the time from creation to the final status, in milliseconds; 0 while the payment is not final. */
export const processingMsOf = (row: Pick<TransactionRow, 'createdAt' | 'settledAt'>): number =>
  row.settledAt === null ? 0 : Date.parse(row.settledAt) - Date.parse(row.createdAt)

/** A user can set a pending bank transfer to either status, but can only cancel card and PayPal payments. */
export const canBeSetTo = (
  { paymentMethod }: Pick<TransactionRow, 'paymentMethod'>,
  status: 'success' | 'failed',
): boolean => status === 'failed' || paymentMethod === 'bank'
