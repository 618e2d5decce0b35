import { Button, Table, VisuallyHidden } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo, useEffect, useRef } from 'react'
import { DateText } from '#client/components/date-text.tsx'
import { EmptyState, NoMatch } from '#client/components/empty-state.tsx'
import classes from '#client/components/list-table.module.css'
import { MoneyText } from '#client/components/money-text.tsx'
import { rowLinks } from '#client/components/row-link.ts'
import { CardsHead, type Column, TableHead } from '#client/components/sort-heads.tsx'
import { StatusBadge } from '#client/components/status-badge.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import type { Decision } from '#client/features/transactions/decisions.ts'
import { shortFailure } from '#client/features/transactions/failure-words.ts'
import { ListPlaceContext } from '#client/features/transactions/list-place.ts'
import {
  CustomerLink,
  FailureReason,
  TransactionCards,
  TransactionLink,
} from '#client/features/transactions/transaction-cards.tsx'
import type { TransactionSearch } from '#client/features/transactions/transaction-search.ts'
import { useDensity } from '#client/lib/density.ts'
import { formatMoney } from '#client/lib/format.ts'
import { useCards } from '#client/lib/use-narrow.ts'
import { useRowsInFrames } from '#client/lib/use-rows-in-frames.ts'
import { methodNames } from '#client/texts/en/methods.ts'
import { transactions } from '#client/texts/en/transactions.ts'
import type { TransactionSort } from '#server/features/transactions/transaction-enums.schema.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'
import { RowActions } from './row-actions.tsx'
import { hasFilters } from './transaction-filters.tsx'

const { columns: names } = transactions

const columns: readonly Column<SortField>[] = [
  { width: 'id', label: names.id, field: 'transactionId' },
  { width: 'whom', label: names.customer, field: 'customerName' },
  { width: 'sum', label: names.amount, field: 'amount', alignRight: true },
  { width: 'method', label: names.method },
  { width: 'status', label: names.status },
  { width: 'date', label: names.date, field: 'createdAt' },
  { width: 'act', label: names.actions, alignRight: true },
]

const fields = ['createdAt', 'amount', 'customerName', 'transactionId'] as const

type SortField = (typeof fields)[number]

type Props = {
  search: TransactionSearch
  rows: Transaction[]
  /** The rows of the page before, while the next one is on its way. */
  isStale: boolean
  onSort: (sort: TransactionSort) => void
  onDecide: (decision: Decision) => void
  onRefund: (transaction: Transaction) => void
}

export function TransactionRows({ search, rows: all, isStale, onSort, onDecide, onRefund }: Props) {
  const { timezone } = useSignedIn().merchant
  const areCards = useCards()
  const [density] = useDensity()
  const { rows, room } = useRowsInFrames(all)
  const place = useListPlace(search)
  return (
    <ListPlaceContext value={place}>
      {areCards ? (
        <>
          <CardsHead
            label={transactions.sortLabel}
            columns={columns}
            fields={fields}
            sort={search.sort}
            onSort={onSort}
          />
          <TransactionCards
            rows={all}
            timezone={timezone}
            label={transactions.caption}
            renderActions={(row) => (
              <RowActions transaction={row} onDecide={onDecide} onRefund={onRefund} />
            )}
          />
        </>
      ) : (
        <Table
          layout="fixed"
          horizontalSpacing="0.625rem"
          stickyHeader
          stickyHeaderOffset="var(--app-shell-header-offset, 0rem)"
          className={classes.table}
          mb={room}
          data-stale={isStale || undefined}
          data-density={density}
        >
          <VisuallyHidden component="caption">{transactions.caption}</VisuallyHidden>
          <TableHead columns={columns} sort={search.sort} onSort={onSort} />
          <Table.Tbody ref={rowLinks}>
            {rows.map((row) => (
              <TransactionRow
                key={row.id}
                row={row}
                timezone={timezone}
                onDecide={onDecide}
                onRefund={onRefund}
              />
            ))}
          </Table.Tbody>
        </Table>
      )}
    </ListPlaceContext>
  )
}

/** What a payment's page is told of the list when a row is followed. */
function useListPlace(search: TransactionSearch) {
  const place = useRef(search)
  useEffect(() => {
    place.current = search
  }, [search])
  return place
}

type RowProps = Pick<Props, 'onDecide' | 'onRefund'> & { row: Transaction; timezone: string }

/** As many signs as a sum may have to be written in the size of the others. */
const USUAL_SUM = 11

/** Plain elements: a hundred rows of components would keep the page from answering. */
function Row({ row, timezone, onDecide, onRefund }: RowProps) {
  const isLong = formatMoney(row.amount, row.currency).length > USUAL_SUM
  return (
    <tr className={classes.row}>
      <td>
        <TransactionLink transaction={row} />
      </td>
      <td>
        <div className={classes.customer}>
          <CustomerLink transaction={row} />
          <span className={classes.email} title={row.customerEmail}>
            {row.customerEmail}
          </span>
        </div>
      </td>
      <td className={classes.amount} data-long={isLong || undefined}>
        <MoneyText amount={row.amount} currency={row.currency} />
      </td>
      <td>{methodNames[row.paymentMethod]}</td>
      <td title={row.status === 'failed' ? shortFailure(row.failureReason) : undefined}>
        <StatusBadge status={row.status} />
        <FailureReason transaction={row} />
      </td>
      <td className={classes.when}>
        <DateText at={row.createdAt} timezone={timezone} isBrief />
      </td>
      <td>
        <RowActions transaction={row} onDecide={onDecide} onRefund={onRefund} />
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
    before.onRefund === after.onRefund &&
    isSameRow(before.row, after.row),
)

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
