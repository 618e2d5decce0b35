import { Button, DataList, Group, Stack, Table, Text, Title, VisuallyHidden } from '@mantine/core'
import { SideDrawer } from '#client/components/dialogs/side-drawer.tsx'
import { Fact } from '#client/components/fact-list.tsx'
import { DateText } from '#client/components/text/date-text.tsx'
import { IdText } from '#client/components/text/id-text.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { auditLog } from '#client/texts/en/audit-log.ts'
import type { AuditEntry } from '#server/features/audit-log/audit-log.schema.ts'
import classes from './audit-log.module.css'
import type { AuditSearch } from './audit-search.ts'
import { actionWords, fieldWords } from './audit-words.ts'

const texts = auditLog.entry

type Props = {
  entry: AuditEntry
  onClose: () => void
  /** Filters the list to the entries that share this value with the open one. */
  onNarrow: (changed: Partial<AuditSearch>) => void
}

export function EntryDrawer({ entry, onClose, onNarrow }: Props) {
  return (
    <SideDrawer title={actionWords(entry.action)} closeLabel={texts.close} onClose={onClose}>
      <Stack gap="lg" pb="md">
        <EntryChanges entry={entry} />
        <EntryFacts entry={entry} />
        <Group gap="sm">
          <Button variant="default" size="xs" onClick={() => onNarrow({ actor: entry.actor })}>
            {texts.onlyActor}
          </Button>
          <Button
            variant="default"
            size="xs"
            onClick={() => onNarrow({ objectId: entry.objectId })}
          >
            {texts.onlyObject}
          </Button>
        </Group>
      </Stack>
    </SideDrawer>
  )
}

function EntryFacts({ entry }: Pick<Props, 'entry'>) {
  const { timezone } = useSignedIn().merchant
  return (
    <DataList labelWidth="7rem" aria-label={texts.facts}>
      <Fact label={texts.time}>
        <DateText at={entry.at} timezone={timezone} />
      </Fact>
      <Fact label={texts.exactly}>
        <IdText value={entry.at} copyLabel={texts.copyTime} />
      </Fact>
      <Fact label={texts.actor}>{entry.actorLabel}</Fact>
      <Fact label={texts.actorId}>
        <IdText value={entry.actor} copyLabel={texts.copyActor} />
      </Fact>
      <Fact label={texts.address}>{entry.address ?? texts.noAddress}</Fact>
      <Fact label={texts.object}>
        <IdText value={entry.objectId} copyLabel={auditLog.copyObject} />
      </Fact>
      <Fact label={texts.action}>
        <Text span size="sm" ff="monospace">
          {entry.action}
        </Text>
      </Fact>
      <Fact label={texts.requestId}>
        <IdText value={entry.requestId} copyLabel={texts.copyRequestId} />
      </Fact>
      <Fact label={texts.id}>
        <IdText value={entry.id} copyLabel={texts.copyId} />
      </Fact>
    </DataList>
  )
}

/** The fields before and after the change; a creation or a deletion has only one side. */
function EntryChanges({ entry: { before, after } }: { entry: AuditEntry }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (names.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {texts.nothing}
      </Text>
    )
  }
  const isChange = before !== null && after !== null
  const title = isChange ? texts.changes : texts.recorded
  return (
    <section aria-label={title}>
      <Title order={3} mb="xs">
        {title}
      </Title>
      <Table layout="fixed" verticalSpacing="xs" className={classes.changes}>
        <VisuallyHidden component="caption">{title}</VisuallyHidden>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.field}</Table.Th>
            {before && <Table.Th>{texts.before}</Table.Th>}
            {after && <Table.Th>{isChange ? texts.after : texts.value}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {names.map((name) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{fieldWords(name)}</Table.Th>
              {before && (
                <Table.Td>
                  <Value value={before[name]} />
                </Table.Td>
              )}
              {after && (
                <Table.Td>
                  <Value value={after[name]} />
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

function Value({ value }: { value: unknown }) {
  const { timezone } = useSignedIn().merchant
  if (typeof value === 'string' && instant.test(value)) {
    return <DateText at={value} timezone={timezone} />
  }
  const text = valueText(value)
  return text === '' ? (
    <>
      <Text span size="sm" c="dimmed" aria-hidden>
        {texts.none}
      </Text>
      <VisuallyHidden>{texts.noneInWords}</VisuallyHidden>
    </>
  ) : (
    text
  )
}

/** Returns lists and nested values as one line of text; empty for missing values. */
function valueText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (Array.isArray(value)) return value.map(valueText).join(', ')
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([name, item]) => `${fieldWords(name)}: ${valueText(item) || texts.none}`)
      .join(', ')
  }
  return String(value)
}
