import { z } from 'zod'
import { pageDefaults } from '#client/lib/list-search.ts'
import {
  amountFilter,
  cleaned,
  dayFilter,
  filterBy,
  idFilter,
  type ListInput,
  orderSearch,
  searchFilter,
  summaryInput,
} from '#client/list/list-search.ts'
import {
  DisputeCaseState,
  DisputeReason,
  DisputeSort,
} from '#server/features/disputes/dispute-enums.schema.ts'
import { Day } from '#server/shared/day.ts'
import { Currency } from '#server/shared/money/money.ts'

const filter = {
  ...searchFilter,
  status: filterBy(DisputeCaseState),
  reason: filterBy(DisputeReason),
  currency: filterBy(Currency),
  customerId: idFilter,
  transactionId: idFilter,
  /** Only disputes that need a response before this day. */
  dueBefore: filterBy(Day),
  ...dayFilter,
  ...amountFilter,
}

/** Names of the list's filters in the URL. */
export const disputeFilterKeys = Object.keys(filter) as (keyof typeof filter)[]

/** The list's initial order and page, which URLs omit: the nearest deadline comes first. */
export const disputeDefaults = { sort: 'deadline', ...pageDefaults } as const

/** The list's state in the URL. */
export const DisputeSearch = z
  .object({ ...filter, ...orderSearch(DisputeSort, disputeDefaults.sort) })
  .transform(cleaned)
export type DisputeSearch = z.infer<typeof DisputeSearch>

/** Returns the input of the API for the input of a list: the API calls the status of a dispute its state. */
export const disputeInput = ({ status, ...input }: ListInput<DisputeSearch>) => ({
  ...input,
  state: status,
})

/** Returns the filters for the counts and sums of a list, in every state. */
export const disputeSummaryInput = (input: ListInput<DisputeSearch>) =>
  disputeInput(summaryInput(input) as ListInput<DisputeSearch>)
