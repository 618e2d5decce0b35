import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { noPage, nullAs } from '#client/lib/visitor.ts'
import { queries, queryClient, trpc } from '#client/trpc.ts'
import type { AuditSearch } from './audit-search.ts'

const ENTRIES_PER_PAGE = 25

/**
 * Uses tRPC's query key, so that changes invalidate it. tRPC's infinite query is not used, because it also
 * sends `direction`, which the list refuses.
 */
const optionsFor = (search: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: getQueryKey(trpc.auditLog.list, search, 'infinite'),
    queryFn: async ({ pageParam }) =>
      nullAs(noPage)(
        await queries.auditLog.list.fetch(
          { ...search, limit: ENTRIES_PER_PAGE, cursor: pageParam },
          { staleTime: 0, gcTime: 0 },
        ),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })

export const useAuditLog = (search: AuditSearch) =>
  useInfiniteQuery({
    ...optionsFor(search),
    placeholderData: keepPreviousData,
    // No event reports sign-ins that happened meanwhile.
    refetchOnMount: 'always',
  })

export function prefetchAuditLog(search: AuditSearch) {
  void queryClient.prefetchInfiniteQuery(optionsFor(search))
  void queries.team.list.prefetch()
}
