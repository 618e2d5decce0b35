import { Paper } from '@mantine/core'
import { createFileRoute, Navigate, stripSearchParams } from '@tanstack/react-router'
import { ErrorState } from '#client/components/error-state.tsx'
import { ListPager } from '#client/components/list-pager.tsx'
import { ListSkeleton } from '#client/components/list-states.tsx'
import { Page } from '#client/components/page.tsx'
import {
  noRefundFilter,
  RefundSearch,
  refundDefaults,
  refundListInput,
} from '#client/features/refunds/refund-search.ts'
import { useRefunds } from '#client/features/refunds/use-refunds.ts'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { todayIn } from '#client/lib/days.ts'
import { reachablePages } from '#client/lib/list-search.ts'
import { refunds } from '#client/texts/refunds.ts'
import { shell } from '#client/texts/shell.ts'
import { queries } from '#client/trpc.ts'
import { NoRefunds } from './-refunds/no-refunds.tsx'
import { RefundFilters } from './-refunds/refund-filters.tsx'
import { RefundRows } from './-refunds/refund-rows.tsx'
import { RefundTabs } from './-refunds/refund-tabs.tsx'

export const Route = createFileRoute('/_app/refunds')({
  validateSearch: RefundSearch,
  search: { middlewares: [stripSearchParams(refundDefaults)] },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    // The days of a period are those of the merchant's zone, which is known once the guard let them in.
    const zone = queries.merchant.current.getData()?.timezone
    if (deps.period && zone === undefined) return
    void queries.refunds.list.prefetch(refundListInput(deps, todayIn(zone ?? 'UTC')))
  },
  component: RefundsPage,
})

type Change = (changed: Partial<RefundSearch>) => void

function RefundsPage() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { timezone } = useSignedIn().merchant
  const query = useRefunds(refundListInput(search, todayIn(timezone)))
  // Another filter or order starts at the first page again.
  const change: Change = (changed) =>
    void navigate({
      search: (before) => ({ ...before, page: 1, ...changed }),
      resetScroll: false,
      // One step back leaves the search, not each pause in typing.
      replace: changed.search !== undefined && search.search !== undefined,
    })
  const clear = () =>
    void navigate({
      search: (before) => ({ ...before, ...noRefundFilter, page: 1 }),
      resetScroll: false,
    })
  return (
    <Page title={shell.pages.refunds}>
      <RefundFilters
        search={search}
        first={query.data?.data[0]}
        onChange={change}
        onClear={clear}
      />
      <Paper component="section" aria-label={shell.titles.refunds} aria-busy={query.isFetching}>
        <RefundTabs search={search} />
        <Content search={search} query={query} onChange={change} onClear={clear} />
      </Paper>
    </Page>
  )
}

type ContentProps = {
  search: RefundSearch
  query: ReturnType<typeof useRefunds>
  onChange: Change
  onClear: () => void
}

function Content({ search, query, onChange, onClear }: ContentProps) {
  const { data: result, error, refetch, isFetching, isPlaceholderData } = query
  if (error && !result) {
    return (
      <ErrorState
        title={refunds.loadFailed}
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  }
  if (!result) return <ListSkeleton />
  if (result.data.length === 0) {
    const pageCount = reachablePages(result.total, search.limit)
    if (!isPlaceholderData && pageCount > 0 && search.page > pageCount) {
      return <Navigate to="." search={{ ...search, page: pageCount }} replace />
    }
    return <NoRefunds search={search} onClear={onClear} />
  }
  return (
    <>
      <RefundRows
        sort={search.sort}
        rows={result.data}
        isStale={isPlaceholderData}
        onSort={(sort) => onChange({ sort })}
      />
      <ListPager search={search} result={result} onChange={onChange} />
    </>
  )
}
