import { Skeleton, Text } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import classes from '#client/components/status-tabs.module.css'
import { StatusTabs, type TabLink, tabLink } from '#client/components/status-tabs.tsx'
import {
  type ListInput,
  summaryInput,
  type TransactionSearch,
} from '#client/features/transactions/transaction-search.ts'
import { formatCount, formatMoney } from '#client/lib/format.ts'
import { transactions } from '#client/texts/en/transactions.ts'
import { waitingPayment } from '#client/texts/en/waiting-payment.ts'
import { trpc } from '#client/trpc.ts'
import {
  type TransactionStatus,
  transactionStatuses,
} from '#server/features/transactions/transaction-enums.schema.ts'
import type { TransactionSummary } from '#server/features/transactions/transaction-summary.schema.ts'

const texts = transactions.summary

type Groups = TransactionSummary['groups']

type Props = { search: TransactionSearch; input: ListInput }

/** Tabs of the statuses with their counts, and what the list adds up to in each currency. */
export function ListSummary({ search, input }: Props) {
  const { data: account } = trpc.processorAccounts.transfer.useQuery()
  const isTransfers = Boolean(account) && isOfTransfers(search)
  const tabs = isTransfers ? { ...search, paymentMethod: undefined } : search
  const { data, isPlaceholderData, isError } = trpc.transactions.summary.useQuery(
    summaryInput(isTransfers ? { ...input, paymentMethod: undefined } : input),
    { placeholderData: keepPreviousData },
  )
  const groups = data?.isExact ? data.groups : undefined
  const isNothing = data?.isExact === true && data.groups.length === 0
  // Neither tabs nor sums mean anything where there is nothing to narrow.
  if (isNothing && search.status === undefined) return null
  return (
    <div className={classes.summary} data-stale={isPlaceholderData || undefined}>
      <StatusTabs
        label={texts.label}
        statuses={transactionStatuses}
        current={isTransfers ? null : search.status}
        further={account && <TransfersTab search={search} input={input} isCurrent={isTransfers} />}
        renderTab={(status, link) => (
          <StatusTab
            key={status ?? 'all'}
            search={tabs}
            status={status}
            count={groups && countOf(groups, status)}
            link={link}
          />
        )}
      />
      <Text size="sm" c="dimmed" className={classes.sums}>
        {groups ? (
          <Sums groups={groups} status={search.status} />
        ) : data || isError ? (
          data?.isExact === false && texts.tooMany
        ) : (
          <Skeleton width="12rem" height="0.875rem" component="span" display="inline-block" />
        )}
      </Text>
    </div>
  )
}

const countOf = (groups: Groups, status: TransactionStatus | undefined): number =>
  groups
    .filter((group) => status === undefined || group.status === status)
    .reduce((sum, { count }) => sum + count, 0)

type TabProps = {
  search: TransactionSearch
  status: TransactionStatus | undefined
  /** Undefined while it is not known, or where they are too many. */
  count: number | undefined
  link: TabLink
}

function StatusTab({ search, status, count, link }: TabProps) {
  return (
    <Link
      {...link}
      to="/transactions"
      search={{ ...search, status, page: 1 }}
      resetScroll={false}
      activeOptions={{ exact: true }}
    >
      {status ? transactions.statuses[status] : texts.all}{' '}
      <span className={classes.count}>{count === undefined ? '' : formatCount(count)}</span>
    </Link>
  )
}

const TRANSFERS = { status: 'pending', paymentMethod: 'bank' } as const

const isOfTransfers = ({ status, paymentMethod }: TransactionSearch): boolean =>
  status === TRANSFERS.status && paymentMethod === TRANSFERS.paymentMethod

/** Leads to the transfers to the merchant's bank account that somebody has to confirm, while there are any. */
function TransfersTab({ search, input, isCurrent }: Props & { isCurrent: boolean }) {
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
      {waitingPayment.transfersTab} <span className={classes.count}>{formatCount(data.total)}</span>
    </Link>
  )
}

type SumsProps = { groups: Groups; status: TransactionStatus | undefined }

/** Of a list of all statuses what was taken: money that failed or waits is in its own tab. */
function Sums({ groups, status }: SumsProps) {
  const summed = status ?? 'success'
  const amounts = groups
    .filter((group) => group.status === summed)
    .map(({ amount, currency }) => formatMoney(amount, currency))
  const count = countOf(groups, status)
  return (
    <>
      <span className={classes.whole}>{texts.payments(formatCount(count), count)}</span>
      {amounts.length > 0 && ` · ${texts.sums[summed](amounts.join(' · '))}`}
    </>
  )
}
