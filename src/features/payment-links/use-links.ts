import { keepPreviousData } from '@tanstack/react-query'
import { noPage, nullAs } from '#client/lib/visitor.ts'
import { trpc } from '#client/trpc.ts'
import type { LinkListInput } from './link-search.ts'

/** One page of the list. */
export const useLinks = (input: LinkListInput) =>
  trpc.paymentLinks.list.useQuery(input, {
    placeholderData: keepPreviousData,
    select: nullAs(noPage),
  })
