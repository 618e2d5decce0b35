import classes from '#client/components/list/list-table.module.css'
import { DateText } from '#client/components/text/date-text.tsx'
import { IdText } from '#client/components/text/id-text.tsx'
import { MoneyText } from '#client/components/text/money-text.tsx'
import { formatMoney } from '#client/lib/words/format.ts'

/** Characters up to which a sum keeps the font size of the others. */
const USUAL_SUM = 11

export function sumCell({ amount, currency }: { amount: string; currency: string }) {
  const isLong = formatMoney(amount, currency).length > USUAL_SUM
  return (
    <td className={classes.amount} data-long={isLong || undefined}>
      <MoneyText amount={amount} currency={currency} />
    </td>
  )
}

export const createdCell = (
  { createdAt }: { createdAt: string },
  { timezone }: { timezone: string },
) => (
  <td className={classes.when}>
    <DateText at={createdAt} timezone={timezone} isBrief />
  </td>
)

export const idCell =
  (copyLabel: string) =>
  ({ id }: { id: string }) => (
    <td>
      <IdText value={id} copyLabel={`${copyLabel} ${id}`} />
    </td>
  )
