import { Paper, SimpleGrid } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Summary } from '#server/features/analytics/analytics.schema.ts'
import { addDays, addMonths, monthOf } from '#server/shared/day.ts'
import type { Currency } from '#server/shared/money.ts'
import { ErrorState } from '../../../components/error-state.tsx'
import { MoneyText } from '../../../components/money-text.tsx'
import { StatCardSkeleton } from '../../../components/stat-card.tsx'
import { useSignedIn } from '../../../features/session/signed-in.ts'
import { todayIn } from '../../../lib/days.ts'
import { formatChange, formatPercent } from '../../../lib/format.ts'
import { analytics } from '../../../texts/analytics.ts'
import { trpc } from '../../../trpc.ts'
import classes from './analytics.module.css'
import { SummaryCard } from './summary-card.tsx'

const texts = analytics.summary

type Props = {
  /** What the address asks for; without it the server takes the reporting currency. */
  chosen: Currency | undefined
  currency: Currency
}

export function SummaryCards({ chosen, currency }: Props) {
  const query = trpc.analytics.summary.useQuery({ currency: chosen })
  const { data, error, refetch, isFetching } = query
  if (error && !data) {
    return (
      <Paper>
        <ErrorState
          title={texts.failed}
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      </Paper>
    )
  }
  return (
    <section aria-label={texts.label} aria-busy={!data}>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
        {data ? (
          <Cards summary={data} currency={currency} />
        ) : (
          [1, 2, 3].map((place) => <StatCardSkeleton key={place} />)
        )}
      </SimpleGrid>
    </section>
  )
}

function Cards({ summary, currency }: { summary: Summary; currency: Currency }) {
  const { averageValue, retention, processingTime } = summary
  const month = useThisMonth()
  return (
    <>
      <Link
        to="/transactions"
        search={{ status: 'success', currency, ...month }}
        className={classes.cardLink}
      >
        <SummaryCard
          label={texts.averageValue}
          value={<MoneyText amount={averageValue.value} currency={averageValue.currency} />}
          note={texts.averageNote(averageValue.currency)}
          change={averageValue.change}
          formatChange={formatChange}
        />
      </Link>
      <SummaryCard
        label={texts.retention}
        value={retention.value === null ? texts.none : formatPercent(retention.value)}
        note={texts.retentionNote}
        change={retention.change}
        formatChange={formatChange}
      />
      <Link to="/transactions" search={month} className={classes.cardLink}>
        <SummaryCard
          label={texts.processingTime}
          value={
            processingTime.seconds === null ? texts.none : `${processingTime.seconds.toFixed(1)}s`
          }
          note={texts.processingNote}
          change={processingTime.change}
          formatChange={formatSeconds}
          lessIsBetter
        />
      </Link>
    </>
  )
}

/** "−0.5s", as the percentages are written. */
const formatSeconds = (seconds: number) => formatChange(seconds).replace('%', 's')

function useThisMonth() {
  const { timezone } = useSignedIn().merchant
  const month = monthOf(todayIn(timezone))
  return { from: `${month}-01`, to: addDays(`${addMonths(month, 1)}-01`, -1) }
}
