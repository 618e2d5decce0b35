import { Group, Paper, Stack } from '@mantine/core'
import { memo, type ReactNode, useCallback } from 'react'
import { NoMatch } from '#client/components/empty-state.tsx'
import { ListPager } from '#client/components/list/list-pager.tsx'
import { ListSkeleton } from '#client/components/list/list-states.tsx'
import { Page } from '#client/components/page.tsx'
import { ExportButton } from '#client/features/exports/export-button.tsx'
import type { ExportView } from '#client/features/exports/export-request.ts'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { ViewsBar } from '#client/features/views/views-bar.tsx'
import { type PageSize, reachablePages } from '#client/lib/list-search.ts'
import { formatTotal } from '#client/lib/words/format.ts'
import { exports } from '#client/texts/en/exports.ts'
import { lists } from '#client/texts/en/lists.ts'
import type { ListChange, ListDefinition, ListQuery, ListResult, ListRow } from './list.ts'
import { ListContent } from './list-content.tsx'
import { ListFilters } from './list-filters.tsx'
import { ListLink } from './list-link.tsx'
import { ListRows } from './list-rows.tsx'
import type { ListInput, ListState } from './list-search.ts'
import { ListSummary } from './list-summary.tsx'
import { isNarrowed, noFilter, useListChange } from './use-list.ts'

type Props<Search extends ListState, Row extends ListRow, Field extends string, Context> = {
  list: ListDefinition<Search, Row, Field, Context>
  search: Search
  /** The input of the query. */
  input: ListInput<Search>
  query: ListQuery<Row>
  /** Passed to cells and cards along with their row. A new object re-renders every row. */
  context: Context
  /** Shown where there are no rows and no filter is set. */
  empty: ReactNode
  /** Shown above the filters. */
  lead?: ReactNode
  /** Buttons next to the export. */
  actions?: ReactNode
  /** Shown between the tabs and the rows. */
  notice?: ReactNode
  /** Dialogs. */
  children?: ReactNode
}

const viewLabel = ({ total, totalExact }: ListResult<unknown>): string =>
  total === 1 ? exports.viewOfOne : exports.view(formatTotal(total, totalExact))

/** The page of a list, rendered from its definition. */
export function ListPage<
  Search extends ListState,
  Row extends ListRow,
  Field extends string,
  Context,
>(props: Props<Search, Row, Field, Context>) {
  const { list, search, input, query, context, empty, lead, actions, notice, children } = props
  const { timezone } = useSignedIn().merchant
  const change = useListChange(search, { to: list.to })
  const onSort = useCallback((sort: string) => change({ sort } as Partial<Search>), [change])
  const { words } = list
  return (
    <Page title={list.title}>
      {lead}
      <Stack gap="sm">
        <Group justify={list.views ? 'space-between' : 'flex-end'} gap="xs">
          <Views list={list} search={search} />
          <Group gap="xs">
            {list.exportAs && query.data && query.data.total > 0 && (
              <ExportButton
                timezone={timezone}
                view={{
                  kind: list.exportAs,
                  label: viewLabel(query.data),
                  note: exports.viewNote,
                  input: {
                    ...(input as ExportView['input']),
                    ...list.exportColumns?.(search),
                  },
                  checkExport: async () => list.checkExport?.(input),
                }}
              />
            )}
            {actions}
          </Group>
        </Group>
        <ListFilters list={list} search={search} first={query.data?.data[0]} onChange={change} />
      </Stack>
      <Paper component="section" aria-label={list.region} aria-busy={query.isFetching}>
        <ListSummary list={list} search={search} input={input} />
        {notice}
        <ListContent
          query={query}
          search={search}
          loadFailed={words.loadFailed}
          skeleton={<ListSkeleton />}
          pagesOf={(total) => reachablePages(total, search.limit)}
          empty={
            isNarrowed(search, list.filterKeys) ? (
              <NoMatch
                title={lists.noMatchTitle}
                text={words.noMatch}
                clear={lists.clear}
                onClear={() => change(noFilter(list.filterKeys))}
              />
            ) : (
              empty
            )
          }
        >
          {(result) => (
            <>
              <ListRows
                list={list}
                sort={search.sort}
                rows={result.data}
                context={context}
                isStale={query.isPlaceholderData}
                onSort={onSort}
              />
              <ListPager
                search={search}
                result={result}
                onChange={change as ListChange<{ page: number; limit: PageSize }>}
              />
            </>
          )}
        </ListContent>
      </Paper>
      {children}
    </Page>
  )
}

type ViewsProps<Search extends ListState> = {
  list: Pick<ListDefinition<Search, ListRow, string, unknown>, 'to' | 'views'>
  search: Search
}

function ViewsOfList<Search extends ListState>({ list, search }: ViewsProps<Search>) {
  const { id } = useSignedIn().merchant
  return (
    list.views && (
      <ViewsBar
        of={list.views}
        merchantId={id}
        search={search}
        renderLink={(view, isCurrent, link) => (
          <ListLink
            {...link}
            to={list.to}
            search={view}
            isExact
            aria-current={isCurrent ? 'page' : undefined}
          />
        )}
      />
    )
  )
}

const Views = memo(ViewsOfList) as typeof ViewsOfList
