import type { ReactNode } from 'react'
import classes from '#client/components/list/list-table.module.css'
import { DateText } from '#client/components/text/date-text.tsx'
import { IdText } from '#client/components/text/id-text.tsx'
import { MoneyText } from '#client/components/text/money-text.tsx'
import { formatMoney } from '#client/lib/words/format.ts'

/** The most characters of a formatted sum in the usual font size; longer sums get their own style. */
const USUAL_SUM = 11

/** A table cell with an amount of money. */
export function sumCell({ amount, currency }: { amount: string; currency: string }) {
  const isLong = formatMoney(amount, currency).length > USUAL_SUM
  return (
    <td className={classes.amount} data-long={isLong || undefined}>
      <MoneyText amount={amount} currency={currency} />
    </td>
  )
}

/** Returns a function that renders a table cell with a part of the row, such as its link or badge. */
export const partCell =
  <Row,>(part: (row: Row) => ReactNode) =>
  (row: Row) => <td>{part(row)}</td>

/** Returns a function that renders a table cell with a text, which may take several lines. */
export const textCell =
  <Row,>(text: (row: Row) => string) =>
  (row: Row) => (
    <td>
      <div className={classes.reason} title={text(row)}>
        {text(row)}
      </div>
    </td>
  )

/** Returns a function that renders a table cell with a time of the row, or a dash. */
export const momentCell =
  <Row,>(moment: (row: Row) => string | null) =>
  (row: Row, { timezone }: { timezone: string }) => {
    const at = moment(row)
    return (
      <td className={classes.when}>
        {at === null ? '–' : <DateText at={at} timezone={timezone} isBrief />}
      </td>
    )
  }

/** A table cell with the time when the row was created. */
export const createdCell = (
  { createdAt }: { createdAt: string },
  { timezone }: { timezone: string },
) => (
  <td className={classes.when}>
    <DateText at={createdAt} timezone={timezone} isBrief />
  </td>
)

/** Returns a function that renders a table cell with a row's id and a copy button. */
export const idCell =
  (copyLabel: string) =>
  ({ id }: { id: string }) => (
    <td>
      <IdText value={id} copyLabel={`${copyLabel} ${id}`} />
    </td>
  )
