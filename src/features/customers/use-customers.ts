import { keepPreviousData } from '@tanstack/react-query'
import type { ListCustomers } from '#server/features/customers/customers.schema.ts'
import { noPage, nullAs } from '../../lib/visitor.ts'
import { trpc } from '../../trpc.ts'

/** One page of the list; the cards before stay until the next ones are here. */
export const useCustomers = (input: Partial<ListCustomers>) =>
  trpc.customers.list.useQuery(input, {
    placeholderData: keepPreviousData,
    select: nullAs(noPage),
  })
