import { keepPreviousData } from '@tanstack/react-query'
import { noPage, nullAs } from '#client/lib/visitor.ts'
import { trpc } from '#client/trpc.ts'
import type { CustomerTotal, ListCustomers } from '#server/features/customers/customers.schema.ts'
import type { CustomerSearch } from './customer-search.ts'
import { CUSTOMERS_PER_PAGE, lastReachablePage } from './customer-search.ts'

/** What these customers spent in each currency. A help only: without it their cards tell one. */
export function useCustomerTotals(ids: string[]): readonly CustomerTotal[] {
  const { data } = trpc.customers.totals.useQuery(
    { ids },
    { enabled: ids.length > 0, placeholderData: keepPreviousData },
  )
  return data ?? []
}

/** One page of the list; the cards before stay until the next ones are here. */
export const useCustomers = (input: Partial<ListCustomers>) =>
  trpc.customers.list.useQuery(input, {
    placeholderData: keepPreviousData,
    select: nullAs(noPage),
  })

type CustomerFilter = Pick<CustomerSearch, 'search' | 'status' | 'paidIn' | 'paidAlsoIn'>

export const noCustomerFilter = {
  search: undefined,
  status: undefined,
  paidIn: undefined,
  paidAlsoIn: undefined,
} satisfies CustomerFilter

export const isNarrowed = ({ search, status, paidIn, paidAlsoIn }: CustomerFilter): boolean =>
  [search, status, paidIn, paidAlsoIn].some((value) => value !== undefined)

export const customerPageCount = (total: number): number =>
  Math.min(Math.ceil(total / CUSTOMERS_PER_PAGE), lastReachablePage)
