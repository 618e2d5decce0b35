import { keepPreviousData } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { MarkAllRead } from '#client/features/notices/mark-all-read.tsx'
import { NoticeSearch } from '#client/features/notices/notice-search.ts'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { noPage, nullAs } from '#client/lib/visitor.ts'
import { todayIn } from '#client/lib/words/days.ts'
import { ListPage } from '#client/list/list-page.tsx'
import { firstPage, listInput } from '#client/list/list-search.ts'
import { prefetchList } from '#client/list/prefetch-list.ts'
import { queries, trpc } from '#client/trpc.ts'
import { noNotices, noticeList } from './-components/notice-list.tsx'

export const Route = createFileRoute('/_app/notices/')({
  validateSearch: NoticeSearch,
  search: { middlewares: [stripSearchParams(firstPage)] },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) =>
    prefetchList(deps, { list: (input) => queries.notices.list.prefetch(input) }),
  component: NoticesPage,
})

const context = {}

function NoticesPage() {
  const search = Route.useSearch()
  const { timezone } = useSignedIn().merchant
  const input = listInput(search, todayIn(timezone))
  const { data: summary } = trpc.notices.summary.useQuery()
  const query = trpc.notices.list.useQuery(input, {
    placeholderData: keepPreviousData,
    select: nullAs(noPage),
  })
  return (
    <ListPage
      list={noticeList}
      search={search}
      input={input}
      query={query}
      context={context}
      empty={noNotices}
      actions={<MarkAllRead unread={summary?.unread ?? 0} />}
    />
  )
}
