import { keepPreviousData } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import {
  DisputeSearch,
  disputeDefaults,
  disputeInput,
  disputeSummaryInput,
} from '#client/features/disputes/dispute-search.ts'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { noPage, nullAs } from '#client/lib/visitor.ts'
import { todayIn } from '#client/lib/words/days.ts'
import { ListPage } from '#client/list/list-page.tsx'
import { listInput } from '#client/list/list-search.ts'
import { prefetchList } from '#client/list/prefetch-list.ts'
import { queries, trpc } from '#client/trpc.ts'
import { disputeList, noDisputes } from './-components/dispute-list.tsx'

export const Route = createFileRoute('/_app/disputes/')({
  validateSearch: DisputeSearch,
  search: { middlewares: [stripSearchParams(disputeDefaults)] },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) =>
    prefetchList(deps, {
      list: (input) => queries.disputes.list.prefetch(disputeInput(input)),
      summary: (input) => queries.disputes.summary.prefetch(disputeSummaryInput(input)),
    }),
  component: DisputesPage,
})

const context = {}

function DisputesPage() {
  const search = Route.useSearch()
  const { timezone } = useSignedIn().merchant
  const input = listInput(search, todayIn(timezone))
  const query = trpc.disputes.list.useQuery(disputeInput(input), {
    placeholderData: keepPreviousData,
    select: nullAs(noPage),
  })
  return (
    <ListPage
      list={disputeList}
      search={search}
      input={input}
      query={query}
      context={context}
      empty={noDisputes}
    />
  )
}
