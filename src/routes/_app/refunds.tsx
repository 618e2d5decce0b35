import { Group, Paper, Stack } from '@mantine/core'
import { createFileRoute, Link, Navigate, stripSearchParams } from '@tanstack/react-router'
import { ErrorState } from '#client/components/error-state.tsx'
import { ExportMenu } from '#client/components/export-menu.tsx'
import { ListPager } from '#client/components/list-pager.tsx'
import { ListSkeleton } from '#client/components/list-states.tsx'
import { Page } from '#client/components/page.tsx'
import { noRefundFilter } from '#client/features/refunds/refund-filter.ts'
import {
  RefundSearch,
  refundDefaults,
  refundListInput,
  refundSummaryInput,
} from '#client/features/refunds/refund-search.ts'
import { startRefundExport } from '#client/features/refunds/start-refund-export.ts'
import { useRefunds } from '#client/features/refunds/use-refunds.ts'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { ViewsBar } from '#client/features/views/views-bar.tsx'
import { todayIn } from '#client/lib/days.ts'
import { reachablePages } from '#client/lib/list-search.ts'
import { refunds } from '#client/texts/en/refunds.ts'
import { shell } from '#client/texts/en/shell.ts'
import { queries } from '#client/trpc.ts'
import { NoRefunds } from './-refunds/no-refunds.tsx'
import { RefundFilters } from './-refunds/refund-filters.tsx'
import { RefundRows } from './-refunds/refund-rows.tsx'
import { RefundSummaryBar } from './-refunds/refund-summary-bar.tsx'

export const Route = createFileRoute('/_app/refunds')({
  validateSearch: RefundSearch,
  search: { middlewares: [stripSearchParams(refundDefaults)] },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    // The days of a period are those of the merchant's zone, which is known once the guard let them in.
    const zone = queries.merchant.current.getData()?.timezone
    if (deps.period && zone === undefined) return
    const input = refundListInput(deps, todayIn(zone ?? 'UTC'))
    void queries.refunds.list.prefetch(input)
    // It is asked for alone, so that to somebody who is not let in it would be a request that failed.
    if (zone !== undefined) void queries.refunds.summary.prefetch(refundSummaryInput(input))
  },
  component: RefundsPage,
})

type Change = (changed: Partial<RefundSearch>) => void

const ofRefunds = { list: 'refunds', read: RefundSearch, defaults: { ...refundDefaults } } as const

function RefundsPage() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { id, timezone } = useSignedIn().merchant
  const input = refundListInput(search, todayIn(timezone))
  const query = useRefunds(input)
  // Another filter or order starts at the first page again.
  const change: Change = (changed) =>
    void navigate({
      search: (before) => ({ ...before, page: 1, ...changed }),
      resetScroll: false,
      // One step back leaves the search, not each pause in typing, and brings back one that was cleared.
      replace: changed.search !== undefined && search.search !== undefined,
    })
  const clear = () =>
    void navigate({
      search: (before) => ({ ...before, ...noRefundFilter, page: 1 }),
      resetScroll: false,
    })
  return (
    <Page title={shell.pages.refunds}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <ViewsBar
            of={ofRefunds}
            merchantId={id}
            search={search}
            renderLink={(view, isCurrent, props) => (
              <Link
                {...props}
                to="/refunds"
                search={view}
                activeOptions={{ exact: true }}
                aria-current={isCurrent ? 'page' : undefined}
              />
            )}
          />
          {query.data && query.data.total > 0 && (
            <ExportMenu
              address="/api/refunds/export"
              input={input}
              total={query.data.total}
              totalExact={query.data.totalExact}
              onStart={(address) => startRefundExport(address, input)}
            />
          )}
        </Group>
        <RefundFilters
          search={search}
          first={query.data?.data[0]}
          onChange={change}
          onClear={clear}
        />
      </Stack>
      <Paper component="section" aria-label={shell.titles.refunds} aria-busy={query.isFetching}>
        <RefundSummaryBar search={search} input={input} />
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
