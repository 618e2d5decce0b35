import { keepPreviousData } from '@tanstack/react-query'
import type { CustomerTotal, ListCustomers } from '#server/features/customers/customers.schema.ts'
import { noPage, nullAs } from '../../lib/visitor.ts'
import { trpc } from '../../trpc.ts'

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
