import { Button } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '#client/components/empty-state.tsx'
import { LinkChip } from '#client/components/list/chip.tsx'
import tabClasses from '#client/components/list/status-tabs.module.css'
import { tabLink } from '#client/components/list/status-tabs.tsx'
import { MethodMark } from '#client/components/method-mark.tsx'
import { methodText } from '#client/features/transactions/method-text.ts'
import { paymentKeyOf } from '#client/features/transactions/payment-key.ts'
import { noteOf, PaymentStatus } from '#client/features/transactions/payment-status.tsx'
import { customerCell, TransactionLink } from '#client/features/transactions/transaction-cards.tsx'
import {
  TransactionSearch,
  transactionDefaults,
  transactionFilterKeys,
} from '#client/features/transactions/transaction-search.ts'
import { EditorsOnly } from '#client/lib/hooks/use-can-edit.tsx'
import { formatTotal } from '#client/lib/words/format.ts'
import { createdCell, sumCell } from '#client/list/cells.tsx'
import { groupSummary, joinedSums, sumText } from '#client/list/group-summary.ts'
import type { CustomChip, ListDefinition } from '#client/list/list.ts'
import { type ListInput, summaryInput } from '#client/list/list-search.ts'
import { lists } from '#client/texts/en/lists.ts'
import { methodWords } from '#client/texts/en/methods.ts'
import { paymentLinks } from '#client/texts/en/payment-links.ts'
import { shell } from '#client/texts/en/shell.ts'
import { transactions } from '#client/texts/en/transactions.ts'
import { waitingPayment } from '#client/texts/en/waiting-payment.ts'
import { queries, trpc } from '#client/trpc.ts'
import {
  type AwaitedStep,
  awaitedSteps,
  transactionSorts,
  transactionStatuses,
} from '#server/features/transactions/transaction-enums.schema.ts'
import type { ListedPayment } from '#server/features/transactions/transactions.schema.ts'
import {
  methodTypeName,
  properName,
  UNREPORTED_METHOD,
  usualBrands,
  usualMethodTypes,
} from '#server/shared/money/used-method.ts'
import { PaymentCards, RowActions, type RowCommands } from './row-actions.tsx'

const { columns: names, filters: texts, summary } = transactions

type Field = 'createdAt' | 'amount' | 'customerName' | 'transactionId'

/** Returns the word for the mark of a payment's method; the sandbox has none of its own. */
const markWordOf = ({ paymentMethod, method }: ListedPayment): string => {
  if (method && method.type !== 'sandbox') return method.brand ?? method.type
  return paymentMethod === 'bank' ? 'bank_transfer' : paymentMethod
}

/** A table cell with the method of a payment, and with its mark where the table is wide. */
const methodCell = (row: ListedPayment) => (
  <td>
    <span data-mark>
      <MethodMark word={markWordOf(row)} />
    </span>
    <span>{methodText(row)}</span>
  </td>
)

type Chip = CustomChip<TransactionSearch, ListedPayment>

/** The filter for final statuses, used by rates and processing times; combines with the status filter. */
const FinalChip: Chip = ({ search: { final }, onChange }) =>
  final === undefined ? null : (
    <LinkChip label={texts.final(final)} onRemove={() => onChange({ final: undefined })} />
  )

