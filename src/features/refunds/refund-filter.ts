import type { RefundSearch } from './refund-search.ts'

/** What narrows the list, by the names in its address. Apart from what reads it there, which every page loads. */
const filterKeys = [
  'search',
  'status',
  'reason',
  'paymentMethod',
  'currency',
  'customerId',
  'transactionId',
  'period',
  'from',
  'to',
  'minAmount',
  'maxAmount',
] as const satisfies readonly (keyof RefundSearch)[]

type RefundFilter = Pick<RefundSearch, (typeof filterKeys)[number]>

export const noRefundFilter: RefundFilter = Object.fromEntries(
  filterKeys.map((key) => [key, undefined]),
)

export const hasRefundFilters = (search: RefundFilter): boolean =>
  filterKeys.some((key) => search[key] !== undefined)
