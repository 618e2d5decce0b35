import { Button, Group, Text } from '@mantine/core'
import { IconFilterOff, IconHistory } from '@tabler/icons-react'
import type { AuditEntry } from '#server/features/audit/audit.schema.ts'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { ListStates } from '../../../components/list-states.tsx'
import { formatTotal } from '../../../features/transactions/format-total.ts'
import { formatCount } from '../../../lib/format.ts'
import { auditLog as texts } from '../../../texts/audit-log.ts'
import { AuditRows } from './audit-rows.tsx'
import { type AuditSearch, isNarrowed } from './audit-search.ts'
import type { useAuditLog } from './use-audit-log.ts'

type Query = ReturnType<typeof useAuditLog>

type Props = {
  search: AuditSearch
  query: Query
  entries: AuditEntry[]
  onOpen: (entry: AuditEntry) => void
  onClear: () => void
}

export function AuditContent({ search, query, entries, onOpen, onClear }: Props) {
  return (
    <ListStates query={query} failed={texts.loadFailed} rows={6} rowHeight="2.75rem">
      {() =>
        entries.length === 0 ? (
          <NoEntries search={search} onClear={onClear} />
        ) : (
          <>
            <AuditRows entries={entries} isStale={query.isPlaceholderData} onOpen={onOpen} />
            <Foot query={query} shown={entries.length} />
          </>
        )
      }
    </ListStates>
  )
}

function NoEntries({ search, onClear }: Pick<Props, 'search' | 'onClear'>) {
  return isNarrowed(search) ? (
    <EmptyState
      icon={<IconFilterOff size={28} stroke={1.5} aria-hidden />}
      title={texts.noMatchTitle}
      text={texts.noMatch}
      action={
        <Button variant="default" mt="xs" onClick={onClear}>
          {texts.clearFilters}
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={<IconHistory size={28} stroke={1.5} aria-hidden />}
      title={texts.emptyTitle}
      text={texts.empty}
    />
  )
}

function Foot({ query, shown }: { query: Query; shown: number }) {
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } =
    query
  const [first] = data?.pages ?? []
  if (!first) return null
  if (isFetchNextPageError) {
    return (
      <ErrorState
        title={texts.moreFailed}
        error={error}
        onRetry={() => void fetchNextPage()}
        isRetrying={isFetchingNextPage}
      />
    )
  }
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" c="dimmed" role="status">
        {texts.showing(formatCount(shown), formatTotal(first.total, first.totalExact))}
      </Text>
      {hasNextPage && (
        <Button
          variant="default"
          size="xs"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {texts.loadMore}
        </Button>
      )}
    </Group>
  )
}
