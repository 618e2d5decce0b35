import { z } from 'zod'
import {
  amountFilter,
  cleaned,
  dayFilter,
  filterBy,
  firstPage,
  idFilter,
  orderSearch,
  searchFilter,
} from '#client/list/list-search.ts'
import {
  RefundReason,
  RefundSort,
  RefundStatus,
} from '#server/features/refunds/refund-enums.schema.ts'
import { Currency } from '#server/shared/money/money.ts'
import { PaymentMethod } from '#server/shared/money/payment-method.ts'

const filter = {
  ...searchFilter,
  status: filterBy(RefundStatus),
  reason: filterBy(RefundReason),
  paymentMethod: filterBy(PaymentMethod),
  currency: filterBy(Currency),
  customerId: idFilter,
  transactionId: idFilter,
  ...dayFilter,
  ...amountFilter,
}

/** Names of the list's filters in the URL. */
export const refundFilterKeys = Object.keys(filter) as (keyof typeof filter)[]

/** The list's initial order and page, which URLs omit. */
export const refundDefaults = firstPage

/** The list's state in the URL. */
export const RefundSearch = z
  .object({ ...filter, ...orderSearch(RefundSort, firstPage.sort) })
  .transform(cleaned)
export type RefundSearch = z.infer<typeof RefundSearch>
