import { Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DateText } from '#client/components/date-text.tsx'
import { MoneyText } from '#client/components/money-text.tsx'
import { StatusBadge } from '#client/components/status-badge.tsx'
import { methodNames } from '#client/texts/methods.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'
import classes from './transaction-cards.module.css'

type Props = {
  rows: Transaction[]
  timezone: string
  label: string
  renderActions?: (row: Transaction) => ReactNode
}

/** The list on a narrow screen: nothing to scroll sideways. */
export function TransactionCards({ rows, timezone, label, renderActions }: Props) {
  return (
    <ul className={classes.list} aria-label={label}>
      {rows.map((row) => (
        <li key={row.id} className={classes.card}>
          <Group justify="space-between" wrap="nowrap" gap="sm">
            <Text fw={600} truncate>
              {row.customerName}
            </Text>
            <Text fw={600} component="span">
              <MoneyText amount={row.amount} currency={row.currency} />
            </Text>
          </Group>
          <Group justify="space-between" gap="xs">
            <TransactionLink transaction={row} />
            <StatusBadge status={row.status} />
          </Group>
          <Group justify="space-between" gap="xs">
            <Text size="xs" c="dimmed" component="span">
              <DateText at={row.createdAt} timezone={timezone} />
              {` · ${methodNames[row.paymentMethod]}`}
            </Text>
            {renderActions?.(row)}
          </Group>
        </li>
      ))}
    </ul>
  )
}

type TransactionLinkProps = { transaction: Pick<Transaction, 'id' | 'transactionId'> }

export function TransactionLink({ transaction }: TransactionLinkProps) {
  return (
    <Link
      className={classes.link}
      to="/transactions/$transactionId"
      params={{ transactionId: transaction.transactionId }}
    >
      {`#${transaction.transactionId}`}
    </Link>
  )
}
