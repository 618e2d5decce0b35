import { Group, Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { useCompact } from '#client/lib/use-narrow.ts'
import { transactions } from '#client/texts/transactions.ts'
import type { TransactionSort } from '#server/features/transactions/transactions.schema.ts'
import classes from './transaction-rows.module.css'

type Sorting = { sort: TransactionSort; onSort: (sort: TransactionSort) => void }

const { columns } = transactions

/** Of the columns; the customer's takes what is left. */
const widths = ['id', 'whom', 'sum', 'method', 'status', 'date', 'act'] as const

export function TableHead(sorting: Sorting) {
  return (
    <>
      <colgroup>
        {widths.map((width) => (
          <col key={width} className={classes[width]} />
        ))}
      </colgroup>
      <Table.Thead>
        <Table.Tr>
          <SortableHead field="transactionId" {...sorting} />
          <SortableHead field="customerName" {...sorting} />
          <SortableHead field="amount" alignRight {...sorting} />
          <Table.Th>{columns.method}</Table.Th>
          <Table.Th>{columns.status}</Table.Th>
          <SortableHead field="createdAt" {...sorting} />
          <Table.Th ta="right">{columns.actions}</Table.Th>
        </Table.Tr>
      </Table.Thead>
    </>
  )
}

/** What the head of the table does, above cards; on narrower screens one of the filters does. */
export function CardsHead(sorting: Sorting) {
  if (useCompact()) return null
  return (
    <Group role="group" aria-label={transactions.sortLabel} className={classes.cardsHead}>
      {fields.map((field) => (
        <SortButton key={field} field={field} {...sorting} />
      ))}
    </Group>
  )
}

const fields = ['createdAt', 'amount', 'customerName', 'transactionId'] as const

type SortField = (typeof fields)[number]

const labels: Record<SortField, string> = {
  transactionId: columns.id,
  customerName: columns.customer,
  amount: columns.amount,
  createdAt: columns.date,
}

type SortButtonProps = Sorting & { field: SortField }

function SortableHead({
  alignRight = false,
  ...sorting
}: SortButtonProps & { alignRight?: boolean }) {
  return (
    <Table.Th aria-sort={directionOf(sorting) ?? 'none'} ta={alignRight ? 'right' : undefined}>
      <SortButton {...sorting} />
    </Table.Th>
  )
}

const directionOf = ({ field, sort }: SortButtonProps) =>
  sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : undefined

const icons = { ascending: IconArrowUp, descending: IconArrowDown }

/** Numbers and dates begin with the largest, words with A. */
const firstDescending: readonly SortField[] = ['amount', 'createdAt']

function SortButton(props: SortButtonProps) {
  const { field, onSort } = props
  const direction = directionOf(props)
  const Icon = direction ? icons[direction] : IconArrowsSort
  const isNextDescending = direction ? direction === 'ascending' : firstDescending.includes(field)
  return (
    <UnstyledButton
      className={classes.sort}
      data-sorted={direction !== undefined || undefined}
      onClick={() => onSort(isNextDescending ? `-${field}` : field)}
    >
      {labels[field]}
      <Icon size={14} aria-hidden />
    </UnstyledButton>
  )
}
