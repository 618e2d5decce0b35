import { Anchor, Paper, SimpleGrid, Text } from '@mantine/core'
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from '#client/components/card.module.css'
import { ErrorState } from '#client/components/error-state.tsx'
import { MoneyText } from '#client/components/money-text.tsx'
import { StatCardSkeleton, StatHead, type StatHeadProps } from '#client/components/stat-card.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { todayIn } from '#client/lib/days.ts'
import { formatChange, formatCount, formatPercent } from '#client/lib/format.ts'
import { noSummary, nullAs } from '#client/lib/visitor.ts'
import { analytics } from '#client/texts/analytics.ts'
import { trpc } from '#client/trpc.ts'
import type { Summary } from '#server/features/analytics/analytics.schema.ts'
import { addDays, addMonths, type Month, monthOf } from '#server/shared/day.ts'
import type { Currency } from '#server/shared/money.ts'
import own from './analytics.module.css'

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

type SummaryCardProps = StatHeadProps & {
  note: ReactNode
  change: number | null
  formatChange: (change: number) => string
  /** For what gets better as it falls. */
  lessIsBetter?: boolean
}

function SummaryCard({ note, change, formatChange, lessIsBetter, ...head }: SummaryCardProps) {
  return (
    <Paper className={classes.card} p="md">
      <StatHead {...head} />
      <div className={classes.foot}>
        {change === null ? (
          <span>{texts.notComparable}</span>
        ) : (
          <>
            <span
              className={classes.change}
              data-direction={toneOf(lessIsBetter ? -change : change)}
            >
              <Arrow change={change} />
              {formatChange(change)}
            </span>
            <span>{texts.versus}</span>
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

/** A share of customers, so both of its counts open: who came back, and who could have. */
function RetentionCard({
  retention: { value, change, returned, paid },
  month,
}: RetentionCardProps) {
  const before = { paidIn: addMonths(month, -1) }
  const again = { ...before, paidAlsoIn: month }
  const frame = { label: texts.retention, change, formatChange }
  if (value === null) {
    return <SummaryCard {...frame} value={texts.none} note={texts.retentionMeaning} />
  }
  return (
    <SummaryCard
      {...frame}
      value={formatPercent(value)}
      renderLink={(props) => <Link to="/customers" search={again} {...props} />}
      note={
        <>
          <Anchor
            className={classes.above}
            underline="always"
            aria-label={texts.openReturned(formatCount(returned))}
            renderRoot={(props) => <Link to="/customers" search={again} {...props} />}
          >
            {formatCount(returned)}
          </Anchor>{' '}
          {texts.retentionOf}{' '}
          <Anchor
            className={classes.above}
            underline="always"
            aria-label={texts.openPaid(texts.customers(formatCount(paid)))}
            renderRoot={(props) => <Link to="/customers" search={before} {...props} />}
          >
            {texts.customers(formatCount(paid))}
          </Anchor>{' '}
          {texts.retentionNote}
        </>
      }
    />
  )
}
