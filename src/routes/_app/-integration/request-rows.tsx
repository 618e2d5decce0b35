import { Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { Tag } from '#client/components/status-badge.tsx'
import { DateText } from '#client/components/text/date-text.tsx'
import { IdText } from '#client/components/text/id-text.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { useCompact } from '#client/lib/hooks/use-narrow.ts'
import { requestLog as texts } from '#client/texts/en/request-log.ts'
import { trpc } from '#client/trpc.ts'
import type { LoggedRequest } from '#server/features/request-log/request-log.schema.ts'
import { reasons } from '#server/shared/reasons/reasons.ts'
import events from './events/events.module.css'
import classes from './integration.module.css'
import { useIsOwner } from './use-integration.ts'

type Props = { rows: LoggedRequest[]; isStale: boolean }

const { columns } = texts

export function RequestRows({ rows, isStale }: Props) {
  const { timezone } = useSignedIn().merchant
  const isCompact = useCompact()
  const nameOf = useKeyNames()
  if (isCompact) return <RequestCards rows={rows} isStale={isStale} />
  return (
    <Table.ScrollContainer minWidth={820}>
      <Table verticalSpacing="xs" className={events.list} data-stale={isStale || undefined}>
        <VisuallyHidden component="caption">{texts.list}</VisuallyHidden>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{columns.time}</Table.Th>
            <Table.Th>{columns.request}</Table.Th>
            <Table.Th>{columns.status}</Table.Th>
            <Table.Th ta="right">{columns.duration}</Table.Th>
            <Table.Th>{columns.key}</Table.Th>
            <Table.Th>{columns.requestId}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Td>
                <DateText at={row.at} timezone={timezone} withSeconds />
              </Table.Td>
              <Table.Td>
                <Request row={row} />
              </Table.Td>
              <Table.Td>
                <StatusTag status={row.status} />
              </Table.Td>
              <Table.Td ta="right">{texts.took(row.durationMs)}</Table.Td>
              <Table.Td>
                <KeyName name={nameOf(row.keyPrefix)} prefix={row.keyPrefix} />
              </Table.Td>
              <Table.Td maw="10rem">
                <IdText value={row.requestId} copyLabel={texts.copyRequestId} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** The list on narrow screens, without sideways scrolling. */
function RequestCards({ rows, isStale }: Props) {
  const { timezone } = useSignedIn().merchant
  const nameOf = useKeyNames()
  return (
    <ul className={events.list} aria-label={texts.list} data-stale={isStale || undefined}>
      {rows.map((row) => (
        <li key={row.id} className={classes.check}>
          <Stack gap={4}>
            <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
              <Request row={row} />
              <StatusTag status={row.status} />
            </Group>
            <Text size="xs" c="dimmed" component="div">
              <DateText at={row.at} timezone={timezone} withSeconds />
              {` · ${texts.took(row.durationMs)} · ${nameOf(row.keyPrefix) ?? `${row.keyPrefix}…`}`}
            </Text>
            <IdText value={row.requestId} copyLabel={texts.copyRequestId} />
          </Stack>
        </li>
      ))}
    </ul>
  )
}

/** Returns names of keys by prefix. Only owners may load the names; other members see the prefix. */
function useKeyNames(): (prefix: string) => string | undefined {
  const isOwner = useIsOwner()
  const { data } = trpc.apiKeys.list.useQuery(undefined, { enabled: isOwner === true })
  const names = new Map(data?.map(({ prefix, name }) => [prefix, name]))
  return (prefix) => names.get(prefix)
}

function KeyName({ name, prefix }: { name: string | undefined; prefix: string }) {
  return (
    <>
      {name && (
        <Text size="sm" className={classes.wrapped}>
          {name}
        </Text>
      )}
      <span className={classes.mono}>{`${prefix}…`}</span>
    </>
  )
}

function Request({ row: { method, path, idempotencyKey, reason } }: { row: LoggedRequest }) {
  return (
    <div className={classes.words}>
      <Text size="sm" ff="monospace" className={classes.wrapped}>
        {`${method} ${path}`}
      </Text>
      {reason !== null && (
        <Text size="xs" className={classes.wrapped}>
          {texts.refused(reason, meaningOf(reason))}
        </Text>
      )}
      {idempotencyKey !== null && (
        <Text size="xs" c="dimmed" className={classes.wrapped}>
          {texts.idempotencyKey(idempotencyKey)}
        </Text>
      )}
    </div>
  )
}

const meanings = new Map<string, string>([
  ...Object.entries(texts.codes),
  ...Object.entries(reasons).map(([name, { meaning }]): [string, string] => [name, meaning]),
])

/** Returns plain text, because the catalogue marks names with backticks for documents. */
const meaningOf = (reason: string): string | undefined => meanings.get(reason)?.replaceAll('`', '')

/**
 * Separates refused requests (4xx) from failures of the server (5xx), because developers handle them
 * differently.
 */
function StatusTag({ status }: Pick<LoggedRequest, 'status'>) {
  if (status >= 500) {
    return (
      <Tag tone="failed" icon={<IconCircleX size={14} aria-hidden />}>
        {String(status)}
      </Tag>
    )
  }
  return status >= 400 ? (
    <Tag tone="pending" icon={<IconAlertTriangle size={14} aria-hidden />}>
      {String(status)}
    </Tag>
  ) : (
    <Tag tone="success" icon={<IconCircleCheck size={14} aria-hidden />}>
      {String(status)}
    </Tag>
  )
}
