import { Skeleton, Text } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  type ListInput,
  summaryInput,
  type TransactionSearch,
} from '#client/features/transactions/transaction-search.ts'
import { formatCount, formatMoney } from '#client/lib/format.ts'
import { transactions } from '#client/texts/transactions.ts'
import { trpc } from '#client/trpc.ts'
import type { TransactionSummary } from '#server/features/transactions/transaction-summary.schema.ts'
import {
  type TransactionStatus,
  transactionStatuses,
} from '#server/features/transactions/transactions.schema.ts'
import classes from './list-summary.module.css'

const texts = transactions.summary

type Groups = TransactionSummary['groups']

type Props = { search: TransactionSearch; input: ListInput }

/** Tabs of the statuses with their counts, and what the list adds up to in each currency. */
export function ListSummary({ search, input }: Props) {
  const { data, isPlaceholderData, isError } = trpc.transactions.summary.useQuery(
    summaryInput(input),
    { placeholderData: keepPreviousData },
  )
  const groups = data?.isExact ? data.groups : undefined
  const isNothing = data?.isExact === true && data.groups.length === 0
  // Neither tabs nor sums mean anything where there is nothing to narrow.
  if (isNothing && search.status === undefined) return null
  return (
    <div className={classes.summary} data-stale={isPlaceholderData || undefined}>
      {/* A group, for the navigation of the product is the one in the menu. */}
      <div role="group" aria-label={texts.label} className={classes.tabs}>
        {[undefined, ...transactionStatuses].map((status) => (
          <StatusTab
            key={status ?? 'all'}
            search={search}
            status={status}
            count={groups && countOf(groups, status)}
          />
        ))}
      </div>
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
}

function StatusTab({ search, status, count }: TabProps) {
  return (
    <Link
      className={classes.tab}
      to="/transactions"
      search={{ ...search, status, page: 1 }}
      resetScroll={false}
      activeOptions={{ exact: true }}
      // Where the tabs are swiped, the present one is in sight.
      ref={search.status === status ? showInRow : undefined}
      aria-current={search.status === status ? 'page' : undefined}
    >
      {status ? transactions.statuses[status] : texts.all}{' '}
      <span className={classes.count}>{count === undefined ? '' : formatCount(count)}</span>
    </Link>
  )
}

function showInRow(tab: HTMLElement | null) {
  const row = tab?.parentElement
  if (row) row.scrollLeft = Math.max(0, tab.offsetLeft + tab.offsetWidth - row.clientWidth)
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
