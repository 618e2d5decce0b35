import { Table, VisuallyHidden } from '@mantine/core'
import type {
  Transaction,
  TransactionSort,
} from '#server/features/transactions/transactions.schema.ts'
import { useSignedIn } from '../../../../features/session/signed-in.ts'
import type { Decision } from '../../../../features/transactions/decisions.ts'
import { TransactionCards } from '../../../../features/transactions/transaction-cards.tsx'
import { useCompact } from '../../../../lib/use-narrow.ts'
import { transactions } from '../../../../texts/transactions.ts'
import { RowActions } from './row-actions.tsx'
import { SortableHead } from './sortable-head.tsx'
import { TransactionRow } from './transaction-row.tsx'
import classes from './transaction-rows.module.css'

type Props = {
  rows: Transaction[]
  sort: TransactionSort
  /** The rows of the page before, while the next one is on its way. */
  isStale: boolean
  onSort: (sort: TransactionSort) => void
  onDecide: (decision: Decision) => void
}

const { columns } = transactions

export function TransactionRows({ rows, sort, isStale, onSort, onDecide }: Props) {
  const { timezone } = useSignedIn().merchant
  const isCompact = useCompact()
  if (isCompact) {
    return (
      <TransactionCards
        rows={rows}
        timezone={timezone}
        label={transactions.caption}
        renderActions={(row) => <RowActions transaction={row} onDecide={onDecide} />}
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
            <TransactionRow key={row.id} row={row} timezone={timezone} onDecide={onDecide} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
