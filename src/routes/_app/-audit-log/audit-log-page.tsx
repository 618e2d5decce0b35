import { Paper, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { AuditEntry } from '#server/features/audit/audit.schema.ts'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Page } from '../../../components/page.tsx'
import { Section } from '../../../components/section.tsx'
import { useSignedIn } from '../../../features/session/signed-in.ts'
import { auditLog as texts } from '../../../texts/audit-log.ts'
import { shell } from '../../../texts/shell.ts'
import { AuditContent } from './audit-content.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { type AuditSearch, noAuditFilter } from './audit-search.ts'
import { EntryDrawer } from './entry-drawer.tsx'
import { ExportButton } from './export-button.tsx'
import { useAuditLog } from './use-audit-log.ts'

type Props = { search: AuditSearch }

export function AuditLogPage({ search }: Props) {
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
      // One step back leaves the ID, not each pause in typing.
      replace: 'objectId' in changed && search.objectId !== undefined,
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
