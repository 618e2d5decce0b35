import { Anchor, Paper, SimpleGrid, Text } from '@mantine/core'
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ErrorState } from '#client/components/error-state.tsx'
import classes from '#client/components/figures/card.module.css'
import {
  StatCardSkeleton,
  StatHead,
  type StatHeadProps,
} from '#client/components/figures/stat-card.tsx'
import { MoneyText } from '#client/components/text/money-text.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { noSummary, nullAs } from '#client/lib/visitor.ts'
import { todayIn } from '#client/lib/words/days.ts'
import { formatChange, formatCount, formatPercent, formatSigned } from '#client/lib/words/format.ts'
import { analytics } from '#client/texts/en/analytics.ts'
import { trpc } from '#client/trpc.ts'
import type { Summary } from '#server/features/analytics/analytics.schema.ts'
import { addMonths, type Month, monthOf } from '#server/shared/day.ts'
import own from './analytics.module.css'
import { type ReportSelection, summaryInput } from './analytics-search.ts'
import { keepWithin } from './report-card.tsx'
import { daysOf } from './series-points.ts'

const texts = analytics.summary

const summaryOrNone = nullAs(noSummary)

/** Keeps the previous range's figures until the new ones arrive. */
export const useSummary = (shown: ReportSelection) =>
  trpc.analytics.summary.useQuery(summaryInput(shown), {
    enabled: shown.range !== undefined,
    placeholderData: keepWithin(shown.chosen),
    select: summaryOrNone,
  })

export function SummaryCards({ shown }: { shown: ReportSelection }) {
  const query = useSummary(shown)
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
    <section
      aria-label={texts.label}
      aria-busy={!data}
      className={own.body}
      data-stale={query.isPlaceholderData || undefined}
    >
      <SimpleGrid cols={{ base: 1, md: 3 }} spacing="md">
        {data ? (
          <Cards summary={data} shown={shown} />
        ) : (
          [1, 2, 3].map((index) => <StatCardSkeleton key={index} />)
        )}
      </SimpleGrid>
    </section>
  )
}

function Cards({ summary, shown }: { summary: Summary; shown: ReportSelection }) {
  const { averageValue, retention, processingTime } = summary
  const { range = '12m', currency } = shown
  const { merchant } = useSignedIn()
  const today = todayIn(merchant.timezone)
  const days = daysOf(range, today)
  const compared = { versus: texts.versus[range], notComparable: texts.notComparable[range] }
  return (
    <>
      <SummaryCard
        label={texts.averageValue}
        // Amounts are positive, so a mean of 0 means that there are none.
        value={
          averageValue.value === '0.00' ? (
            texts.none
          ) : (
            <MoneyText amount={averageValue.value} currency={averageValue.currency} />
          )
        }
        note={texts.averageNote(averageValue.currency)}
        change={averageValue.change}
        {...compared}
        formatChange={formatChange}
        renderLink={(props) => (
          <Link to="/transactions" search={{ status: 'success', currency, ...days }} {...props} />
        )}
      />
      <RetentionCard retention={retention} month={monthOf(today)} />
      <SummaryCard
        label={texts.processingTime}
        value={
          processingTime.seconds === null
            ? texts.none
            : formatPercent(processingTime.seconds).replace('%', 's')
        }
        note={texts.processingNote}
        change={processingTime.change}
        {...compared}
        formatChange={formatSeconds}
        lessIsBetter
        renderLink={(props) => (
          <Link to="/transactions" search={{ final: true, ...days }} {...props} />
        )}
      />
    </>
  )
}

/** Formats a change in seconds as "−0.5s", like the percentages. */
const formatSeconds = (seconds: number) => `${formatSigned(seconds)}s`

type SummaryCardProps = StatHeadProps & {
  note: ReactNode
  change: number | null
  versus: string
  notComparable: string
  formatChange: (change: number) => string
  /** A falling value is an improvement. */
  lessIsBetter?: boolean
}

function SummaryCard(props: SummaryCardProps) {
  const { note, change, versus, notComparable, formatChange, lessIsBetter, ...head } = props
  return (
    <Paper className={classes.card} p="md">
      <StatHead {...head} />
      <div className={classes.foot}>
        {change === null ? (
          <span>{notComparable}</span>
        ) : (
          <>
            <span
              className={classes.change}
              data-direction={toneOf(lessIsBetter ? -change : change)}
            >
              <Arrow change={change} />
              {formatChange(change)}
            </span>
            <span>{versus}</span>
          </>
        )}
      </div>
      <Text size="xs" c="dimmed" className={own.note}>
        {note}
      </Text>
    </Paper>
  )
}

const toneOf = (change: number) => (change > 0 ? 'up' : change < 0 ? 'down' : 'same')

function Arrow({ change }: { change: number }) {
  const Icon = change > 0 ? IconArrowUpRight : change < 0 ? IconArrowDownRight : IconArrowRight
  return <Icon size={14} aria-hidden />
}

type RetentionCardProps = { retention: Summary['retention']; month: Month }

/** The share of returning customers; both of its counts link to their customers. */
function RetentionCard({
  retention: { value, change, returned, paid },
  month,
}: RetentionCardProps) {
  const paidBefore = { paidIn: addMonths(month, -1) }
  const returning = { ...paidBefore, paidAlsoIn: month }
  const shared = {
    label: texts.retention,
    change,
    versus: texts.versusMonth,
    notComparable: texts.notComparableMonth,
    formatChange,
  }
  if (value === null) {
    return <SummaryCard {...shared} value={texts.none} note={texts.retentionMeaning} />
  }
  return (
    <SummaryCard
      {...shared}
      value={formatPercent(value)}
      renderLink={(props) => <Link to="/customers" search={returning} {...props} />}
      note={
        <>
          <Anchor
            className={classes.above}
            underline="always"
            aria-label={texts.openReturned(formatCount(returned))}
            renderRoot={(props) => <Link to="/customers" search={returning} {...props} />}
          >
            {formatCount(returned)}
          </Anchor>{' '}
          {texts.retentionOf}{' '}
          <Anchor
            className={classes.above}
            underline="always"
            aria-label={texts.openPaid(texts.customers(formatCount(paid)))}
            renderRoot={(props) => <Link to="/customers" search={paidBefore} {...props} />}
          >
            {texts.customers(formatCount(paid))}
          </Anchor>{' '}
          {texts.retentionNote}
        </>
      }
    />
  )
}
