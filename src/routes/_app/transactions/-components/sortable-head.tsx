import { Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { TransactionSort } from '#server/features/transactions/transactions.schema.ts'
import classes from './transaction-rows.module.css'

export type SortField = 'transactionId' | 'customerName' | 'amount' | 'createdAt'

type Props = {
  field: SortField
  label: string
  sort: TransactionSort
  onSort: (sort: TransactionSort) => void
  alignRight?: boolean
}

/** Numbers and dates begin with the largest, words with A. */
const firstDescending: readonly SortField[] = ['amount', 'createdAt']

export function SortableHead({ field, label, sort, onSort, alignRight = false }: Props) {
  const isAscending = sort === field
  const isDescending = sort === `-${field}`
  const isSorted = isAscending || isDescending
  const Icon = isAscending ? IconArrowUp : isDescending ? IconArrowDown : IconArrowsSort
  const beginsDescending = firstDescending.includes(field)
  const next = isSorted ? isAscending : beginsDescending
  return (
    <Table.Th
      aria-sort={isAscending ? 'ascending' : isDescending ? 'descending' : 'none'}
      ta={alignRight ? 'right' : undefined}
    >
      <UnstyledButton
        className={classes.sort}
        data-sorted={isSorted || undefined}
        onClick={() => onSort(next ? `-${field}` : field)}
      >
        {label}
        <Icon size={14} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  )
}
