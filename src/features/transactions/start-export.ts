import { downloadAfterProbe } from '#client/lib/download.ts'
import { transactions } from '#client/texts/en/transactions.ts'
import { queries } from '#client/trpc.ts'

/** Downloads an export of payments from its URL, after a test request for the list has succeeded. */
export const startExport = (address: string) =>
  downloadAfterProbe(
    address,
    () => queries.transactions.list.fetch({ page: 1, limit: 1 }, { staleTime: 0, gcTime: 0 }),
    transactions.export,
  )

/** The URL that exports all payments; filters are added as a query. */
export const EXPORT_URL = '/api/transactions/export'
