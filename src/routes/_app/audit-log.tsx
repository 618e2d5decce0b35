import { Paper, Stack } from '@mantine/core'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { EmptyState } from '#client/components/empty-state.tsx'
import { ExportLink } from '#client/components/list/export-link.tsx'
import { Page } from '#client/components/page.tsx'
import { Section } from '#client/components/section.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { downloadAfterCheck } from '#client/lib/download.ts'
import { withMode } from '#client/lib/mode.ts'
import { formatTotal } from '#client/lib/words/format.ts'
import { auditLog as texts } from '#client/texts/en/audit-log.ts'
import { shell } from '#client/texts/en/shell.ts'
import { queries } from '#client/trpc.ts'
import type { AuditEntry } from '#server/features/audit-log/audit-log.schema.ts'
import { AuditContent } from './-audit-log/audit-content.tsx'
import { AuditFilters, noAuditFilter } from './-audit-log/audit-filters.tsx'
import { AuditSearch } from './-audit-log/audit-search.ts'
import { EntryDrawer } from './-audit-log/entry-drawer.tsx'
import { prefetchAuditLog, useAuditLog } from './-audit-log/use-audit-log.ts'

export const Route = createFileRoute('/_app/audit-log')({
  validateSearch: AuditSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => prefetchAuditLog(deps),
  component: AuditLogRoute,
})

function AuditLogRoute() {
  return <AuditLogPage search={Route.useSearch()} />
}

type Props = { search: AuditSearch }

function AuditLogPage({ search }: Props) {
  const { user, isMember } = useSignedIn()
  return (
    <Page title={shell.titles.auditLog}>
      {isMember ? (
        <Entries search={search} />
      ) : (
        <Paper>
          <EmptyState text={user ? texts.noMerchant : texts.signedOut} />
        </Paper>
      )}
    </Page>
  )
}

function Entries({ search }: Props) {
  const navigate = useNavigate()
  const [opened, setOpened] = useState<AuditEntry>()
  const query = useAuditLog(search)
  const entries = query.data?.pages.flatMap(({ data }) => data) ?? []
  const [first] = query.data?.pages ?? []
  const change = (changed: Partial<AuditSearch>) =>
    void navigate({
      to: '/audit-log',
      search: { ...search, ...changed },
      resetScroll: false,
      // Replaces the history entry while typing, so that one step back clears the ID.
      replace: changed.objectId !== undefined && search.objectId !== undefined,
    })
  const clear = () => change(noAuditFilter)
  return (
    <>
      <Section
        title={texts.title}
        text={texts.text}
        isBusy={query.isFetching}
        action={
          first &&
          first.total > 0 && (
            <ExportButton search={search} total={first.total} totalExact={first.totalExact} />
          )
        }
      >
        <Stack gap="md">
          <AuditFilters search={search} shown={entries} onChange={change} onClear={clear} />
          <AuditContent
            search={search}
            query={query}
            entries={entries}
            onOpen={setOpened}
            onClear={clear}
          />
        </Stack>
      </Section>
      {opened && (
        <EntryDrawer
          entry={opened}
          onClose={() => setOpened(undefined)}
          onNarrow={(changed) => {
            setOpened(undefined)
            change({ ...noAuditFilter, ...changed })
          }}
        />
      )}
    </>
  )
}

const exportTexts = texts.export

type ExportButtonProps = { search: AuditSearch; total: number; totalExact: boolean }

function ExportButton({ search, total, totalExact }: ExportButtonProps) {
  const href = exportHref(search)
  const checkExport = () =>
    queries.auditLog.list.fetch({ ...search, limit: 1 }, { staleTime: 0, gcTime: 0 })
  return (
    <ExportLink
      href={href}
      label={total === 1 ? exportTexts.oneRow : exportTexts.rows(formatTotal(total, totalExact))}
      onStart={() => downloadAfterCheck(href, checkExport, exportTexts)}
    />
  )
}

/** Returns the download URL for exactly the entries of the list. */
function exportHref(search: AuditSearch): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    if (value !== undefined) query.set(key, value)
  }
  return withMode(`/api/audit-log/export?${query}`)
}
