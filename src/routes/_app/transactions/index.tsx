import { Paper } from '@mantine/core'
import { createFileRoute, Navigate, stripSearchParams } from '@tanstack/react-router'
import { ErrorState } from '../../../components/error-state.tsx'
import { Page } from '../../../components/page.tsx'
import {
  lastReachablePage,
  listInput,
  PAGE_SIZE,
  searchDefaults,
  TransactionSearch,
} from '../../../features/transactions/transaction-search.ts'
import { useTransactions } from '../../../features/transactions/use-transactions.ts'
import { shell } from '../../../texts/shell.ts'
import { transactions } from '../../../texts/transactions.ts'
import { queries } from '../../../trpc.ts'
import { ListSkeleton } from './-components/list-skeleton.tsx'
import { NoTransactions } from './-components/no-transactions.tsx'
import { TransactionFilters } from './-components/transaction-filters.tsx'
import { TransactionPager } from './-components/transaction-pager.tsx'
import { TransactionRows } from './-components/transaction-rows.tsx'

export const Route = createFileRoute('/_app/transactions/')({
  validateSearch: TransactionSearch,
  search: { middlewares: [stripSearchParams(searchDefaults)] },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    void queries.transactions.list.prefetch(listInput(deps))
  },
  component: TransactionsPage,
})

function TransactionsPage() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const query = useTransactions(listInput(search))
  // Another filter or order starts at the first page again.
  const change = (changed: Partial<TransactionSearch>) =>
    void navigate({ search: (before) => ({ ...before, page: 1, ...changed }), resetScroll: false })
  const clear = () => void navigate({ search: {} })

  return (
    <Page title={shell.pages.transactions}>
      <TransactionFilters search={search} onChange={change} onClear={clear} />
      <Paper
        component="section"
        aria-label={shell.titles.transactions}
        aria-busy={query.isFetching}
      >
        <Content search={search} query={query} onChange={change} onClear={clear} />
      </Paper>
    </Page>
  )
}

type ContentProps = {
  search: TransactionSearch
  query: ReturnType<typeof useTransactions>
  onChange: (changed: Partial<TransactionSearch>) => void
  onClear: () => void
}

function Content({ search, query, onChange, onClear }: ContentProps) {
  const { data: page, error, refetch, isFetching } = query
  if (error && !page) {
    return (
      <ErrorState
        title={transactions.loadFailed}
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  }
  if (!page) return <ListSkeleton />
  const pageCount = Math.min(Math.ceil(page.total / PAGE_SIZE), lastReachablePage)
  if (page.data.length === 0) {
    if (pageCount > 0 && search.page > pageCount) {
      return <Navigate to="." search={{ ...search, page: pageCount }} replace />
    }
    return <NoTransactions search={search} onClear={onClear} />
  }
  return (
    <>
      <TransactionRows
        rows={page.data}
        sort={search.sort}
        isStale={query.isPlaceholderData}
        onSort={(sort) => onChange({ sort })}
      />
      <TransactionPager
        page={search.page}
        pageCount={pageCount}
        shown={page.data.length}
        total={page.total}
        totalExact={page.totalExact}
        onPage={(number) => onChange({ page: number })}
      />
    </>
  )
}
