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
import { formatChange } from '../../../lib/format.ts'
import { noSummary, nullAs } from '../../../lib/visitor.ts'
import { analytics } from '../../../texts/analytics.ts'
import { trpc } from '../../../trpc.ts'
import { RetentionCard } from './retention-card.tsx'
import { SummaryCard } from './summary-card.tsx'

const texts = analytics.summary

type Props = {
  /** What the address asks for; without it the server takes the reporting currency. */
  chosen: Currency | undefined
  currency: Currency
}

export function SummaryCards({ chosen, currency }: Props) {
  const query = trpc.analytics.summary.useQuery({ currency: chosen }, { select: nullAs(noSummary) })
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
  const { merchant } = useSignedIn()
  const month = monthOf(todayIn(merchant.timezone))
  const days = { from: `${month}-01`, to: addDays(`${addMonths(month, 1)}-01`, -1) }
  return (
    <>
      <SummaryCard
        label={texts.averageValue}
        // Amounts are above 0, so their mean is 0 only where there are none.
        value={
          averageValue.value === '0.00' ? (
            texts.none
          ) : (
            <MoneyText amount={averageValue.value} currency={averageValue.currency} />
          )
        }
        note={texts.averageNote(averageValue.currency)}
        change={averageValue.change}
        formatChange={formatChange}
        renderLink={(props) => (
          <Link to="/transactions" search={{ status: 'success', currency, ...days }} {...props} />
        )}
      />
      <RetentionCard retention={retention} month={month} />
      <SummaryCard
        label={texts.processingTime}
        value={
          processingTime.seconds === null ? texts.none : `${processingTime.seconds.toFixed(1)}s`
        }
        note={texts.processingNote}
        change={processingTime.change}
        formatChange={formatSeconds}
        lessIsBetter
        renderLink={(props) => (
          <Link to="/transactions" search={{ final: true, ...days }} {...props} />
        )}
      />
    </>
  )
}

/** "−0.5s", as the percentages are written. */
const formatSeconds = (seconds: number) => formatChange(seconds).replace('%', 's')
