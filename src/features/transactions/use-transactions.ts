import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type {
  ListTransactions,
  Transaction,
} from '#server/features/transactions/transactions.schema.ts'
import { noPage, nullAs } from '../../lib/visitor.ts'
import { trpc } from '../../trpc.ts'

const POLL_MS = 3000

const isPending = ({ status }: Pick<Transaction, 'status'>) => status === 'pending'

/** One page of the list. While a payment on it is pending it is asked again, so that settling shows. */
export function useTransactions(input: Partial<ListTransactions>) {
  const query = trpc.transactions.list.useQuery(input, {
    placeholderData: keepPreviousData,
    select: nullAs(noPage),
    refetchInterval: ({ state }) => (state.data?.data.some(isPending) ? POLL_MS : false),
  })
  useRefreshWhenSettled(query.data?.data.filter(isPending).map(({ id }) => id) ?? [])
  return query
}

export function useTransaction(id: string) {
  const query = trpc.transactions.get.useQuery(
    { id },
    { refetchInterval: ({ state }) => (state.data && isPending(state.data) ? POLL_MS : false) },
  )
  useRefreshWhenSettled(query.data && isPending(query.data) ? [query.data.id] : [])
  return query
}

// A payment that settles changes totals and other lists, none of which poll by themselves.
function useRefreshWhenSettled(pendingIds: string[]) {
  const utils = trpc.useUtils()
  const before = useRef<string[]>([])
  const key = pendingIds.join()

  useEffect(() => {
    const now = key ? key.split(',') : []
    const settled = before.current.some((id) => !now.includes(id))
    before.current = now
    if (!settled) return
    void utils.dashboard.invalidate()
    void utils.analytics.invalidate()
    void utils.transactions.invalidate()
  }, [key, utils])
}
