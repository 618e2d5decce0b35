import type { TransactionRow } from '#db/tables.ts'
import type { CalendarPosition } from '#server/core/ports/payment-consequence.ts'
import type { PaymentOrder } from '#server/core/ports/payment-store.ts'
import { positionColumns } from '#server/services/rollups/calendar-positions.ts'
import { processingMsOf } from '../transactions.rules.ts'

/**
 * Both functions copy column by column: for every payment, a spread of that many columns costs more than the statement
 * that stores them.
 */

/** Returns the row of a payment as it is first stored. */
export function rowOf(
  order: PaymentOrder,
  customerId: string,
  positions: readonly CalendarPosition[],
): TransactionRow {
  const {
    day,
    weekday,
    slot,
    dayB = null,
    weekdayB = null,
    slotB = null,
  } = positionColumns(positions)
  return {
    merchantId: order.merchantId,
    id: order.id,
    transactionId: order.transactionId,
    customerId,
    customerName: order.customerName,
    customerEmail: order.customerEmail,
    amount: order.amount,
    currency: order.currency,
    paymentMethod: order.paymentMethod,
    description: order.description,
    status: order.status,
    failureReason: order.failureReason,
    day,
    weekday,
    slot,
    dayB,
    weekdayB,
    slotB,
    stage: order.stage ?? null,
    captureMethod: order.captureMethod ?? null,
    amountAuthorized: order.amountAuthorized ?? null,
    captureBefore: order.captureBefore ?? null,
    methodType: order.methodType ?? null,
    methodBrand: order.methodBrand ?? null,
    methodLast4: order.methodLast4 ?? null,
    methodWallet: order.methodWallet ?? null,
    methodCountry: order.methodCountry ?? null,
    methodFunding: order.methodFunding ?? null,
    metadata: order.metadata ?? null,
    orderReference: order.orderReference ?? null,
    returnUrl: order.returnUrl ?? null,
    cancelUrl: order.cancelUrl ?? null,
    locale: order.locale ?? null,
    expiresAt: order.expiresAt ?? null,
    linkId: order.link?.id ?? null,
    shopId: order.shopId ?? null,
    processor: order.processor,
    processorAccountId: order.processorAccountId ?? null,
    nextCheckAt: order.nextCheckAt,
    createdAt: order.createdAt,
    updatedAt: order.createdAt,
    settledAt: order.status === 'pending' ? null : order.createdAt,
  }
}

/** Returns the columns of a payment that the sums need. */
export const sumColumnsOf = (row: TransactionRow) => ({
  merchantId: row.merchantId,
  customerId: row.customerId,
  customerEmail: row.customerEmail,
  currency: row.currency,
  paymentMethod: row.paymentMethod,
  status: row.status,
  amount: row.amount,
  methodType: row.methodType ?? null,
  processingMs: processingMsOf(row),
})
