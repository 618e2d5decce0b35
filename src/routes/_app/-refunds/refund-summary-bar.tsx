import { Anchor, Skeleton, Text } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import classes from '#client/components/status-tabs.module.css'
import { StatusTabs, type TabLink } from '#client/components/status-tabs.tsx'
import {
  type RefundListInput,
  type RefundSearch,
  refundSummaryInput,
} from '#client/features/refunds/refund-search.ts'
import { formatCount, formatMoney } from '#client/lib/format.ts'
import { refunds } from '#client/texts/en/refunds.ts'
import { trpc } from '#client/trpc.ts'
import { type RefundStatus, refundStatuses } from '#server/features/refunds/refund-enums.schema.ts'
import type { RefundSummary } from '#server/features/refunds/refund-summary.schema.ts'

const texts = refunds.summary

type Groups = RefundSummary['groups']

type Props = { search: RefundSearch; input: RefundListInput }

/** Tabs of the statuses with their counts, and what the list adds up to in each currency. */
export function RefundSummaryBar({ search, input }: Props) {
  const { data, isPlaceholderData, isError } = trpc.refunds.summary.useQuery(
    refundSummaryInput(input),
    { placeholderData: keepPreviousData },
  )
  const groups = data?.isExact ? data.groups : undefined
  const isNothing = data?.isExact === true && data.groups.length === 0
  // Neither tabs nor sums mean anything where there is nothing to narrow.
  if (isNothing && search.status === undefined) return null
  return (
    <div className={classes.summary} data-stale={isPlaceholderData || undefined}>
      <StatusTabs
        label={refunds.tabs}
        statuses={refundStatuses}
        current={search.status}
        renderTab={(status, link) => (
          <StatusTab
            key={status ?? 'all'}
            search={search}
            status={status}
            count={groups && countOf(groups, status)}
            link={link}
          />
        )}
      />
      <Text size="sm" c="dimmed" className={classes.sums} component="div">
        {groups ? (
          <Sums groups={groups} search={search} />
        ) : data || isError ? (
          data?.isExact === false && texts.tooMany
        ) : (
          <Skeleton width="12rem" height="0.875rem" component="span" display="inline-block" />
        )}
      </Text>
    </div>
  )
}

const countOf = (groups: Groups, status: RefundStatus | undefined): number =>
  groups
    .filter((group) => status === undefined || group.status === status)
    .reduce((sum, { count }) => sum + count, 0)

type TabProps = {
  search: RefundSearch
  status: RefundStatus | undefined
  /** Undefined while it is not known, or where they are too many. */
  count: number | undefined
  link: TabLink
}

function StatusTab({ search, status, count, link }: TabProps) {
  return (
    <Link
      {...link}
      to="/refunds"
      search={{ ...search, status, page: 1 }}
      resetScroll={false}
      activeOptions={{ exact: true }}
    >
      {status ? refunds.statuses[status] : refunds.all}{' '}
      <span className={classes.count}>{count === undefined ? '' : formatCount(count)}</span>
    </Link>
  )
}

type SumsProps = { groups: Groups; search: RefundSearch }

/** What went back, what waits and what did not go, each opening its own rows. */
function Sums({ groups, search }: SumsProps) {
  const shown = search.status ? [search.status] : refundStatuses
  const count = countOf(groups, search.status)
  return (
    <>
      <span className={classes.whole}>{texts.refunds(formatCount(count), count)}</span>
      {shown.map((status) => (
        <SumsOf
          key={status}
          status={status}
          groups={groups.filter((group) => group.status === status)}
          search={search}
        />
      ))}
    </>
  )
}

function SumsOf({ status, groups, search }: SumsProps & { status: RefundStatus }) {
  return groups.map(({ currency, amount }) => {
    const sum = texts.sums[status](formatMoney(amount, currency))
    const isOpen = search.status === status && search.currency === currency
    return (
      <span key={currency}>
        {' · '}
        {isOpen ? (
          <span className={classes.sum}>{sum}</span>
        ) : (
          <Anchor
            inherit
            className={classes.sum}
            renderRoot={(props) => (
              <Link
                {...props}
                to="/refunds"
                search={{ ...search, status, currency, page: 1 }}
                resetScroll={false}
              />
            )}
          >
            {sum}
          </Anchor>
        )}
      </span>
    )
  })
}
