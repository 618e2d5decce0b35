import { Button } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '#client/components/empty-state.tsx'
import { LinkChip } from '#client/components/list/chip.tsx'
import tabClasses from '#client/components/list/status-tabs.module.css'
import { tabLink } from '#client/components/list/status-tabs.tsx'
import { StatusBadge } from '#client/components/status-badge.tsx'
import type { Decision } from '#client/features/transactions/decisions.ts'
import { shortFailure } from '#client/features/transactions/failure-words.ts'
import { paymentKeyOf } from '#client/features/transactions/payment-key.ts'
import { EXPORT_URL } from '#client/features/transactions/start-export.ts'
import {
  customerCell,
  FailureReason,
  TransactionCards,
  TransactionLink,
} from '#client/features/transactions/transaction-cards.tsx'
import {
  TransactionSearch,
  transactionDefaults,
  transactionFilterKeys,
} from '#client/features/transactions/transaction-search.ts'
import { formatCount } from '#client/lib/words/format.ts'
import { createdCell, sumCell } from '#client/list/cells.tsx'
import { groupSummary, sumText } from '#client/list/group-summary.ts'
import type { CustomChip, ListDefinition } from '#client/list/list.ts'
import { type ListInput, summaryInput } from '#client/list/list-search.ts'
import { methodNames } from '#client/texts/en/methods.ts'
import { paymentLinks } from '#client/texts/en/payment-links.ts'
import { shell } from '#client/texts/en/shell.ts'
import { transactions } from '#client/texts/en/transactions.ts'
import { waitingPayment } from '#client/texts/en/waiting-payment.ts'
import { queries, trpc } from '#client/trpc.ts'
import {
  transactionSorts,
  transactionStatuses,
} from '#server/features/transactions/transaction-enums.schema.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'
import { RowActions } from './row-actions.tsx'

const { columns: names, filters: texts, summary } = transactions

type Field = 'createdAt' | 'amount' | 'customerName' | 'transactionId'

/** The actions of a row. */
type TransactionContext = {
  onDecide: (decision: Decision) => void
  onRefund: (transaction: Transaction) => void
}

type Chip = CustomChip<TransactionSearch, Transaction>

/** The filter for final statuses, used by rates and processing times; combines with the status filter. */
const FinalChip: Chip = ({ search: { final }, onChange }) =>
  final === undefined ? null : (
    <LinkChip label={texts.final(final)} onRemove={() => onChange({ final: undefined })} />
  )

/** Filters that only links can set. */
const LinkChips: Chip = ({ search, first, onChange }) => {
  const { customerId, linkId, weekday, slot } = search
  const moment = texts.moment(weekday, slot)
  const name = first?.customerId === customerId ? first?.customerName : undefined
  return (
    <>
      {customerId && (
        <LinkChip
          label={texts.customer(name ?? customerId)}
          onRemove={() => onChange({ customerId: undefined })}
        />
      )}
      {linkId && <PaymentLinkChip id={linkId} onRemove={() => onChange({ linkId: undefined })} />}
      {moment && (
        <LinkChip
          label={moment}
          onRemove={() => onChange({ weekday: undefined, slot: undefined })}
        />
      )}
    </>
  )
}

