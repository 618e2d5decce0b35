import { memo } from 'react'
import {
  paymentMethodNames,
  type Transaction,
} from '#server/features/transactions/transactions.schema.ts'
import { DateText } from '../../../../components/date-text.tsx'
import { MoneyText } from '../../../../components/money-text.tsx'
import { StatusBadge } from '../../../../components/status-badge.tsx'
import type { Decision } from '../../../../features/transactions/decisions.ts'
import { TransactionLink } from '../../../../features/transactions/transaction-link.tsx'
import { RowActions } from './row-actions.tsx'
import classes from './transaction-rows.module.css'

type Props = { row: Transaction; timezone: string; onDecide: (decision: Decision) => void }

/** Plain elements: a hundred rows of components would keep the page from answering. */
function Row({ row, timezone, onDecide }: Props) {
  return (
    <tr className={classes.row}>
      <td>
        <TransactionLink transaction={row} />
      </td>
      <td className={classes.customer}>
        <div className={classes.name}>{row.customerName}</div>
        <div className={classes.email}>{row.customerEmail}</div>
      </td>
      <td className={classes.amount}>
        <MoneyText amount={row.amount} currency={row.currency} />
      </td>
      <td className={classes.method}>{paymentMethodNames[row.paymentMethod]}</td>
      <td>
        <StatusBadge status={row.status} />
      </td>
      <td>
        <DateText at={row.createdAt} timezone={timezone} />
      </td>
      <td>
        <RowActions transaction={row} onDecide={onDecide} />
      </td>
    </tr>
  )
}

const isSameRow = (before: Transaction, after: Transaction): boolean =>
  (Object.keys(after) as (keyof Transaction)[]).every((key) => before[key] === after[key])

/** Another order brings the same rows in new objects; what they hold decides, so a hundred rows only move. */
export const TransactionRow = memo(
  Row,
  (before, after) =>
    before.timezone === after.timezone &&
    before.onDecide === after.onDecide &&
    isSameRow(before.row, after.row),
)
