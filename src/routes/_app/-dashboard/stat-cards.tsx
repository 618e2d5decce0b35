import { Anchor, Paper, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
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
import { NetNote } from './net-note.tsx'

const columns = { base: 2, lg: 4 }

type Props = {
  /** Shows each figure on one line, because there is nothing else before the first payment. */
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
      <Text size="sm" c="dimmed" mb="xs">
        {isBrief ? `${dashboard.allTime} · ${dashboard.noPayments}` : dashboard.periods}
      </Text>
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
      : { figure: dashboard.recentDays(figure), change: changeOf(by, format) }
  return (
    <>
      <StatCard
        label={dashboard.stats.totalRevenue}
        value={<MoneyText amount={stats.totalRevenue} currency={currency} />}
        basis={dashboard.basis.currency(currency)}
        recent={recentOf(recent && formatMoney(recent.totalRevenue, currency), change.totalRevenue)}
        line={pastDays(recent?.days.totalRevenue)}
        note={<RevenueNotes stats={stats} />}
        renderLink={(props) => (
          <Link to="/transactions" search={{ status: 'success', currency }} {...props} />
        )}
      />
      <StatCard
        label={dashboard.stats.totalTransactions}
        value={formatCount(stats.totalTransactions)}
        basis={dashboard.basis.currencies}
        recent={recentOf(recent && formatCount(recent.totalTransactions), change.totalTransactions)}
        line={pastDays(recent?.days.totalTransactions)}
        renderLink={(props) => <Link to="/transactions" {...props} />}
      />
      <StatCard
        label={dashboard.stats.activeCustomers}
        value={formatCount(stats.activeCustomers)}
        basis={dashboard.basis.customers}
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
        basis={dashboard.basis.final}
        recent={recentOf(recent && rateText(recent), change.successRate, inPoints)}
        line={pastDays(recent?.days.successRate)}
        renderLink={(props) => <Link to="/transactions" search={{ final: true }} {...props} />}
      />
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

/** Requested in its own batch, because a page's first batch carries at most ten calls. */
const ALL_TIME = {}

/**
 * The revenue after refunds or, once fees are known, after all costs. The other currencies follow, each with a link to
 * its payments: amounts in several currencies are never added together.
 */
function RevenueNotes({ stats: { byCurrency, currency } }: { stats: DashboardStats }) {
  const { data } = trpc.refunds.figures.useQuery(ALL_TIME)
  const { data: net } = trpc.dashboard.net.useQuery()
  const refunded = data?.byCurrency.find(
    (line) => line.currency === currency && line.refundCount > 0,
  )
  const others = byCurrency.filter(
    (each) => each.currency !== currency && each.totalRevenue !== '0.00',
  )
  if (!net && !refunded && others.length === 0) return null
  return (
    <>
      {net && <NetNote net={net} />}
      {!net && refunded && (
        <span>
          <NoteLink
            renderLink={(props) => (
              <Link to="/refunds" search={{ status: 'success', currency }} {...props} />
            )}
          >
            {dashboard.afterRefunds}
          </NoteLink>{' '}
          <MoneyText amount={refunded.net} currency={currency} />
        </span>
      )}
      {others.length > 0 && (
        <span>
          {dashboard.otherCurrencies}{' '}
          {others.map((other, index) => (
            <Fragment key={other.currency}>
              {index > 0 && ', '}
              <NoteLink
                renderLink={(props) => (
                  <Link
                    to="/transactions"
                    search={{ status: 'success', currency: other.currency }}
                    {...props}
                  />
                )}
              >
                {other.currency}
              </NoteLink>
            </Fragment>
          ))}
        </span>
      )}
    </>
  )
}

type NoteLinkProps = {
  renderLink: (props: { className?: string | undefined }) => ReactNode
  children: string
}

const NoteLink = ({ renderLink, children }: NoteLinkProps) => (
  <Anchor className={classes.above} underline="always" renderRoot={renderLink}>
    {children}
  </Anchor>
)
