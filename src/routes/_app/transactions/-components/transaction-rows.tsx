import {
  ActionIcon,
  Button,
  Menu,
  Skeleton,
  Stack,
  Table,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core'
import {
  IconArrowDown,
  IconArrowsSort,
  IconArrowUp,
  IconDots,
  IconEye,
  IconReceipt,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo, useRef } from 'react'
import { CopyIcon } from '#client/components/copy-icon.tsx'
import { DateText } from '#client/components/date-text.tsx'
import { EmptyState, NoMatch } from '#client/components/empty-state.tsx'
import buttons from '#client/components/icon-button.module.css'
import { LateTooltip } from '#client/components/late-tooltip.tsx'
import { MoneyText } from '#client/components/money-text.tsx'
import { StatusBadge } from '#client/components/status-badge.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { type Decision, decisionsFor } from '#client/features/transactions/decisions.ts'
import {
  TransactionCards,
  TransactionLink,
} from '#client/features/transactions/transaction-cards.tsx'
import { type TransactionSearch } from '#client/features/transactions/transaction-search.ts'
import { useCompact } from '#client/lib/use-narrow.ts'
import { methodNames } from '#client/texts/methods.ts'
import { transactions } from '#client/texts/transactions.ts'
import type {
  Transaction,
  TransactionSort,
} from '#server/features/transactions/transactions.schema.ts'
import { hasFilters } from './transaction-filters.tsx'
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

type RowProps = { row: Transaction; timezone: string; onDecide: (decision: Decision) => void }

/** Plain elements: a hundred rows of components would keep the page from answering. */
function Row({ row, timezone, onDecide }: RowProps) {
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
      <td className={classes.method}>{methodNames[row.paymentMethod]}</td>
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
const TransactionRow = memo(
  Row,
  (before, after) =>
    before.timezone === after.timezone &&
    before.onDecide === after.onDecide &&
    isSameRow(before.row, after.row),
)

type SortField = 'transactionId' | 'customerName' | 'amount' | 'createdAt'

type SortableHeadProps = {
  field: SortField
  label: string
  sort: TransactionSort
  onSort: (sort: TransactionSort) => void
  alignRight?: boolean
}

/** Numbers and dates begin with the largest, words with A. */
const firstDescending: readonly SortField[] = ['amount', 'createdAt']

function SortableHead({ field, label, sort, onSort, alignRight = false }: SortableHeadProps) {
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

type RowActionsProps = { transaction: Transaction; onDecide: (decision: Decision) => void }

function RowActions({ transaction, onDecide }: RowActionsProps) {
  const reference = transaction.transactionId
  const link = useRef<HTMLAnchorElement>(null)
  return (
    <div className={classes.actions}>
      {decisionsFor(transaction).length > 0 && (
        <PendingMenu transaction={transaction} onDecide={onDecide} />
      )}
      <Link
        ref={link}
        className={buttons.button}
        to="/transactions/$transactionId"
        params={{ transactionId: reference }}
        aria-label={`${transactions.view} ${reference}`}
      >
        <IconEye size={16} aria-hidden />
      </Link>
      <LateTooltip target={link} label={transactions.view} />
      <CopyIcon value={reference} label={`${transactions.copyId} ${reference}`} />
    </div>
  )
}

function PendingMenu({ transaction, onDecide }: RowActionsProps) {
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <Menu position="bottom-end" portalProps={{ target: '#content' }}>
      <Menu.Target>
        <ActionIcon
          ref={opener}
          variant="subtle"
          color="gray"
          aria-label={`${transactions.more} ${transaction.transactionId}`}
        >
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {decisionsFor(transaction).map((status) => (
          <Menu.Item
            key={status}
            onClick={() => {
              // The item goes with the menu; the dialog returns the focus to what holds it now.
              opener.current?.focus()
              onDecide({ transaction, status })
            }}
          >
            {transactions.decisions[status].action}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Three blocks: the head of the table, its rows, its foot. */
export function ListSkeleton() {
  return (
    <Stack gap="md" p="md" aria-busy>
      <Skeleton height="1.25rem" />
      <Skeleton height="26rem" />
      <Skeleton height="2rem" />
    </Stack>
  )
}

type NoTransactionsProps = { search: TransactionSearch; onClear: () => void }

export function NoTransactions({ search, onClear }: NoTransactionsProps) {
  if (hasFilters(search)) {
    return (
      <NoMatch
        title={transactions.noMatchTitle}
        text={transactions.noMatch}
        clear={transactions.filters.clear}
        onClear={onClear}
      />
    )
  }
  return (
    <EmptyState
      icon={<IconReceipt size={28} stroke={1.5} aria-hidden />}
      title={transactions.emptyTitle}
      text={transactions.empty}
      action={
        <Button mt="xs" renderRoot={(props) => <Link to="/payments" {...props} />}>
          {transactions.emptyAction}
        </Button>
      }
    />
  )
}
