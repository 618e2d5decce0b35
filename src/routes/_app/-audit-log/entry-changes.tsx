import { Table, Text, Title, VisuallyHidden } from '@mantine/core'
import type { AuditEntry } from '#server/features/audit/audit.schema.ts'
import { DateText } from '../../../components/date-text.tsx'
import { useSignedIn } from '../../../features/session/signed-in.ts'
import { auditLog } from '../../../texts/audit-log.ts'
import classes from './audit-log.module.css'
import { fieldWords } from './audit-words.ts'

const texts = auditLog.entry

/** Field by field how it was and how it became; what was only made or only ended has one side. */
export function EntryChanges({ entry: { before, after } }: { entry: AuditEntry }) {
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

/** Lists and what is nested in a line of words; empty for what has no value. */
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
