import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useIsLive } from '#client/lib/hooks/is-live.ts'
import { noPage, nullAs } from '#client/lib/visitor.ts'
import { trpc } from '#client/trpc.ts'
import type {
  ListTransactions,
  Transaction,
} from '#server/features/transactions/transactions.schema.ts'

const POLL_MS = 3000

const isPending = ({ status }: Pick<Transaction, 'status'>) => status === 'pending'

/**
 * One page of the list. While a payment on it is pending and no stream tells of changes, it is asked
 * again, so that settling shows.
 */
export function useTransactions(input: Partial<ListTransactions>) {
  const isLive = useIsLive()
  const query = trpc.transactions.list.useQuery(input, {
    placeholderData: keepPreviousData,
    select: nullAs(noPage),
    refetchInterval: ({ state }) => (!isLive && state.data?.data.some(isPending) ? POLL_MS : false),
  })
  useLookOnceLive(query.data?.data.some(isPending) ?? false, query.refetch)
  useRefreshWhenSettled(query.data?.data.filter(isPending).map(({ id }) => id) ?? [])
  return query
}

export function useTransaction(id: string) {
  const isLive = useIsLive()
  const query = trpc.transactions.get.useQuery(
    { id },
    {
      refetchInterval: ({ state }) =>
        !isLive && state.data && isPending(state.data) ? POLL_MS : false,
    },
  )
  useLookOnceLive(query.data ? isPending(query.data) : false, query.refetch)
  useRefreshWhenSettled(query.data && isPending(query.data) ? [query.data.id] : [])
  return query
}

// What settled between the answer and the stream is told by neither.
function useLookOnceLive(hasPending: boolean, look: () => Promise<unknown>) {
  const isLive = useIsLive()
  const wasLive = useRef(isLive)

  useEffect(() => {
    if (isLive && !wasLive.current && hasPending) void look()
    wasLive.current = isLive
  }, [isLive, hasPending, look])
}

// A payment that settles changes totals and other lists, none of which poll by themselves. A stream
// tells of all of them, and leaves lists alone whose rows must not move.
function useRefreshWhenSettled(pendingIds: string[]) {
  const utils = trpc.useUtils()
  const isLive = useIsLive()
  const before = useRef<string[]>([])
  const key = pendingIds.join()

  useEffect(() => {
    const now = key ? key.split(',') : []
    const settled = before.current.some((id) => !now.includes(id))
    before.current = now
    if (!settled || isLive) return
    void utils.dashboard.invalidate()
    void utils.analytics.invalidate()
    void utils.transactions.invalidate()
  }, [key, utils, isLive])
}
