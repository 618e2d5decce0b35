import { Group, Table, Text, VisuallyHidden } from '@mantine/core'
import { DateText } from '#client/components/date-text.tsx'
import { IdText } from '#client/components/id-text.tsx'
import classes from '#client/components/list-table.module.css'
import { MoneyText } from '#client/components/money-text.tsx'
import { RefundBadge } from '#client/components/refund-badge.tsx'
import { rowLinks } from '#client/components/row-link.ts'
import { CardsHead, type Column, TableHead } from '#client/components/sort-heads.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import cards from '#client/features/transactions/transaction-cards.module.css'
import { CustomerLink, TransactionLink } from '#client/features/transactions/transaction-cards.tsx'
import { useDensity } from '#client/lib/density.ts'
import { formatMoney } from '#client/lib/format.ts'
import { useCards } from '#client/lib/use-narrow.ts'
import { useRowsInFrames } from '#client/lib/use-rows-in-frames.ts'
import { refunds } from '#client/texts/en/refunds.ts'
import type { RefundSort } from '#server/features/refunds/refund-enums.schema.ts'
import type { ReadRefund } from '#server/features/refunds/refunds.schema.ts'

const { columns: names } = refunds

const columns: readonly Column<SortField>[] = [
  { width: 'id', label: names.id },
  { width: 'id', label: names.reference, field: 'reference' },
  { width: 'whom', label: names.customer, field: 'customerName' },
  { width: 'sum', label: names.amount, field: 'amount', alignRight: true },
  { width: 'why', label: names.reason },
  { width: 'status', label: names.status },
  { width: 'date', label: names.date, field: 'createdAt' },
]

const fields = ['createdAt', 'amount', 'customerName', 'reference'] as const

type SortField = (typeof fields)[number]

type Props = {
  sort: RefundSort
  rows: ReadRefund[]
  /** The rows of the page before, while the next one is on its way. */
  isStale: boolean
  onSort: (sort: RefundSort) => void
}

/** Each row opens the payment whose money went back. */
export function RefundRows({ sort, rows: all, isStale, onSort }: Props) {
  const { timezone } = useSignedIn().merchant
  const areCards = useCards()
  const [density] = useDensity()
  const { rows, room } = useRowsInFrames(all)
  if (areCards) {
    return (
      <>
        <CardsHead
          label={refunds.sortLabel}
          columns={columns}
          fields={fields}
          sort={sort}
          onSort={onSort}
        />
        <RefundCards rows={all} timezone={timezone} />
      </>
    )
  }
  return (
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
      <VisuallyHidden component="caption">{refunds.caption}</VisuallyHidden>
      <TableHead columns={columns} sort={sort} onSort={onSort} />
      <Table.Tbody ref={rowLinks}>
        {rows.map((row) => (
          <Row key={row.id} row={row} timezone={timezone} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** As many signs as a sum may have to be written in the size of the others. */
const USUAL_SUM = 11

type RowProps = { row: ReadRefund; timezone: string }

/** The payment, as its own links know it. */
const paymentOf = ({ transactionId, reference }: ReadRefund) => ({
  id: transactionId,
  transactionId: reference,
})

function Row({ row, timezone }: RowProps) {
  const isLong = formatMoney(row.amount, row.currency).length > USUAL_SUM
  return (
    <tr className={classes.row}>
      <td>
        <IdText value={row.id} copyLabel={`${refunds.copyId} ${row.id}`} />
      </td>
      <td>
        <TransactionLink transaction={paymentOf(row)} />
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
      <td>
        <div className={classes.reason} title={row.note ?? undefined}>
          {refunds.reasons[row.reason]}
        </div>
      </td>
      <td>
        <RefundBadge status={row.status} />
        <RefundFailed refund={row} />
      </td>
      <td className={classes.when}>
        <DateText at={row.createdAt} timezone={timezone} isBrief />
      </td>
    </tr>
  )
}

/** Why the money did not go back, below the status. */
function RefundFailed({ refund: { failureReason } }: { refund: ReadRefund }) {
  if (!failureReason) return null
  const reason = refunds.shortFailures[failureReason]
  return (
    <div className={cards.reason} title={reason}>
      {reason}
    </div>
  )
}

type CardsProps = { rows: ReadRefund[]; timezone: string }

/** The list on a narrow screen: nothing to scroll sideways. */
function RefundCards({ rows, timezone }: CardsProps) {
  return (
    <ul className={cards.list} aria-label={refunds.caption} ref={rowLinks}>
      {rows.map((row) => (
        <li key={row.id} className={cards.card}>
          <Group justify="space-between" wrap="nowrap" gap="sm">
            <CustomerLink transaction={row} />
            <Text fw={600} component="span">
              <MoneyText amount={row.amount} currency={row.currency} />
            </Text>
          </Group>
          <Group justify="space-between" gap="xs">
            <TransactionLink transaction={paymentOf(row)} />
            <RefundBadge status={row.status} />
          </Group>
          <RefundFailed refund={row} />
          <Text size="xs" c="dimmed" component="span">
            <DateText at={row.createdAt} timezone={timezone} isBrief />
            {` · ${refunds.reasons[row.reason]}`}
          </Text>
          <div>
            <IdText value={row.id} copyLabel={`${refunds.copyId} ${row.id}`} />
          </div>
        </li>
      ))}
    </ul>
  )
}
