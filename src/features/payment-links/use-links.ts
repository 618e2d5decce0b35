import { keepPreviousData } from '@tanstack/react-query'
import { noPage, nullAs } from '#client/lib/visitor.ts'
import { trpc } from '#client/trpc.ts'
import type { ListPaymentLinks } from '#server/features/payment-links/payment-links.schema.ts'

/** One page of the list. */
export const useLinks = (input: Partial<ListPaymentLinks>) =>
  trpc.paymentLinks.list.useQuery(input, {
    placeholderData: keepPreviousData,
    select: nullAs(noPage),
  })
