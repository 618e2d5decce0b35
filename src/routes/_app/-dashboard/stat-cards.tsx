import { Paper, SimpleGrid } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { DashboardStats } from '#server/features/dashboard/dashboard.schema.ts'
import { ErrorState } from '../../../components/error-state.tsx'
import { MoneyText } from '../../../components/money-text.tsx'
import { StatCard, StatCardSkeleton } from '../../../components/stat-card.tsx'
import { formatChange, formatCount, formatMoney, formatPercent } from '../../../lib/format.ts'
import { dashboard } from '../../../texts/dashboard.ts'
import { trpc } from '../../../trpc.ts'
import classes from './dashboard.module.css'

const columns = { base: 2, lg: 4 }

export function StatCards() {
  const { data, error, refetch, isFetching } = trpc.dashboard.stats.useQuery()
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
      <Link
        to="/transactions"
        search={{ status: 'success', currency }}
        className={classes.cardLink}
      >
        <StatCard
          label={dashboard.stats.totalRevenue}
          value={<MoneyText amount={stats.totalRevenue} currency={currency} />}
          change={changeOf(change.totalRevenue)}
          note={otherTotals(stats)}
        />
      </Link>
      <Link to="/transactions" className={classes.cardLink}>
        <StatCard
          label={dashboard.stats.totalTransactions}
          value={formatCount(stats.totalTransactions)}
          change={changeOf(change.totalTransactions)}
        />
      </Link>
      <Link to="/customers" search={{ status: 'active' }} className={classes.cardLink}>
        <StatCard
          label={dashboard.stats.activeCustomers}
          value={formatCount(stats.activeCustomers)}
          change={changeOf(change.activeCustomers)}
        />
      </Link>
      <Link to="/transactions" className={classes.cardLink}>
        <StatCard
          label={dashboard.stats.successRate}
          value={formatPercent(stats.successRate)}
          change={changeOf(change.successRate)}
        />
      </Link>
    </>
  )
}

function changeOf(percent: number | null) {
  if (percent === null) return undefined
  const direction = percent > 0 ? 'up' : percent < 0 ? 'down' : 'same'
  return { text: formatChange(percent), direction, versus: dashboard.versus } as const
}

/** Currencies are never added together, so the others are named beside the total. */
function otherTotals({ byCurrency, currency }: DashboardStats): string | undefined {
  const others = byCurrency
    .filter((total) => total.currency !== currency && total.totalRevenue !== '0.00')
    .map((total) => formatMoney(total.totalRevenue, total.currency))
  return others.length > 0 ? dashboard.otherCurrencies(others.join(', ')) : undefined
}
