import { Anchor, Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import type { AuditEntry } from '#server/features/audit/audit.schema.ts'
import { DateText } from '../../../components/date-text.tsx'
import { IdText } from '../../../components/id-text.tsx'
import { useSignedIn } from '../../../features/session/signed-in.ts'
import { useCompact } from '../../../lib/use-narrow.ts'
import { auditLog as texts } from '../../../texts/audit-log.ts'
import classes from './audit-log.module.css'
import { actionWords, kindOf } from './audit-words.ts'

type Props = { entries: AuditEntry[]; isStale: boolean; onOpen: (entry: AuditEntry) => void }

const { columns } = texts

export function AuditRows({ entries, isStale, onOpen }: Props) {
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
                <Who entry={entry} />
              </Table.Td>
              <Table.Td>
                <What entry={entry} onOpen={onOpen} />
              </Table.Td>
              <Table.Td maw="11rem">
                <IdText value={entry.objectId} copyLabel={texts.copyObject} />
              </Table.Td>
              <Table.Td className={classes.wrapped}>{entry.address ?? texts.noAddress}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** The list on a narrow screen: nothing to scroll sideways. */
function AuditCards({ entries, isStale, onOpen }: Props) {
  const { timezone } = useSignedIn().merchant
  return (
    <ul className={classes.list} aria-label={texts.title} data-stale={isStale || undefined}>
      {entries.map((entry) => (
        <li key={entry.id} className={classes.card}>
          <Stack gap={4}>
            <Group justify="space-between" gap="xs" align="baseline">
              <What entry={entry} onOpen={onOpen} />
              <Text size="xs" c="dimmed" component="div">
                <DateText at={entry.at} timezone={timezone} />
              </Text>
            </Group>
            <Who entry={entry} address={entry.address} />
            <IdText value={entry.objectId} copyLabel={texts.copyObject} />
          </Stack>
        </li>
      ))}
    </ul>
  )
}

function What({ entry, onOpen }: { entry: AuditEntry } & Pick<Props, 'onOpen'>) {
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

function Who({ entry, address = null }: { entry: AuditEntry; address?: string | null }) {
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