/** Filters that only links can set. */
const LinkChips: Chip = ({ search, first, onChange }) => {
  const { customerId, linkId, settled, weekday, slot } = search
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
      {settled && (
        <LinkChip
          label={texts.settled[settled]}
          onRemove={() => onChange({ settled: undefined })}
        />
      )}
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

type StepTabsProps = { search: TransactionSearch; input: ListInput<TransactionSearch> }

/** A tab for each step that matching payments wait for, while there are any. */
function StepTabs({ search, input }: StepTabsProps) {
  const { waitingFor: _, ...filter } = summaryInput(input)
  const { data } = trpc.transactions.waiting.useQuery(filter, { placeholderData: keepPreviousData })
  return awaitedSteps.map((step) => (
    <StepTab key={step} step={step} search={search} matches={data?.[step]} />
  ))
}

type StepTabProps = {
  step: AwaitedStep
  search: TransactionSearch
  matches: { count: number; isExact: boolean } | undefined
}

function StepTab({ step, search, matches }: StepTabProps) {
  const isCurrent = search.waitingFor === step
  if (!isCurrent && !matches?.count) return null
  return (
    <Link
      {...tabLink(isCurrent)}
      to="/transactions"
      search={{ ...search, status: 'pending', waitingFor: step, page: 1 }}
      resetScroll={false}
      activeOptions={{ exact: true }}
    >
      {waitingPayment.steps[step]}{' '}
      <span className={tabClasses.count}>
        {matches ? formatTotal(matches.count, matches.isExact) : ''}
      </span>
    </Link>
  )
}

function useSummary(search: TransactionSearch, input: ListInput<TransactionSearch>) {
  const step = search.waitingFor
  const options = { placeholderData: keepPreviousData }
  // The status tabs count every step; the sums count only the rows.
  const ofTabs = trpc.transactions.summary.useQuery(
    summaryInput({ ...input, waitingFor: undefined }),
    options,
  )
  const ofStep = trpc.transactions.summary.useQuery(summaryInput(input), {
    ...options,
    enabled: step !== undefined,
  })
  // Without a status filter, sums up the successful payments: failed and pending ones have their own tabs.
  const summed = search.status ?? 'success'
  const sumWords = step ? waitingPayment.sums[step] : summary.sums[summed]
  return {
    ...groupSummary<TransactionSearch>(step ? ofStep : ofTabs, {
      countText: summary.payments,
      sumsOf: (groups) => {
        const amounts = groups.filter(({ status }) => status === summed).map(sumText)
        return joinedSums(amounts, sumWords)
      },
    }),
    tabs: {
      search: { ...search, waitingFor: undefined },
      counts: ofTabs.data?.isExact ? ofTabs.data.groups : undefined,
      isFurther: step !== undefined,
      further: <StepTabs search={search} input={input} />,
    },
  }
}

export const transactionList: ListDefinition<TransactionSearch, ListedPayment, Field, RowCommands> =
  {
    to: '/transactions',
    views: {
      list: 'transactions',
      example: transactions.viewExample,
      read: TransactionSearch,
      defaults: { ...transactionDefaults },
    },
    filterKeys: transactionFilterKeys,
    exportAs: 'payments',
    // A link's payments have items and tips, which other payments lack.
    exportColumns: ({ linkId }) => ({ withPurchase: linkId ? true : undefined }),
    title: shell.pages.transactions,
    region: shell.titles.transactions,
    words: { ...transactions, tabs: summary.label, tooMany: summary.tooMany },
    sorts: transactionSorts,
    statuses: transactionStatuses,
    nameOfStatus: (status) => transactions.statuses[status],
    filters: [
      { kind: 'own', Chip: FinalChip },
      { kind: 'method' },
      {
        kind: 'choice',
        field: 'methodType',
        add: lists.add.methodType,
        options: [...usualMethodTypes, UNREPORTED_METHOD],
        nameOf: (type) =>
          type === UNREPORTED_METHOD ? lists.unreported : methodTypeName(type, methodWords),
        describe: lists.methodType,
      },
      {
        kind: 'choice',
        field: 'brand',
        add: lists.add.brand,
        options: usualBrands,
        nameOf: properName,
        describe: lists.brand,
      },
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
        cell: methodCell,
      },
      {
        width: 'status',
        label: names.status,
        cell: (row, { timezone }) => (
          <td title={noteOf(row, timezone)}>
            <PaymentStatus payment={row} timezone={timezone} />
          </td>
        ),
      },
      { width: 'date', label: names.date, field: 'createdAt', cell: createdCell },
      {
        width: 'act',
        label: names.actions,
        alignRight: true,
        cell: (row, { onDecide, onRefund, onCapture, onVoid }) => (
          <td>
            <RowActions
              transaction={row}
              onDecide={onDecide}
              onRefund={onRefund}
              onCapture={onCapture}
              onVoid={onVoid}
            />
          </td>
        ),
      },
    ],
    fields: ['createdAt', 'amount', 'customerName', 'transactionId'],
    Cards: PaymentCards,
    Summary: ({ search, input, children }) => children(useSummary(search, input)),
    checkExport: (input) =>
      queries.transactions.rows.fetch({ ...input, page: 1, limit: 1 }, { staleTime: 0, gcTime: 0 }),
  }

export const noTransactions = (
  <EmptyState
    icon={<IconReceipt size={28} stroke={1.5} aria-hidden />}
    title={transactions.emptyTitle}
    text={transactions.empty}
    action={
      <EditorsOnly>
        <Button mt="xs" renderRoot={(props) => <Link to="/payments" {...props} />}>
          {transactions.emptyAction}
        </Button>
      </EditorsOnly>
    }
  />
)
