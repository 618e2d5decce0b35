import type { TransactionRow } from '#db/tables.ts'
import type { Place } from '#server/core/ports/payment-consequence.ts'
import type { PaymentOrder } from '#server/core/ports/payment-store.ts'
import { placeColumns } from '#server/services/rollups/places.ts'
import { processingMsOf } from '../transactions.rules.ts'

/**
 * What an order becomes, and what the sums are told of it. Both are written column by column: with every payment, a
 * spread of so many costs more than the statement that stores them.
 */

/** The row of a payment as it is first stored. */
export function rowOf(
  order: PaymentOrder,
  customerId: string,
  places: readonly Place[],
): TransactionRow {
  const { day, weekday, slot, dayB = null, weekdayB = null, slotB = null } = placeColumns(places)
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
    metadata: order.metadata ?? null,
    linkId: order.link?.id ?? null,
    processor: order.processor,
    processorAccountId: order.processorAccountId ?? null,
    nextCheckAt: order.nextCheckAt,
    createdAt: order.createdAt,
    updatedAt: order.createdAt,
    settledAt: order.status === 'pending' ? null : order.createdAt,
  }
}

/** What the sums are told of a payment. */
export const changeOf = (row: TransactionRow) => ({
  merchantId: row.merchantId,
  customerId: row.customerId,
  currency: row.currency,
  paymentMethod: row.paymentMethod,
  status: row.status,
  amount: row.amount,
  processingMs: processingMsOf(row),
})
