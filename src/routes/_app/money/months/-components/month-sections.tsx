import { Table, Text } from '@mantine/core'
import { Section } from '#client/components/section.tsx'
import entries from '#client/features/money/entries-table.module.css'
import { months as texts } from '#client/texts/en/months.ts'
import type { MonthDetail } from '#server/features/months/months.schema.ts'
import { type MonthTable, tablesOf } from './month-tables.tsx'

/** The tables of a month on the screen; each amount opens its rows. */
export const MonthSections = ({ month }: { month: MonthDetail }) =>
  tablesOf(month).map((table) => (
    <Section key={table.id} title={table.title} {...(table.note && { text: table.note })}>
      {table.rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.nothing}
        </Text>
      ) : (
        <MonthTableView table={table} />
      )}
    </Section>
  ))

function MonthTableView({ table: { title, heads, rows } }: { table: MonthTable }) {
  return (
    <Table className={entries.table} aria-label={title} horizontalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          {heads.map(({ label, isNumber }) => (
            <Table.Th key={label} ta={isNumber ? 'right' : undefined}>
              {label}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ key, cells, isTotal }) => (
          <Table.Tr key={key} className={isTotal ? entries.total : undefined}>
            {heads.map(({ label, isNumber }, at) => (
              <Table.Td
                key={label}
                ta={isNumber ? 'right' : undefined}
                {...(at > 0 && cells[at] !== '' && { 'data-label': label })}
              >
                {cells[at]}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
