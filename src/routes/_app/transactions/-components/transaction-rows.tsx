import { Table, Text, VisuallyHidden } from '@mantine/core'
import {
  paymentMethodNames,
  type Transaction,
  type TransactionSort,
} from '#server/features/transactions/transactions.schema.ts'
import { DateText } from '../../../../components/date-text.tsx'
import { MoneyText } from '../../../../components/money-text.tsx'
import { StatusBadge } from '../../../../components/status-badge.tsx'
import { useSignedIn } from '../../../../features/session/signed-in.ts'
import { TransactionCards } from '../../../../features/transactions/transaction-cards.tsx'
import { TransactionLink } from '../../../../features/transactions/transaction-link.tsx'
import { useCompact } from '../../../../lib/use-narrow.ts'
import { transactions } from '../../../../texts/transactions.ts'
import { RowActions } from './row-actions.tsx'
import { SortableHead } from './sortable-head.tsx'
import classes from './transaction-rows.module.css'

type Props = {
  rows: Transaction[]
  sort: TransactionSort
  /** The rows of the page before, while the next one is on its way. */
  isStale: boolean
  onSort: (sort: TransactionSort) => void
}

const { columns } = transactions

export function TransactionRows({ rows, sort, isStale, onSort }: Props) {
  const { timezone } = useSignedIn().merchant
  const isCompact = useCompact()
  if (isCompact) {
    return (
      <TransactionCards
        rows={rows}
        timezone={timezone}
        label={transactions.caption}
        renderActions={({ transactionId }) => <RowActions reference={transactionId} />}
      />
    )
  }
  const sorting = { sort, onSort }
  return (
    <Table.ScrollContainer minWidth={860}>
      <Table
        verticalSpacing="sm"
        horizontalSpacing="md"
        highlightOnHover
        className={classes.table}
        data-stale={isStale || undefined}
      >
        <VisuallyHidden component="caption">{transactions.caption}</VisuallyHidden>
        <Table.Thead>
          <Table.Tr>
            <SortableHead field="transactionId" label={columns.id} {...sorting} />
            <SortableHead field="customerName" label={columns.customer} {...sorting} />
            <SortableHead field="amount" label={columns.amount} alignRight {...sorting} />
            <Table.Th>{columns.method}</Table.Th>
            <Table.Th>{columns.status}</Table.Th>
            <SortableHead field="createdAt" label={columns.date} {...sorting} />
            <Table.Th ta="right">{columns.actions}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
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
              <Table.Td>{paymentMethodNames[row.paymentMethod]}</Table.Td>
              <Table.Td>
                <StatusBadge status={row.status} />
              </Table.Td>
              <Table.Td>
                <DateText at={row.createdAt} timezone={timezone} />
              </Table.Td>
              <Table.Td>
                <RowActions reference={row.transactionId} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
