import type { RefundRow } from '#db/tables/refund-tables.ts'
import type { TransactionRow } from '#db/tables.ts'
import type { World } from '#server/core/context.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import { createRefundEvent, emitEvent } from '#server/services/outbox/emit-event.ts'
import { positionsOfRefund } from '#server/services/rollups/calendar-positions.ts'
import { addRefund } from '#server/services/rollups/refund-sums.queries.ts'
import { putSearchTexts } from '#server/services/search/search.queries.ts'
import { partsOfRefund, searchTextOf } from '#server/services/search/search.rules.ts'
import { toIso } from '#server/shared/day.ts'
import type { Minor } from '#server/shared/money/money.ts'
import { addToRefundAmounts, insertRefund, insertRefundEvent } from './refunds.queries.ts'
import { refundOf } from './refunds.rules.ts'

type Draft = {
  merchant: ActingMerchant
  payment: TransactionRow
  amount: Minor
} & Pick<RefundRow, 'createdAt' | 'actor' | 'reason' | 'note' | 'processorRef' | 'nextCheckAt'>

/** Returns the row of a new pending refund. */
export function newRefundRow(
  { newId }: Pick<World, 'newId'>,
  { merchant, payment, createdAt, ...draft }: Draft,
): RefundRow {
  const id = newId('ref')
  const positions = positionsOfRefund(merchant, { id, createdAt })
  // A merchant has two calendars: `day` belongs to calendar 0, `dayB` to calendar 1.
  const positionA = positions.find(({ calendar }) => calendar === 0) ?? positions[0]
  return {
    merchantId: payment.merchantId,
    id,
    transactionId: payment.id,
    reference: payment.transactionId,
    customerId: payment.customerId,
    customerName: payment.customerName,
    customerEmail: payment.customerEmail,
    currency: payment.currency,
    paymentMethod: payment.paymentMethod,
    status: 'pending',
    failureReason: null,
    approval: null,
    day: positionA?.day ?? '',
    dayB: positions.find(({ calendar }) => calendar === 1)?.day ?? null,
    processor: payment.processor,
    processorAccountId: payment.processorAccountId ?? null,
    leasedUntil: null,
    createdAt,
    updatedAt: createdAt,
    settledAt: null,
    ...draft,
  }
}

type RefundToStore = {
  merchant: ActingMerchant
  payment: Pick<TransactionRow, 'merchantId' | 'id' | 'shopId'>
  refund: RefundRow
  /** True for a refund from before the payment's import, which sends no events. */
  isHistorical?: boolean
}

/**
 * Reserves the amount on the payment, which the caller has locked. Stores the refund and adds it to the stored sums.
 */
export async function storeRefund(
  inner: World,
  { merchant, payment, refund, isHistorical = false }: RefundToStore,
): Promise<RefundRow> {
  const { db, now, publishChange } = inner
  const { merchantId, id: refundId, amount } = refund
  const at = toIso(now())
  await addToRefundAmounts(db, payment, { refunding: amount, refunded: 0, at })
  await insertRefund(db, refund)
  await insertRefundEvent(db, {
    merchantId,
    refundId,
    sequence: 1,
    at: refund.createdAt,
    type: 'created',
    status: 'pending',
    reason: null,
    actor: refund.actor,
  })
  const text = searchTextOf(partsOfRefund(refund))
  await putSearchTexts(db, [{ merchantId, kind: 'refund', objectId: refundId, text }])
  await addRefund(inner, refund, positionsOfRefund(merchant, refund))
  if (!isHistorical) {
    const refundWithShop = { ...refund, shopId: payment.shopId }
    await emitEvent(inner, createRefundEvent(refundWithShop, 'refund.created', refundOf(refund)))
  }
  publishChange({ merchantId, type: 'refund', action: 'created', objectId: refundId })
  publishChange({ merchantId, type: 'transaction', action: 'changed', objectId: payment.id })
  return refund
}
