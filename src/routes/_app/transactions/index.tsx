import { Group, Paper, Stack } from '@mantine/core'
import { createFileRoute, Link, Navigate, stripSearchParams } from '@tanstack/react-router'
import { ErrorState } from '#client/components/error-state.tsx'
import { ExportMenu } from '#client/components/export-menu.tsx'
import { ListPager } from '#client/components/list-pager.tsx'
import { ListSkeleton } from '#client/components/list-states.tsx'
import { Page } from '#client/components/page.tsx'
import { NewPaymentsNotice, useNewPayments } from '#client/features/live/new-payments-notice.tsx'
import { useRefund } from '#client/features/refunds/refund-dialog.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { useDecision } from '#client/features/transactions/decision-dialog.tsx'
import type { Decision } from '#client/features/transactions/decisions.ts'
import { EXPORT_ADDRESS, startExport } from '#client/features/transactions/start-export.ts'
import {
  listInput,
  searchDefaults,
  summaryInput,
  TransactionSearch,
} from '#client/features/transactions/transaction-search.ts'
import { useTransactions } from '#client/features/transactions/use-transactions.ts'
import { ViewsBar } from '#client/features/views/views-bar.tsx'
import { todayIn } from '#client/lib/days.ts'
import { reachablePages } from '#client/lib/list-search.ts'
import { shell } from '#client/texts/en/shell.ts'
import { transactions } from '#client/texts/en/transactions.ts'
import { queries } from '#client/trpc.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'
import { ListSummary } from './-components/list-summary.tsx'
import { noFilter, TransactionFilters } from './-components/transaction-filters.tsx'
import { NoTransactions, TransactionRows } from './-components/transaction-rows.tsx'

export const Route = createFileRoute('/_app/transactions/')({
  validateSearch: TransactionSearch,
  search: { middlewares: [stripSearchParams(searchDefaults)] },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    // The days of a period are those of the merchant's zone, which is known once the guard let them in.
    const zone = queries.merchant.current.getData()?.timezone
    if (deps.period && zone === undefined) return
    const input = listInput(deps, todayIn(zone ?? 'UTC'))
    void queries.transactions.list.prefetch(input)
    // It is asked for alone, so that to somebody who is not let in it would be a request that failed.
    if (zone !== undefined) void queries.transactions.summary.prefetch(summaryInput(input))
  },
  component: TransactionsPage,
})

const ofTransactions = {
  list: 'transactions',
  read: TransactionSearch,
  defaults: { ...searchDefaults },
} as const

function TransactionsPage() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { id, timezone } = useSignedIn().merchant
  const input = listInput(search, todayIn(timezone))
  const query = useTransactions(input)
  const { decide, dialog } = useDecision()
  const { refund, dialog: refundDialog } = useRefund()
  // Another filter or order starts at the first page again.
  const change = (changed: Partial<TransactionSearch>) =>
    void navigate({
      search: (before) => ({ ...before, page: 1, ...changed }),
      resetScroll: false,
      // One step back leaves the search, not each pause in typing, and brings back one that was cleared.
      replace: changed.search !== undefined && search.search !== undefined,
    })
  const clear = () =>
    void navigate({
      search: (before) => ({ ...before, ...noFilter, page: 1 }),
      resetScroll: false,
    })
  const [first] = query.data?.data ?? []
  // New rows come in on top of the newest; in any other order they would move what is being read.
  const isNewestFirst = search.page === 1 && search.sort === searchDefaults.sort
  const { count, show } = useNewPayments(isNewestFirst)
  const showNewest = () => {
    show()
    change({ sort: searchDefaults.sort })
  }

  return (
    <Page title={shell.pages.transactions}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <ViewsBar
            of={ofTransactions}
            merchantId={id}
            search={search}
            renderLink={(view, isCurrent, props) => (
              <Link
                {...props}
                to="/transactions"
                search={view}
                activeOptions={{ exact: true }}
                aria-current={isCurrent ? 'page' : undefined}
              />
            )}
          />
          {query.data && query.data.total > 0 && (
            <ExportMenu
              address={EXPORT_ADDRESS}
              input={input}
              total={query.data.total}
              totalExact={query.data.totalExact}
              onStart={(address) => startExport(address, input)}
            />
          )}
        </Group>
        <TransactionFilters
          search={search}
          customerName={first?.customerId === search.customerId ? first?.customerName : undefined}
          onChange={change}
          onClear={clear}
        />
      </Stack>
      <Paper
        component="section"
        aria-label={shell.titles.transactions}
        aria-busy={query.isFetching}
      >
        <ListSummary search={search} input={input} />
        <NewPaymentsNotice count={isNewestFirst ? 0 : count} onShow={showNewest} />
        <Content
          search={search}
          query={query}
          onChange={change}
          onClear={clear}
          onDecide={decide}
          onRefund={refund}
        />
      </Paper>
      {dialog}
      {refundDialog}
    </Page>
  )
}

type ContentProps = {
  search: TransactionSearch
  query: ReturnType<typeof useTransactions>
  onChange: (changed: Partial<TransactionSearch>) => void
  onClear: () => void
  onDecide: (decision: Decision) => void
  onRefund: (transaction: Transaction) => void
}

function Content({ search, query, onChange, onClear, onDecide, onRefund }: ContentProps) {
  const { data: result, error, refetch, isFetching, isPlaceholderData } = query
  if (error && !result) {
    return (
      <ErrorState
        title={transactions.loadFailed}
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
    return <NoTransactions search={search} onClear={onClear} />
  }
  return (
    <>
      <TransactionRows
        search={search}
        rows={result.data}
        isStale={isPlaceholderData}
        onSort={(sort) => onChange({ sort })}
        onDecide={onDecide}
        onRefund={onRefund}
      />
      <ListPager search={search} result={result} onChange={onChange} />
    </>
  )
}
