import { downloadOnceAnswered } from '#client/lib/download.ts'
import { transactions } from '#client/texts/en/transactions.ts'
import { queries } from '#client/trpc.ts'
import type { ListRefunds } from '#server/features/refunds/refunds.schema.ts'

/** Exports the refunds that a filter lists. */
export const startRefundExport = (address: string, filter: Partial<ListRefunds>) =>
  downloadOnceAnswered(
    address,
    () => queries.refunds.list.fetch({ ...filter, page: 1, limit: 1 }, { staleTime: 0, gcTime: 0 }),
    transactions.export,
  )
