import { keepPreviousData } from '@tanstack/react-query'
import { useIsLive } from '#client/lib/hooks/is-live.ts'
import { noPage, nullAs } from '#client/lib/visitor.ts'
import { trpc } from '#client/trpc.ts'
import type { ListRefunds } from '#server/features/refunds/refunds.schema.ts'

const POLL_MS = 3000

/** One page of the list; asked again while a refund on it is pending and no stream tells of changes. */
export function useRefunds(input: Partial<ListRefunds>) {
  const isLive = useIsLive()
  return trpc.refunds.list.useQuery(input, {
    placeholderData: keepPreviousData,
    select: nullAs(noPage),
    refetchInterval: ({ state }) =>
      !isLive && state.data?.data.some(({ status }) => status === 'pending') ? POLL_MS : false,
  })
}
