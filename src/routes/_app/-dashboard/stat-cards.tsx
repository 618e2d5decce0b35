import { Anchor, Paper, SimpleGrid } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import classes from '#client/components/card.module.css'
import { ErrorState } from '#client/components/error-state.tsx'
import { MoneyText } from '#client/components/money-text.tsx'
import { StatCard, StatCardSkeleton } from '#client/components/stat-card.tsx'
import {
  formatChange,
  formatCount,
  formatMoney,
  formatPercent,
  formatPoints,
} from '#client/lib/format.ts'
import { noStats, nullAs } from '#client/lib/visitor.ts'
import { dashboard } from '#client/texts/dashboard.ts'
import { trpc } from '#client/trpc.ts'
import type { DashboardStats } from '#server/features/dashboard/dashboard.schema.ts'

const columns = { base: 2, lg: 4 }

export function StatCards() {
  const { data, error, refetch, isFetching } = trpc.dashboard.stats.useQuery(undefined, {
    select: nullAs(noStats),
  })
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
  return (
    <section aria-label={dashboard.summary} aria-busy={!data}>
      <SimpleGrid cols={columns} spacing={{ base: 'sm', sm: 'md' }}>
        {data ? <Cards stats={data} /> : <CardSkeletons />}
      </SimpleGrid>
    </section>
  )
}

function CardSkeletons() {
  return Object.keys(dashboard.stats).map((name) => <StatCardSkeleton key={name} />)
}

function Cards({ stats }: { stats: DashboardStats }) {
  const { currency, change } = stats
  return (
    <>
      <StatCard
        label={dashboard.stats.totalRevenue}
        value={<MoneyText amount={stats.totalRevenue} currency={currency} />}
        change={changeOf(change.totalRevenue)}
        basis={dashboard.basis.currency(currency)}
        note={<OtherTotals stats={stats} />}
        renderLink={(props) => (
          <Link to="/transactions" search={{ status: 'success', currency }} {...props} />
        )}
      />
      <StatCard
        label={dashboard.stats.totalTransactions}
        value={formatCount(stats.totalTransactions)}
        change={changeOf(change.totalTransactions)}
        basis={dashboard.basis.currencies}
        renderLink={(props) => <Link to="/transactions" {...props} />}
      />
      <StatCard
        label={dashboard.stats.activeCustomers}
        value={formatCount(stats.activeCustomers)}
        change={changeOf(change.activeCustomers, dashboard.versusAdded)}
        basis={dashboard.basis.customers}
        renderLink={(props) => <Link to="/customers" search={{ status: 'active' }} {...props} />}
      />
      <StatCard
        label={dashboard.stats.successRate}
        value={formatPercent(stats.successRate)}
        change={changeOf(change.successRate, dashboard.versus, formatPoints)}
        basis={dashboard.basis.final}
        renderLink={(props) => <Link to="/transactions" search={{ final: true }} {...props} />}
      />
    </>
  )
}

function changeOf(by: number | null, versus: string = dashboard.versus, format = formatChange) {
  if (by === null) return undefined
  const direction = by > 0 ? 'up' : by < 0 ? 'down' : 'same'
  return { text: format(by), direction, versus } as const
}

/** Currencies are never added together, so the others are named beside the total. */
function OtherTotals({ stats: { byCurrency, currency: own } }: { stats: DashboardStats }) {
  const others = byCurrency.filter(
    ({ currency, totalRevenue }) => currency !== own && totalRevenue !== '0.00',
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
