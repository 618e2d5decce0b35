import { Button, Group, Paper, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import {
  createFileRoute,
  Link,
  Navigate,
  stripSearchParams,
  useNavigate,
} from '@tanstack/react-router'
import { type ReactNode, useCallback, useRef } from 'react'
import { ErrorState } from '#client/components/error-state.tsx'
import { ExportMenu } from '#client/components/export-menu.tsx'
import { ListPager } from '#client/components/list-pager.tsx'
import { ListSkeleton } from '#client/components/list-states.tsx'
import { Page } from '#client/components/page.tsx'
import { hasLinkFilters, noLinkFilter } from '#client/features/payment-links/link-filter.ts'
import {
  LinkSearch,
  LinksPageSearch,
  linkDefaults,
  linkListInput,
} from '#client/features/payment-links/link-search.ts'
import {
  LINK_EXPORT_ADDRESS,
  startLinkExport,
} from '#client/features/payment-links/start-link-export.ts'
import { useLinks } from '#client/features/payment-links/use-links.ts'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { ViewsBar } from '#client/features/views/views-bar.tsx'
import { todayIn } from '#client/lib/days.ts'
import { reachablePages } from '#client/lib/list-search.ts'
import { useAttempt } from '#client/lib/use-attempt.ts'
import { useRescuedFocus } from '#client/lib/use-returned-focus.ts'
import { paymentLinks } from '#client/texts/en/payment-links.ts'
import { shell } from '#client/texts/en/shell.ts'
import { queries } from '#client/trpc.ts'
import { OwnLinkDialog } from '../-links/own-link-dialog.tsx'
import { type LinkCommands, useLinkCommands } from '../-links/use-link-commands.tsx'
import { LinkFilters } from './-components/link-filters.tsx'
import { LinkRows } from './-components/link-rows.tsx'
import { LinkSummaryBar } from './-components/link-summary-bar.tsx'
import { NoLinks } from './-components/no-links.tsx'

export const Route = createFileRoute('/_app/links/')({
  validateSearch: LinksPageSearch,
  search: { middlewares: [stripSearchParams(linkDefaults)] },
  loaderDeps: ({ search: { add: _, ...list } }) => list,
  loader: ({ deps }) => {
    // The days of a period are those of the merchant's zone, which is known once the guard let them in.
    const zone = queries.merchant.current.getData()?.timezone
    if (deps.period && zone === undefined) return
    void queries.paymentLinks.list.prefetch(linkListInput(deps, todayIn(zone ?? 'UTC')))
  },
  component: LinksPage,
})

type Change = (changed: Partial<LinkSearch>) => void

const ofLinks = { list: 'payment_links', read: LinkSearch, defaults: { ...linkDefaults } } as const

function LinksPage() {
  const { add: isAdding = false, ...search } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { id, timezone } = useSignedIn().merchant
  const input = linkListInput(search, todayIn(timezone))
  const query = useLinks(input)
  const { commands, dialog } = useLinkCommands()
  const newLink = useNewLinkAddress()
  const newButton = useRef<HTMLButtonElement>(null)
  const toNewButton = useCallback(() => newButton.current, [])
  const attempt = useAttempt()
  const isNothingYet = query.data?.total === 0 && !hasLinkFilters(search)
  // The first link takes away the empty state and the button in it.
  useRescuedFocus(!isNothingYet, toNewButton)
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
      search: (before) => ({ ...before, ...noLinkFilter, page: 1 }),
      resetScroll: false,
    })
  return (
    <Page title={shell.pages.links}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <ViewsBar
            of={ofLinks}
            merchantId={id}
            search={search}
            renderLink={(view, isCurrent, props) => (
              <Link
                {...props}
                to="/links"
                search={view}
                activeOptions={{ exact: true }}
                aria-current={isCurrent ? 'page' : undefined}
              />
            )}
          />
          <Group gap="xs">
            {query.data && query.data.total > 0 && (
              <ExportMenu
                address={LINK_EXPORT_ADDRESS}
                input={input}
                total={query.data.total}
                totalExact={query.data.totalExact}
                onStart={(address) => startLinkExport(address, input)}
              />
            )}
            {!isNothingYet && (
              <Button
                ref={newButton}
                size="xs"
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={newLink.open}
              >
                {paymentLinks.new}
              </Button>
            )}
          </Group>
        </Group>
        <LinkFilters search={search} onChange={change} onClear={clear} />
      </Stack>
      <Paper component="section" aria-label={shell.titles.links} aria-busy={query.isFetching}>
        <LinkSummaryBar search={search} input={input} />
        <Content
          search={search}
          query={query}
          commands={commands}
          onChange={change}
          empty={<NoLinks search={search} onClear={clear} onMake={newLink.open} />}
        />
      </Paper>
      {dialog}
      {isAdding && (
        <OwnLinkDialog attempt={attempt} onClose={newLink.close} substitute={toNewButton} />
      )}
    </Page>
  )
}

/** Neither opening nor closing is a step that Back would undo. */
function useNewLinkAddress() {
  // Relative to where one is by then: an answer may come after the page was left.
  const navigate = useNavigate()
  const set = (add: true | undefined) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, add }),
      replace: true,
      resetScroll: false,
    })
  return { open: () => set(true), close: () => set(undefined) }
}

type ContentProps = {
  search: LinkSearch
  query: ReturnType<typeof useLinks>
  commands: LinkCommands
  onChange: Change
  empty: ReactNode
}

function Content({ search, query, commands, onChange, empty }: ContentProps) {
  const { data: result, error, refetch, isFetching, isPlaceholderData } = query
  if (error && !result) {
    return (
      <ErrorState
        title={paymentLinks.loadFailed}
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
    return empty
  }
  return (
    <>
      <LinkRows
        sort={search.sort}
        rows={result.data}
        isStale={isPlaceholderData}
        commands={commands}
        onSort={(sort) => onChange({ sort })}
      />
      <ListPager search={search} result={result} onChange={onChange} />
    </>
  )
}
