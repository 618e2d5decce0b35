import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconFilterOff, IconHistory } from '@tabler/icons-react'
import type { AuditEntry } from '#server/features/audit/audit.schema.ts'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
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
  const { data, error, refetch, isFetching, isPlaceholderData } = query
  if (error && !data) {
    return (
      <ErrorState
        title={texts.loadFailed}
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  }
  if (!data) {
    return (
      <Stack gap="sm" aria-busy>
        {[1, 2, 3, 4, 5, 6].map((place) => (
          <Skeleton key={place} height="2.75rem" />
        ))}
      </Stack>
    )
  }
  if (entries.length === 0) return <NoEntries search={search} onClear={onClear} />
  return (
    <>
      <AuditRows entries={entries} isStale={isPlaceholderData} onOpen={onOpen} />
      <Foot query={query} shown={entries.length} />
    </>
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
