import { keepPreviousData } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { RefundSearch, refundDefaults } from '#client/features/refunds/refund-search.ts'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { useIsLive } from '#client/lib/hooks/is-live.ts'
import { noPage, nullAs } from '#client/lib/visitor.ts'
import { todayIn } from '#client/lib/words/days.ts'
import { ListPage } from '#client/list/list-page.tsx'
import { listInput, summaryInput } from '#client/list/list-search.ts'
import { prefetchList } from '#client/list/prefetch-list.ts'
import { queries, trpc } from '#client/trpc.ts'
import { noRefunds, refundList } from './-refunds/refund-list.tsx'

export const Route = createFileRoute('/_app/refunds')({
  validateSearch: RefundSearch,
  search: { middlewares: [stripSearchParams(refundDefaults)] },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) =>
    prefetchList(deps, {
      list: (input) => queries.refunds.list.prefetch(input),
      summary: (input) => queries.refunds.summary.prefetch(summaryInput(input)),
    }),
  component: RefundsPage,
})

const context = {}

const POLL_MS = 3000

function RefundsPage() {
  const search = Route.useSearch()
  const { timezone } = useSignedIn().merchant
  const input = listInput(search, todayIn(timezone))
  const isLive = useIsLive()
  const query = trpc.refunds.list.useQuery(input, {
    placeholderData: keepPreviousData,
    select: nullAs(noPage),
    // Polls while the page contains a pending refund and no stream is connected.
    refetchInterval: ({ state }) =>
      !isLive && state.data?.data.some(({ status }) => status === 'pending') ? POLL_MS : false,
  })
  return (
    <ListPage
      list={refundList}
      search={search}
      input={input}
      query={query}
      context={context}
      empty={noRefunds}
    />
  )
}
