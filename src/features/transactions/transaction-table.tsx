import { Table } from '@mantine/core'
import {
  paymentMethodNames,
  type Transaction,
} from '#server/features/transactions/transactions.schema.ts'
import { DateText } from '../../components/date-text.tsx'
import { MoneyText } from '../../components/money-text.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { useCompact } from '../../lib/use-narrow.ts'
import { transactions } from '../../texts/transactions.ts'
import { TransactionCards } from './transaction-cards.tsx'
import { TransactionLink } from './transaction-link.tsx'

type Props = {
  rows: Transaction[]
  timezone: string
  label: string
  /** Who paid, or how: whichever the page does not tell already. */
  about: 'customer' | 'method'
}

const { columns } = transactions

/** A few payments to look at; the page of all of them sorts and decides too. */
export function TransactionTable({ rows, timezone, label, about }: Props) {
  const isCompact = useCompact()
  if (isCompact) return <TransactionCards rows={rows} timezone={timezone} label={label} />
  return (
    <Table.ScrollContainer minWidth={640}>
      <Table verticalSpacing="sm" horizontalSpacing="md" aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{columns.id}</Table.Th>
            <Table.Th>{columns[about]}</Table.Th>
            <Table.Th ta="right">{columns.amount}</Table.Th>
            <Table.Th>{columns.status}</Table.Th>
            <Table.Th>{columns.date}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Td>
                <TransactionLink transaction={row} />
              </Table.Td>
              <Table.Td>
                {about === 'customer' ? row.customerName : paymentMethodNames[row.paymentMethod]}
              </Table.Td>
              <Table.Td ta="right" fw={600}>
                <MoneyText amount={row.amount} currency={row.currency} />
              </Table.Td>
              <Table.Td>
                <StatusBadge status={row.status} />
              </Table.Td>
              <Table.Td>
                <DateText at={row.createdAt} timezone={timezone} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
