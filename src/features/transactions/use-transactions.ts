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
 * Loads one page of the list. Polls while the page contains a pending payment and no stream of live updates
 * is connected, so that the new status appears.
 */
export function useTransactions(input: Partial<ListTransactions>) {
  const isLive = useIsLive()
  const query = trpc.transactions.rows.useQuery(input, {
    placeholderData: keepPreviousData,
    select: nullAs(noPage),
    refetchInterval: ({ state }) => (!isLive && state.data?.data.some(isPending) ? POLL_MS : false),
  })
  useReloadOnceLive(query.data?.data.some(isPending) ?? false, query.refetch)
  useRefreshWhenSettled(query.data?.data.filter(isPending).map(({ id }) => id) ?? [])
  return query
}

/** Loads one payment. Polls while the payment is pending and no stream of live updates is connected. */
export function useTransaction(id: string) {
  const isLive = useIsLive()
  const query = trpc.transactions.get.useQuery(
    { id },
    {
      refetchInterval: ({ state }) =>
        !isLive && state.data && isPending(state.data) ? POLL_MS : false,
    },
  )
  useReloadOnceLive(query.data ? isPending(query.data) : false, query.refetch)
  useRefreshWhenSettled(query.data && isPending(query.data) ? [query.data.id] : [])
  return query
}

// Reloads once when the stream connects: neither the response nor the stream reports changes that happen
// between both.
function useReloadOnceLive(hasPending: boolean, reload: () => Promise<unknown>) {
  const isLive = useIsLive()
  const wasLive = useRef(isLive)

  useEffect(() => {
    if (isLive && !wasLive.current && hasPending) void reload()
    wasLive.current = isLive
  }, [isLive, hasPending, reload])
}

// Refreshes totals and other lists after a payment settled, since they do not poll. Skipped while a stream is
// connected, which reports changes itself and keeps frozen lists unchanged.
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
