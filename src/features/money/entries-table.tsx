import { Table } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { MoneyText } from '#client/components/text/money-text.tsx'
import { money } from '#client/texts/en/money.ts'
import classes from './entries-table.module.css'
import { type EntryAmounts, negated, totalsByCurrency } from './entry-totals.ts'

const texts = money.payout

export type EntryLine = EntryAmounts & { key: string; name: ReactNode; about?: ReactNode }

type Props = {
  label: string
  /** Heading of the second column; without a heading, the table has no second column. */
  aboutLabel?: string
  lines: readonly EntryLine[]
}

/** Lines with gross, fee and net, and below them their total in each currency. */
export function EntriesTable({ label, aboutLabel, lines }: Props) {
  return (
    <Table className={classes.table} aria-label={label} horizontalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.type}</Table.Th>
          {aboutLabel && <Table.Th>{aboutLabel}</Table.Th>}
          <Table.Th ta="right">{texts.gross}</Table.Th>
          <Table.Th ta="right">{texts.fee}</Table.Th>
          <Table.Th ta="right">{texts.net}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {totalsByCurrency(lines).map((total) => {
          const sameCurrency = lines.filter(({ currency }) => currency === total.currency)
          return (
            <Fragment key={total.currency}>
              {sameCurrency.map(({ key, name, about, ...amounts }) => (
                <Table.Tr key={key}>
                  <Table.Td>{name}</Table.Td>
                  {aboutLabel && (
                    <Table.Td data-label={aboutLabel} data-about>
                      {about}
                    </Table.Td>
                  )}
                  <AmountCells {...amounts} />
                </Table.Tr>
              ))}
              <Table.Tr className={classes.total}>
                <Table.Td colSpan={aboutLabel ? 2 : 1}>{texts.total}</Table.Td>
                <AmountCells {...total} />
              </Table.Tr>
            </Fragment>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}

/** Fees are shown with a minus sign, so that the amounts of a line add up. */
function AmountCells({ amount, fee, net, currency }: EntryAmounts) {
  const cells = [
    [texts.gross, amount],
    [texts.fee, negated(fee)],
    [texts.net, net],
  ] as const
  return cells.map(([heading, value]) => (
    <Table.Td key={heading} ta="right" data-label={heading}>
      <MoneyText amount={value} currency={currency} />
    </Table.Td>
  ))
}
