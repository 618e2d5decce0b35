import { Anchor, Button, Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { EmptyState, NoMatch } from '#client/components/empty-state.tsx'
import { ErrorState } from '#client/components/error-state.tsx'
import { ListStates } from '#client/components/list/list-states.tsx'
import { DateText } from '#client/components/text/date-text.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { useCompact } from '#client/lib/hooks/use-narrow.ts'
import { formatCount, formatTotal } from '#client/lib/words/format.ts'
import { auditLog as texts } from '#client/texts/en/audit-log.ts'
import type { AuditEntry } from '#server/features/audit-log/audit-log.schema.ts'
import { isNarrowed } from './audit-filters.tsx'
import classes from './audit-log.module.css'
import { type AuditSearch } from './audit-search.ts'
import { actionWords, kindOf } from './audit-words.ts'
import { EntryObject } from './entry-object.tsx'
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
    <NoMatch
      title={texts.noMatchTitle}
      text={texts.noMatch}
      clear={texts.clearFilters}
      onClear={onClear}
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

type AuditRowsProps = {
  entries: AuditEntry[]
  isStale: boolean
  onOpen: (entry: AuditEntry) => void
}

const { columns } = texts

function AuditRows({ entries, isStale, onOpen }: AuditRowsProps) {
  const { timezone } = useSignedIn().merchant
  const isCompact = useCompact()
  if (isCompact) return <AuditCards entries={entries} isStale={isStale} onOpen={onOpen} />
  return (
    <Table.ScrollContainer minWidth={760}>
      <Table
        verticalSpacing="xs"
        highlightOnHover
        className={classes.list}
        data-stale={isStale || undefined}
      >
        <VisuallyHidden component="caption">{texts.title}</VisuallyHidden>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{columns.time}</Table.Th>
            <Table.Th>{columns.actor}</Table.Th>
            <Table.Th>{columns.action}</Table.Th>
            <Table.Th>{columns.object}</Table.Th>
            <Table.Th>{columns.address}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <Table.Tr key={entry.id}>
              <Table.Td>
                <DateText at={entry.at} timezone={timezone} />
              </Table.Td>
              <Table.Td>
                <EntryActor entry={entry} />
              </Table.Td>
              <Table.Td>
                <EntryAction entry={entry} onOpen={onOpen} />
              </Table.Td>
              <Table.Td maw="14rem">
                <EntryObject entry={entry} />
              </Table.Td>
              <Table.Td className={classes.wrapped}>{entry.address ?? texts.noAddress}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** The list on narrow screens, without sideways scrolling. */
function AuditCards({ entries, isStale, onOpen }: AuditRowsProps) {
  const { timezone } = useSignedIn().merchant
  return (
    <ul className={classes.list} aria-label={texts.title} data-stale={isStale || undefined}>
      {entries.map((entry) => (
        <li key={entry.id} className={classes.card}>
          <Stack gap={4}>
            <Group justify="space-between" gap="xs" align="baseline">
              <EntryAction entry={entry} onOpen={onOpen} />
              <Text size="xs" c="dimmed" component="div">
                <DateText at={entry.at} timezone={timezone} />
              </Text>
            </Group>
            <EntryActor entry={entry} address={entry.address} />
            <EntryObject entry={entry} />
          </Stack>
        </li>
      ))}
    </ul>
  )
}

function EntryAction({ entry, onOpen }: { entry: AuditEntry } & Pick<AuditRowsProps, 'onOpen'>) {
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      fw={550}
      ta="left"
      aria-haspopup="dialog"
      onClick={() => onOpen(entry)}
    >
      {actionWords(entry.action)}
    </Anchor>
  )
}

function EntryActor({ entry, address = null }: { entry: AuditEntry; address?: string | null }) {
  const marks = [kindOf(entry), address === null ? undefined : texts.from(address)]
    .filter((mark) => mark !== undefined)
    .map((mark) => ` · ${mark}`)
  return (
    <Text size="sm" component="div" className={classes.wrapped}>
      {entry.actorLabel}
      {marks.length > 0 && (
        <Text span size="xs" c="dimmed">
          {marks.join('')}
        </Text>
      )}
    </Text>
  )
}