/** The payment link filter, named by its title once loaded. */
function PaymentLinkChip({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { data } = trpc.paymentLinks.get.useQuery({ id }, { retry: false })
  return <LinkChip label={paymentLinks.ofPayment.chip(data?.title ?? id)} onRemove={onRemove} />
}

/** Returns the path of the payment that a pasted reference or ID names. */
async function findPayment(text: string): Promise<string | undefined> {
  const id = paymentKeyOf(text)
  // A failed lookup falls back to the list, which shows no match or the error.
  const payment = id && (await queries.transactions.get.fetch({ id }).catch(() => undefined))
  return payment ? `/transactions/${payment.transactionId}` : undefined
}

const TRANSFERS = { status: 'pending', paymentMethod: 'bank' } as const

const isOfTransfers = ({ status, paymentMethod }: TransactionSearch): boolean =>
  status === TRANSFERS.status && paymentMethod === TRANSFERS.paymentMethod

type TransfersTabProps = {
  search: TransactionSearch
  input: ListInput<TransactionSearch>
  isCurrent: boolean
}

/** The tab of bank transfers to the merchant's account that need confirmation, while there are any. */
function TransfersTab({ search, input, isCurrent }: TransfersTabProps) {
  const { data } = trpc.transactions.list.useQuery({
    ...summaryInput(input),
    ...TRANSFERS,
    limit: 10,
  })
  if (!data || (data.total === 0 && !isCurrent)) return null
  return (
    <Link
      {...tabLink(isCurrent)}
      to="/transactions"
      search={{ ...search, ...TRANSFERS, page: 1 }}
      resetScroll={false}
      activeOptions={{ exact: true }}
    >
      {waitingPayment.transfersTab}{' '}
      <span className={tabClasses.count}>{formatCount(data.total)}</span>
    </Link>
  )
}

function useSummary(search: TransactionSearch, input: ListInput<TransactionSearch>) {
  const { data: account } = trpc.processorAccounts.transfer.useQuery()
  const isFurther = Boolean(account) && isOfTransfers(search)
  const query = trpc.transactions.summary.useQuery(
    summaryInput(isFurther ? { ...input, paymentMethod: undefined } : input),
    { placeholderData: keepPreviousData },
  )
  // Without a status filter, sums up the successful payments: failed and pending ones have their own tabs.
  const summed = search.status ?? 'success'
  return {
    ...groupSummary<TransactionSearch>(query, {
      countText: summary.payments,
      sumsOf: (groups) => {
        const amounts = groups.filter(({ status }) => status === summed).map(sumText)
        return amounts.length > 0
          ? [{ key: summed, text: summary.sums[summed](amounts.join(' · ')) }]
          : []
      },
    }),
    tabs: {
      search: isFurther ? { ...search, paymentMethod: undefined } : search,
      isFurther,
      further: account && <TransfersTab search={search} input={input} isCurrent={isFurther} />,
    },
  }
}

export const transactionList: ListDefinition<
  TransactionSearch,
  Transaction,
  Field,
  TransactionContext
> = {
  to: '/transactions',
  views: {
    list: 'transactions',
    example: transactions.viewExample,
    read: TransactionSearch,
    defaults: { ...transactionDefaults },
  },
  filterKeys: transactionFilterKeys,
  exportAddress: EXPORT_URL,
  title: shell.pages.transactions,
  region: shell.titles.transactions,
  words: { ...transactions, tabs: summary.label, tooMany: summary.tooMany },
  sorts: transactionSorts,
  statuses: transactionStatuses,
  nameOfStatus: (status) => transactions.statuses[status],
  filters: [
    { kind: 'own', Chip: FinalChip },
    { kind: 'method' },
    { kind: 'currency' },
    { kind: 'amount' },
    { kind: 'days' },
    { kind: 'own', Chip: LinkChips },
  ],
  findTarget: findPayment,
  columns: [
    {
      width: 'id',
      label: names.id,
      field: 'transactionId',
      cell: (row) => (
        <td>
          <TransactionLink transaction={row} />
        </td>
      ),
    },
    {
      width: 'whom',
      label: names.customer,
      field: 'customerName',
      cell: customerCell,
    },
    { width: 'sum', label: names.amount, field: 'amount', alignRight: true, cell: sumCell },
    {
      width: 'method',
      label: names.method,
      cell: ({ paymentMethod }) => <td>{methodNames[paymentMethod]}</td>,
    },
    {
      width: 'status',
      label: names.status,
      cell: (row) => (
        <td title={row.status === 'failed' ? shortFailure(row.failureReason) : undefined}>
          <StatusBadge status={row.status} />
          <FailureReason transaction={row} />
        </td>
      ),
    },
    { width: 'date', label: names.date, field: 'createdAt', cell: createdCell },
    {
      width: 'act',
      label: names.actions,
      alignRight: true,
      cell: (row, { onDecide, onRefund }) => (
        <td>
          <RowActions transaction={row} onDecide={onDecide} onRefund={onRefund} />
        </td>
      ),
    },
  ],
  fields: ['createdAt', 'amount', 'customerName', 'transactionId'],
  Cards: ({ rows, timezone, context }) => (
    <TransactionCards
      rows={rows}
      timezone={timezone}
      label={transactions.caption}
      renderActions={(row) => <RowActions transaction={row} {...context} />}
    />
  ),
  Summary: ({ search, input, children }) => children(useSummary(search, input)),
  probe: (input) =>
    queries.transactions.list.fetch({ ...input, page: 1, limit: 1 }, { staleTime: 0, gcTime: 0 }),
}

export const noTransactions = (
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
