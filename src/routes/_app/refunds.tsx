import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { RefundSearch, refundDefaults } from '#client/features/refunds/refund-search.ts'
import { useRefunds } from '#client/features/refunds/use-refunds.ts'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { todayIn } from '#client/lib/words/days.ts'
import { ListPage } from '#client/list/list-page.tsx'
import { listInput, summaryInput } from '#client/list/list-search.ts'
import { prefetchList } from '#client/list/prefetch-list.ts'
import { queries } from '#client/trpc.ts'
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

function RefundsPage() {
  const search = Route.useSearch()
  const { timezone } = useSignedIn().merchant
  const input = listInput(search, todayIn(timezone))
  const query = useRefunds(input)
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
