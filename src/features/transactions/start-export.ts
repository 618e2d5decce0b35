import type { ListTransactions } from '#server/features/transactions/transactions.schema.ts'
import { downloadOnceAnswered } from '../../lib/download.ts'
import { transactions } from '../../texts/transactions.ts'
import { queries } from '../../trpc.ts'

/** Exports the payments that a filter lists. */
export const startExport = (address: string, filter: Partial<ListTransactions> = {}) =>
  downloadOnceAnswered(
    address,
    () =>
      queries.transactions.list.fetch(
        { ...filter, page: 1, limit: 1 },
        { staleTime: 0, gcTime: 0 },
      ),
    transactions.export,
  )
