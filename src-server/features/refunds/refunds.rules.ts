import type { RefundEventRow, RefundRow } from '#db/tables/refund-tables.ts'
import type { TransactionRow } from '#db/tables.ts'
import type { RefundAtProcessor } from '#server/core/ports/processor.ts'
import { decimalFromMinor } from '#server/shared/money/money.ts'
import { RefundReason } from './refund-enums.schema.ts'
import {
  type ReadRefund,
  type Refund,
  type RefundEvent,
  Refund as RefundShape,
} from './refunds.schema.ts'

/** Columns that the two APIs show. */
export type RefundColumns = Pick<RefundRow, keyof Omit<Refund, 'amount'> | 'amount'>

/** Returns a refund as the two APIs show it. */
export const refundOf = (row: RefundColumns): Refund => ({
  id: row.id,
  transactionId: row.transactionId,
  reference: row.reference,
  customerId: row.customerId,
  amount: decimalFromMinor(row.amount),
  currency: RefundShape.shape.currency.parse(row.currency),
  paymentMethod: row.paymentMethod,
  reason: RefundReason.parse(row.reason),
  note: row.note,
  status: row.status,
  failureReason: RefundShape.shape.failureReason.parse(row.failureReason),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  settledAt: row.settledAt,
})

type RefundWithCustomer = RefundColumns & Pick<RefundRow, 'customerName' | 'customerEmail'>

export const readRefundOf = (row: RefundWithCustomer): ReadRefund => ({
  ...refundOf(row),
  customerName: row.customerName,
  customerEmail: row.customerEmail,
})

export const refundEventOf = ({
  at,
  type,
  status,
  reason,
  actor,
}: RefundEventRow): RefundEvent => ({ at, type, status, reason, actor })

/** Returns the data of a refund that calls to the processor need. */
export const refundAtProcessor = (
  refund: RefundRow,
  payment: Pick<TransactionRow, 'processorRef'>,
): RefundAtProcessor => ({
  id: refund.id,
  merchantId: refund.merchantId,
  transactionId: refund.transactionId,
  accountId: refund.processorAccountId,
  paymentRef: payment.processorRef ?? null,
  ref: refund.processorRef,
  amount: refund.amount,
  currency: refund.currency,
  paymentMethod: refund.paymentMethod,
  createdAtMs: Date.parse(refund.createdAt),
})
