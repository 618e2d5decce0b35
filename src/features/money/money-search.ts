import { z } from 'zod'
import {
  cleaned,
  dayFilter,
  filterBy,
  firstPage,
  idFilter,
  orderSearch,
  searchFilter,
} from '#client/list/list-search.ts'
import {
  BalancePart,
  EntryType,
  MoneySort,
  PayoutPart,
  PayoutStatus,
} from '#server/features/money/money-enums.schema.ts'
import { Currency } from '#server/shared/money/money.ts'

const payoutFilter = {
  ...searchFilter,
  status: filterBy(PayoutStatus),
  currency: filterBy(Currency),
  processor: idFilter,
  part: filterBy(PayoutPart),
  ...dayFilter,
}

/** Names of the filters of payouts in the URL. */
export const payoutFilterKeys = Object.keys(payoutFilter) as (keyof typeof payoutFilter)[]

/** The state of the list of payouts in the URL. */
export const PayoutSearch = z
  .object({ ...payoutFilter, ...orderSearch(MoneySort, firstPage.sort) })
  .transform(cleaned)
export type PayoutSearch = z.infer<typeof PayoutSearch>

const entryFilter = {
  ...searchFilter,
  // Entries have types instead of statuses.
  status: filterBy(z.never()),
  type: filterBy(EntryType),
  currency: filterBy(Currency),
  processor: idFilter,
  payoutId: idFilter,
  transactionId: idFilter,
  customerId: idFilter,
  part: filterBy(BalancePart),
  ...dayFilter,
}

/** Names of the filters of balance entries in the URL. */
export const entryFilterKeys = Object.keys(entryFilter) as (keyof typeof entryFilter)[]

/** The state of the list of balance entries in the URL. */
export const EntrySearch = z
  .object({ ...entryFilter, ...orderSearch(MoneySort, firstPage.sort) })
  .transform(cleaned)
export type EntrySearch = z.infer<typeof EntrySearch>
