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
  AwaitedStep,
  SettlementState,
  TransactionSort,
  TransactionStatus,
} from '#server/features/transactions/transaction-enums.schema.ts'
import { Currency } from '#server/shared/money/money.ts'
import { PaymentMethod } from '#server/shared/money/payment-method.ts'
import { MethodWord } from '#server/shared/money/used-method.ts'

const filter = {
  ...searchFilter,
  status: filterBy(TransactionStatus),
  final: filterBy(z.boolean()),
  waitingFor: filterBy(AwaitedStep),
  paymentMethod: filterBy(PaymentMethod),
  methodType: filterBy(MethodWord),
  brand: filterBy(MethodWord),
  currency: filterBy(Currency),
  customerId: idFilter,
  linkId: idFilter,
  settled: filterBy(SettlementState),
  ...dayFilter,
  ...amountFilter,
  weekday: filterBy(z.int().min(0).max(6)),
  slot: filterBy(z.int().min(0).max(3)),
}

/** Names of the list's filters in the URL. */
export const transactionFilterKeys = Object.keys(filter) as (keyof typeof filter)[]

/** The list's initial order and page, which URLs omit. */
export const transactionDefaults = firstPage

/** The list's state in the URL. */
export const TransactionSearch = z
  .object({ ...filter, ...orderSearch(TransactionSort, firstPage.sort) })
  // Only pending payments wait for a step, so any other status removes the filter by step.
  .transform((search) =>
    cleaned({ ...search, ...(search.status !== 'pending' && { waitingFor: undefined }) }),
  )
export type TransactionSearch = z.infer<typeof TransactionSearch>

/** The list's filters, without its order and page. */
export type TransactionFilter = Pick<TransactionSearch, keyof typeof filter>
