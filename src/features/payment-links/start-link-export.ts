import { downloadOnceAnswered } from '#client/lib/download.ts'
import { transactions } from '#client/texts/en/transactions.ts'
import { queries } from '#client/trpc.ts'
import type { LinkListInput } from './link-search.ts'

export const LINK_EXPORT_ADDRESS = '/api/payment-links/export'

/** Exports the links that a filter lists. */
export const startLinkExport = (address: string, filter: LinkListInput) =>
  downloadOnceAnswered(
    address,
    () =>
      queries.paymentLinks.list.fetch(
        { ...filter, page: 1, limit: 1 },
        { staleTime: 0, gcTime: 0 },
      ),
    transactions.export,
  )
