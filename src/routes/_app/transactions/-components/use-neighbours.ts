import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import type { TransactionSearch } from '#client/features/transactions/transaction-search.ts'
import { reachablePages } from '#client/lib/list-search.ts'
import { todayIn } from '#client/lib/words/days.ts'
import { listInput } from '#client/list/list-search.ts'
import { client, trpc } from '#client/trpc.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'

/** A payment next to the shown one, and the state of the list page that contains it. */
export type Neighbour = { transactionId: string; list: TransactionSearch }

export type Neighbours = {
  previous: Neighbour | undefined
  next: Neighbour | undefined
  place: number
  total: number
  totalExact: boolean
}

/**
 * Loads a page of the list as it was when the payment was opened. Ignores later changes: a payment settled
 * on this page leaves the list of pending payments, but the payment after it must stay the next one.
 */
function usePage(list: TransactionSearch, page: number, isNeeded: boolean) {
  const { timezone } = useSignedIn().merchant
  const input = listInput({ ...list, page }, todayIn(timezone))
  const utils = trpc.useUtils()
  const { data } = useQuery({
    queryKey: ['payments beside', input],
    queryFn: () => client.transactions.rows.query(input),
    initialData: () => utils.transactions.rows.getData(input),
    staleTime: 'static',
    gcTime: 0,
    enabled: isNeeded,
  })
  return isNeeded ? (data ?? undefined) : undefined
}

/**
 * Returns the previous and next payment in the list from which this one was opened. Undefined while loading,
 * or when the list no longer contains the payment.
 */
export function useNeighbours(
  transaction: Pick<Transaction, 'id'>,
  list: TransactionSearch,
): Neighbours | undefined {
  const isThis = ({ id }: Pick<Transaction, 'id'>) => id === transaction.id
  const opened = usePage(list, list.page, true)
  // New payments push older ones to the next page.
  const page = opened && !opened.data.some(isThis) ? list.page + 1 : list.page
  const currentPage = usePage(list, page, true)
  const index = currentPage?.data.findIndex(isThis) ?? -1
  const isFirst = index === 0
  const isLast = currentPage !== undefined && index === currentPage.data.length - 1
  const hasBefore = page > 1
  const hasAfter = currentPage !== undefined && page < reachablePages(currentPage.total, list.limit)
  const before = usePage(list, page - 1, isFirst && hasBefore)
  const after = usePage(list, page + 1, isLast && hasAfter)
  if (!currentPage || index === -1) return undefined
  if ((isFirst && hasBefore && !before) || (isLast && hasAfter && !after)) return undefined

  const neighbourAt = (row: Transaction | undefined, page: number): Neighbour | undefined =>
    row && { transactionId: row.transactionId, list: { ...list, page } }
  return {
    previous: isFirst
      ? neighbourAt(before?.data.at(-1), page - 1)
      : neighbourAt(currentPage.data[index - 1], page),
    next: isLast
      ? neighbourAt(after?.data[0], page + 1)
      : neighbourAt(currentPage.data[index + 1], page),
    place: (page - 1) * list.limit + index + 1,
    total: currentPage.total,
    totalExact: currentPage.totalExact,
  }
}
