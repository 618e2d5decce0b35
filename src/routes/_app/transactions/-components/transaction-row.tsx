import { Table, Text } from '@mantine/core'
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

function Row({ row, timezone, onDecide }: Props) {
  return (
    <Table.Tr>
      <Table.Td>
        <TransactionLink transaction={row} />
      </Table.Td>
      <Table.Td maw={220}>
        <Text size="sm" fw={500} truncate>
          {row.customerName}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {row.customerEmail}
        </Text>
      </Table.Td>
      <Table.Td ta="right" fw={600}>
        <MoneyText amount={row.amount} currency={row.currency} />
      </Table.Td>
      <Table.Td className={classes.method}>{paymentMethodNames[row.paymentMethod]}</Table.Td>
      <Table.Td>
        <StatusBadge status={row.status} />
      </Table.Td>
      <Table.Td>
        <DateText at={row.createdAt} timezone={timezone} />
      </Table.Td>
      <Table.Td>
        <RowActions transaction={row} onDecide={onDecide} />
      </Table.Td>
    </Table.Tr>
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
