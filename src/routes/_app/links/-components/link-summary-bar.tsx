import { Anchor, Skeleton, Text } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import classes from '#client/components/status-tabs.module.css'
import { StatusTabs, type TabLink } from '#client/components/status-tabs.tsx'
import { linkSummaryInput } from '#client/features/payment-links/link-filter.ts'
import type { LinkListInput, LinkSearch } from '#client/features/payment-links/link-search.ts'
import { formatCount, formatMoney } from '#client/lib/format.ts'
import { paymentLinks } from '#client/texts/en/payment-links.ts'
import { trpc } from '#client/trpc.ts'
import {
  type LinkStatus,
  linkStatuses,
} from '#server/features/payment-links/payment-link-enums.schema.ts'
import type { PaymentLinkSummary } from '#server/features/payment-links/payment-links.schema.ts'

const texts = paymentLinks.summary

type Props = { search: LinkSearch; input: LinkListInput }

/** Tabs of the statuses with their counts, and what the links of the list brought in. */
export function LinkSummaryBar({ search, input }: Props) {
  const { data, isPlaceholderData, isError } = useSummary(linkSummaryInput(input))
  // The same answer as above where no status narrows the list.
  const { data: shown } = useSummary(linkSummaryInput(input, search))
  const counts = data?.byStatus
  // Neither tabs nor sums mean anything where there is nothing to narrow.
  if (counts?.length === 0 && search.status === undefined) return null
  return (
    <div className={classes.summary} data-stale={isPlaceholderData || undefined}>
      <StatusTabs
        label={paymentLinks.tabs}
        statuses={linkStatuses}
        current={search.status}
        renderTab={(status, link) => (
          <StatusTab
            key={status ?? 'all'}
            search={search}
            status={status}
            count={counts && countOf(counts, status)}
            link={link}
          />
        )}
      />
      <Text size="sm" c="dimmed" className={classes.sums} component="div">
        {counts && shown ? (
          <Sums count={countOf(counts, search.status)} sums={shown.byCurrency} search={search} />
        ) : (
          !isError && (
            <Skeleton width="12rem" height="0.875rem" component="span" display="inline-block" />
          )
        )}
      </Text>
    </div>
  )
}

const useSummary = (input: ReturnType<typeof linkSummaryInput>) =>
  trpc.paymentLinks.summary.useQuery(input, { placeholderData: keepPreviousData })

type Counts = PaymentLinkSummary['byStatus']

const countOf = (counts: Counts, status: LinkStatus | undefined): number =>
  counts
    .filter((each) => status === undefined || each.status === status)
    .reduce((sum, { count }) => sum + count, 0)

type TabProps = {
  search: LinkSearch
  status: LinkStatus | undefined
  /** Undefined while it is not known. */
  count: number | undefined
  link: TabLink
}

function StatusTab({ search, status, count, link }: TabProps) {
  return (
    <Link
      {...link}
      to="/links"
      search={{ ...search, status, page: 1 }}
      resetScroll={false}
      activeOptions={{ exact: true }}
    >
      {status ? paymentLinks.statuses[status] : paymentLinks.all}{' '}
      <span className={classes.count}>{count === undefined ? '' : formatCount(count)}</span>
    </Link>
  )
}

type SumsProps = { count: number; sums: PaymentLinkSummary['byCurrency']; search: LinkSearch }

/** How many there are and what was paid by them, each sum opening its own links. */
function Sums({ count, sums, search }: SumsProps) {
  return (
    <>
      <span className={classes.whole}>{texts.links(formatCount(count), count)}</span>
      {sums.map(({ currency, paidAmount }) => {
        const sum = texts.paid(formatMoney(paidAmount, currency))
        return (
          <span key={currency}>
            {' · '}
            {search.currency === currency ? (
              <span className={classes.sum}>{sum}</span>
            ) : (
              <Anchor
                inherit
                className={classes.sum}
                renderRoot={(props) => (
                  <Link
                    {...props}
                    to="/links"
                    search={{ ...search, currency, page: 1 }}
                    resetScroll={false}
                  />
                )}
              >
                {sum}
              </Anchor>
            )}
          </span>
        )
      })}
    </>
  )
}
