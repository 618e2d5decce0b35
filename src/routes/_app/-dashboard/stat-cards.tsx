import { Anchor, Paper, SimpleGrid, Skeleton, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { ErrorState } from '#client/components/error-state.tsx'
import classes from '#client/components/figures/card.module.css'
import { StatCard } from '#client/components/figures/stat-card.tsx'
import { MoneyText } from '#client/components/text/money-text.tsx'
import { noRecent, noStats, nullAs } from '#client/lib/visitor.ts'
import {
  formatChange,
  formatCount,
  formatMoney,
  formatPercent,
  formatSigned,
} from '#client/lib/words/format.ts'
import { dashboard } from '#client/texts/en/dashboard.ts'
import { trpc } from '#client/trpc.ts'
import type {
  DashboardRecent,
  DashboardStats,
} from '#server/features/dashboard/dashboard.schema.ts'
import own from './dashboard.module.css'
import { directionOf } from './direction.ts'

const columns = { base: 2, lg: 4 }

type Props = {
  /** Leaves out the lines below each figure, which contain nothing before the first payment. */
  isBrief: boolean
}

export function StatCards({ isBrief }: Props) {
  const { data, error, refetch, isFetching } = trpc.dashboard.stats.useQuery(undefined, {
    select: nullAs(noStats),
  })
  // Optional: without it, the cards show no second line.
  const recent = trpc.dashboard.recent.useQuery(undefined, { select: nullAs(noRecent) })
  if (error && !data) {
    return (
      <Paper>
        <ErrorState
          title={dashboard.statsFailed}
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      </Paper>
    )
  }
  const isBusy = !data || recent.isLoading
  return (
    <section
      aria-label={dashboard.summary}
      aria-busy={isBusy}
      className={isBrief ? own.brief : undefined}
    >
      <SimpleGrid cols={columns} spacing={{ base: 'sm', sm: 'md' }}>
        {data ? <Cards stats={data} recent={recent.data} /> : <CardSkeletons />}
      </SimpleGrid>
    </section>
  )
}

/** Placeholders of the same number and height as the cards. */
function CardSkeletons() {
  return Object.keys(dashboard.stats).map((name) => (
    <Paper key={name} className={own.cardSkeleton} p={{ base: 'sm', sm: 'md' }} data-skeleton>
      <Skeleton height="0.875rem" width="45%" my={3} />
      <Skeleton height="1.75rem" width="60%" my="0.5625rem" />
      <Skeleton height="0.75rem" width="70%" my="0.75rem" />
    </Paper>
  ))
}

type CardsProps = { stats: DashboardStats; recent: DashboardRecent | undefined }

function Cards({ stats, recent }: CardsProps) {
  const { currency, change } = stats
  const recentOf = (figure: string | undefined, by: number | null, format = formatChange) =>
    figure === undefined
      ? undefined
      : { days: dashboard.recentDays, figure, change: changeOf(by, format) }
  return (
    <>
      <StatCard
        label={dashboard.stats.totalRevenue}
        value={<MoneyText amount={stats.totalRevenue} currency={currency} />}
        word={<AllTime basis={dashboard.basis.currency(currency)} />}
        recent={recentOf(recent && formatMoney(recent.totalRevenue, currency), change.totalRevenue)}
        line={pastDays(recent?.days.totalRevenue)}
        note={<OtherTotals stats={stats} />}
        renderLink={(props) => (
          <Link to="/transactions" search={{ status: 'success', currency }} {...props} />
        )}
      />
      <StatCard
        label={dashboard.stats.totalTransactions}
        value={formatCount(stats.totalTransactions)}
        word={<AllTime basis={dashboard.basis.currencies} />}
        recent={recentOf(recent && formatCount(recent.totalTransactions), change.totalTransactions)}
        line={pastDays(recent?.days.totalTransactions)}
        renderLink={(props) => <Link to="/transactions" {...props} />}
      />
      <StatCard
        label={dashboard.stats.activeCustomers}
        value={formatCount(stats.activeCustomers)}
        word={<AllTime basis={dashboard.basis.customers} />}
        recent={recentOf(
          recent && dashboard.added(formatCount(recent.activeCustomers)),
          change.activeCustomers,
        )}
        line={pastDays(recent?.days.activeCustomers)}
        renderLink={(props) => <Link to="/customers" search={{ status: 'active' }} {...props} />}
      />
      <StatCard
        label={dashboard.stats.successRate}
        value={formatPercent(stats.successRate)}
        word={
          stats.totalTransactions === 0 ? (
            dashboard.noPayments
          ) : (
            <AllTime basis={dashboard.basis.final} />
          )
        }
        recent={recentOf(recent && rateText(recent), change.successRate, inPoints)}
        line={pastDays(recent?.days.successRate)}
        renderLink={(props) => <Link to="/transactions" search={{ final: true }} {...props} />}
      />
    </>
  )
}

function AllTime({ basis }: { basis: string }) {
  return (
    <>
      {dashboard.allTime}
      <VisuallyHidden>, {basis}</VisuallyHidden>
    </>
  )
}

const rateText = ({ successRate }: DashboardRecent): string =>
  successRate === null ? dashboard.noneFinal : formatPercent(successRate)

const inPoints = (points: number): string => dashboard.points(formatSigned(points))

/** Leaves out today: an unfinished day would make every line end in a fall. */
const pastDays = <T,>(days: readonly T[] | undefined): readonly T[] => days?.slice(0, -1) ?? []

function changeOf(by: number | null, format: (by: number) => string) {
  if (by === null) return undefined
  return { text: format(by), direction: directionOf(by), versus: dashboard.versus }
}

/** Lists the totals in other currencies, because currencies are never added together. */
function OtherTotals({
  stats: { byCurrency, currency: reportingCurrency },
}: {
  stats: DashboardStats
}) {
  const others = byCurrency.filter(
    ({ currency, totalRevenue }) => currency !== reportingCurrency && totalRevenue !== '0.00',
  )
  if (others.length === 0) return null
  return (
    <span>
      {dashboard.otherCurrencies}{' '}
      {others.map(({ currency, totalRevenue }, index) => (
        <Fragment key={currency}>
          {index > 0 && ', '}
          <Anchor
            className={classes.above}
            underline="always"
            renderRoot={(props) => (
              <Link to="/transactions" search={{ status: 'success', currency }} {...props} />
            )}
          >
            {formatMoney(totalRevenue, currency)}
          </Anchor>
        </Fragment>
      ))}
    </span>
  )
}
