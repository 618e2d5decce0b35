import { Button, Group, Text } from '@mantine/core'
import { IconReceiptRefund } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '#client/components/empty-state.tsx'
import classes from '#client/components/list/list-table.module.css'
import { rowLinks } from '#client/components/list/row-link.ts'
import { RefundBadge } from '#client/components/refund-badge.tsx'
import { DateText } from '#client/components/text/date-text.tsx'
import { IdText } from '#client/components/text/id-text.tsx'
import { MoneyText } from '#client/components/text/money-text.tsx'
import {
  RefundSearch,
  refundDefaults,
  refundFilterKeys,
} from '#client/features/refunds/refund-search.ts'
import cards from '#client/features/transactions/transaction-cards.module.css'
import {
  CustomerLink,
  customerCell,
  TransactionLink,
} from '#client/features/transactions/transaction-cards.tsx'
import { createdCell, idCell, sumCell } from '#client/list/cells.tsx'
import { statusSummary } from '#client/list/group-summary.ts'
import type { ListDefinition } from '#client/list/list.ts'
import { oneRow, summaryInput } from '#client/list/list-search.ts'
import { refunds } from '#client/texts/en/refunds.ts'
import { shell } from '#client/texts/en/shell.ts'
import { queries, trpc } from '#client/trpc.ts'
import {
  refundReasons,
  refundSorts,
  refundStatuses,
} from '#server/features/refunds/refund-enums.schema.ts'
import type { ReadRefund } from '#server/features/refunds/refunds.schema.ts'

const { columns: names, filters: texts, summary } = refunds

type Field = 'createdAt' | 'amount' | 'customerName' | 'reference'

/** Returns the payment in the shape that payment links expect. */
const paymentOf = ({ transactionId, reference }: ReadRefund) => ({
  id: transactionId,
  transactionId: reference,
})

/** The failure reason below the status. */
function RefundFailed({ refund: { failureReason } }: { refund: ReadRefund }) {
  if (!failureReason) return null
  const reason = refunds.shortFailures[failureReason]
  return (
    <div className={cards.reason} title={reason}>
      {reason}
    </div>
  )
}

type CardsProps = { rows: readonly ReadRefund[]; timezone: string }

const RefundCards = ({ rows, timezone }: CardsProps) => (
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
        <Group justify="space-between" wrap="nowrap" gap="sm">
          <Text size="xs" c="dimmed" component="span">
            <DateText at={row.createdAt} timezone={timezone} isBrief />
            {` · ${refunds.reasons[row.reason]}`}
          </Text>
          <span className={cards.id}>
            <IdText value={row.id} copyLabel={`${refunds.copyId} ${row.id}`} />
          </span>
        </Group>
      </li>
    ))}
  </ul>
)

/** The list of refunds; each row opens the refunded payment. */
export const refundList: ListDefinition<RefundSearch, ReadRefund, Field, object> = {
  to: '/refunds',
  views: {
    list: 'refunds',
    example: refunds.viewExample,
    read: RefundSearch,
    defaults: { ...refundDefaults },
  },
  filterKeys: refundFilterKeys,
  exportAs: 'refunds',
  title: shell.pages.refunds,
  region: shell.titles.refunds,
  words: { ...refunds, tooMany: summary.tooMany },
  sorts: refundSorts,
  statuses: refundStatuses,
  nameOfStatus: (status) => refunds.statuses[status],
  filters: [
    {
      kind: 'choice',
      field: 'reason',
      add: texts.addReason,
      options: refundReasons,
      nameOf: (reason) => refunds.reasons[reason],
      describe: texts.reason,
    },
    { kind: 'method' },
    { kind: 'currency' },
    { kind: 'amount' },
    { kind: 'days' },
    {
      kind: 'link',
      field: 'customerId',
      describe: (id, first) => texts.customer(first?.customerName ?? id),
    },
    {
      kind: 'link',
      field: 'transactionId',
      describe: (id, first) => texts.payment(first ? `#${first.reference}` : id),
    },
  ],
  columns: [
    {
      width: 'id',
      label: names.id,
      cell: idCell(refunds.copyId),
    },
    {
      width: 'id',
      label: names.reference,
      field: 'reference',
      cell: (row) => (
        <td>
          <TransactionLink transaction={paymentOf(row)} />
        </td>
      ),
    },
    {
      width: 'whom',
      label: names.customer,
      field: 'customerName',
      cell: customerCell,
    },
    {
      width: 'sum',
      label: names.amount,
      field: 'amount',
      alignRight: true,
      cell: sumCell,
    },
    {
      width: 'why',
      label: names.reason,
      cell: ({ reason, note }) => (
        <td>
          <div className={classes.reason} title={note ?? undefined}>
            {refunds.reasons[reason]}
          </div>
        </td>
      ),
    },
    {
      width: 'status',
      label: names.status,
      cell: (row) => (
        <td>
          <RefundBadge status={row.status} />
          <RefundFailed refund={row} />
        </td>
      ),
    },
    {
      width: 'date',
      label: names.date,
      field: 'createdAt',
      cell: createdCell,
    },
  ],
  fields: ['createdAt', 'amount', 'customerName', 'reference'],
  Cards: RefundCards,
  Summary: ({ search, input, children }) => {
    const kept = { placeholderData: keepPreviousData }
    const query = trpc.refunds.summary.useQuery(summaryInput(input), kept)
    const words = { count: summary.refunds, sums: summary.sums }
    return children(statusSummary(query, search, refundStatuses, words))
  },
  checkExport: (input) => queries.refunds.list.fetch(...oneRow(input)),
}

export const noRefunds = (
  <EmptyState
    icon={<IconReceiptRefund size={28} stroke={1.5} aria-hidden />}
    title={refunds.emptyTitle}
    text={refunds.empty}
    action={
      <Button
        mt="xs"
        renderRoot={(props) => (
          <Link to="/transactions" search={{ status: 'success' }} {...props} />
        )}
      >
        {refunds.emptyAction}
      </Button>
    }
  />
)
