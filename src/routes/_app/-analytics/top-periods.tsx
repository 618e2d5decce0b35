import { Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { MoneyText } from '#client/components/text/money-text.tsx'
import { TransactionSearch } from '#client/features/transactions/transaction-search.ts'
import { formatMonth, formatWeekday } from '#client/lib/words/days.ts'
import { formatChange, formatPercent } from '#client/lib/words/format.ts'
import { analytics } from '#client/texts/en/analytics.ts'
import { common } from '#client/texts/en/common.ts'
import type { Summary } from '#server/features/analytics/analytics.schema.ts'
import type { Currency } from '#server/shared/money/money.ts'
import classes from './analytics.module.css'
import type { ReportSelection } from './analytics-search.ts'
import { useSummary } from './summary-cards.tsx'

const texts = analytics.top

/** Renders nothing on failure: the cards above use the same request and report it. */
export function TopPeriods({ shown }: { shown: ReportSelection }) {
  const { currency } = shown
  const { data, error, isPlaceholderData } = useSummary(shown)
  if (error && !data) return null
  return (
    <Paper component="section" aria-label={texts.title} aria-busy={!data}>
      <Stack gap={0} px="md" py="sm">
        <Title order={2}>{texts.title}</Title>
        <Text size="xs" c="dimmed">
          {texts.about(currency)}
        </Text>
      </Stack>
      {!data ? (
        <Stack gap="md" p="md">
          <Skeleton height="2.5rem" />
          <Skeleton height="2.5rem" />
        </Stack>
      ) : data.topPeriods.length === 0 ? (
        <Text c="dimmed" size="sm" ta="center" py="xl">
          {common.noData}
        </Text>
      ) : (
        <ul
          className={`${classes.periods} ${classes.body}`}
          data-stale={isPlaceholderData || undefined}
        >
          {data.topPeriods.map((period) => (
            <li key={period.kind}>
              <TopPeriod period={period} currency={currency} />
            </li>
          ))}
        </ul>
      )}
    </Paper>
  )
}

/** Italian day names are lower case, even at the start of a text. */
const capitalised = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1)

/** Returns a period's name in the page's language, from the filter that lists its payments. */
function nameOf({ kind, label, filter }: Summary['topPeriods'][number]): string {
  const { from, weekday, slot } = filter
  if (kind === 'month' && typeof from === 'string') return formatMonth(from.slice(0, 7))
  if (kind === 'day' && typeof from === 'string') return capitalised(formatWeekday(from))
  if (kind === 'weekday' && typeof weekday === 'number') return texts.weekdays[weekday] ?? label
  if (typeof weekday === 'number' && typeof slot === 'number') {
    return texts.slots[slot]?.(weekday) ?? label
  }
  return label
}

type PeriodProps = { period: Summary['topPeriods'][number]; currency: Currency }

function TopPeriod({ period, currency }: PeriodProps) {
  const { kind, amount, share, change, filter } = period
  return (
    <Link to="/transactions" search={TransactionSearch.parse(filter)} className={classes.top}>
      <div>
        <Text fw={600}>{nameOf(period)}</Text>
        <Text size="xs" c="dimmed">
          {texts.kinds[kind]}
        </Text>
      </div>
      <div className={classes.periodFigures}>
        <Text fw={600} component="span">
          <MoneyText amount={amount} currency={currency} />
        </Text>
        <Text size="xs" c="dimmed">
          {share !== null && texts.shares[kind === 'slot' ? 'week' : 'range'](formatPercent(share))}
          {change !== null && (
            <>
              <span className={classes.change} data-direction={change < 0 ? 'down' : 'up'}>
                {formatChange(change)}
              </span>{' '}
              {texts.versusMonth}
            </>
          )}
        </Text>
      </div>
    </Link>
  )
}
