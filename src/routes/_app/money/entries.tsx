import { keepPreviousData } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { EntrySearch } from '#client/features/money/money-search.ts'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { noPage, nullAs } from '#client/lib/visitor.ts'
import { todayIn } from '#client/lib/words/days.ts'
import { ListPage } from '#client/list/list-page.tsx'
import { firstPage, listInput, summaryInput } from '#client/list/list-search.ts'
import { prefetchList } from '#client/list/prefetch-list.ts'
import { queries, trpc } from '#client/trpc.ts'
import { entryList, noEntries } from './-components/entry-list.tsx'
import { MoneySections } from './-components/money-sections.tsx'

export const Route = createFileRoute('/_app/money/entries')({
  validateSearch: EntrySearch,
  search: { middlewares: [stripSearchParams(firstPage)] },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) =>
    prefetchList(deps, {
      list: (input) => queries.balanceEntries.list.prefetch(input),
      summary: (input) => queries.balanceEntries.summary.prefetch(summaryInput(input)),
    }),
  component: EntriesPage,
})

const context = {}

function EntriesPage() {
  const search = Route.useSearch()
  const { timezone } = useSignedIn().merchant
  const input = listInput(search, todayIn(timezone))
  const query = trpc.balanceEntries.list.useQuery(input, {
    placeholderData: keepPreviousData,
    select: nullAs(noPage),
  })
  return (
    <ListPage
      list={entryList}
      search={search}
      input={input}
      query={query}
      context={context}
      empty={noEntries}
      lead={<MoneySections current="entries" />}
    />
  )
}
