import { keepPreviousData } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { PayoutSearch } from '#client/features/money/money-search.ts'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { noPage, nullAs } from '#client/lib/visitor.ts'
import { todayIn } from '#client/lib/words/days.ts'
import { ListPage } from '#client/list/list-page.tsx'
import { firstPage, listInput, summaryInput } from '#client/list/list-search.ts'
import { prefetchList } from '#client/list/prefetch-list.ts'
import { queries, trpc } from '#client/trpc.ts'
import { arriving } from './-components/arriving.ts'
import { Balances } from './-components/balances.tsx'
import { MoneySections } from './-components/money-sections.tsx'
import { PayoutCalendar } from './-components/payout-calendar.tsx'
import { noPayouts, payoutList } from './-components/payout-list.tsx'

export const Route = createFileRoute('/_app/money/')({
  validateSearch: PayoutSearch,
  search: { middlewares: [stripSearchParams(firstPage)] },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    void queries.balance.get.prefetch()
    void queries.balance.unread.prefetch()
    void queries.payouts.list.prefetch(arriving)
    void queries.team.role.prefetch()
    prefetchList(deps, {
      list: (input) => queries.payouts.list.prefetch(input),
      summary: (input) => queries.payouts.summary.prefetch(summaryInput(input)),
    })
  },
  component: MoneyPage,
})

const context = {}

function MoneyPage() {
  const search = Route.useSearch()
  const { timezone } = useSignedIn().merchant
  const input = listInput(search, todayIn(timezone))
  const query = trpc.payouts.list.useQuery(input, {
    placeholderData: keepPreviousData,
    select: nullAs(noPage),
  })
  return (
    <ListPage
      list={payoutList}
      search={search}
      input={input}
      query={query}
      context={context}
      empty={noPayouts}
      lead={
        <>
          <Balances timezone={timezone} />
          <PayoutCalendar timezone={timezone} />
          <MoneySections current="payouts" />
        </>
      }
    />
  )
}
