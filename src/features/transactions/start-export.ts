import type { ListTransactions } from '#server/features/transactions/transactions.schema.ts'
import { download } from '../../lib/download.ts'
import { notify } from '../../lib/notify.tsx'
import { readProblem } from '../../lib/problem.ts'
import { transactions } from '../../texts/transactions.ts'
import { queries } from '../../trpc.ts'

const texts = transactions.export

/**
 * Has the browser download a file once the server has answered for its rows: a download is saved as
 * it comes, an error too. The browser streams the file to disk, however long it is.
 */
export async function startExport(address: string, filter: Partial<ListTransactions> = {}) {
  try {
    const page = await queries.transactions.list.fetch(
      { ...filter, page: 1, limit: 1 },
      { staleTime: 0, gcTime: 0 },
    )
    if (page) download(address)
    // The guard leads to the sign-in page and back here, where this waits to be read.
    else notify.error({ title: texts.failed, message: texts.signedOut })
  } catch (error) {
    notify.error({ title: texts.failed, message: readProblem(error).detail })
  }
}
