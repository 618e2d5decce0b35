import { ActionIcon, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ErrorState } from '#client/components/error-state.tsx'
import { formatMonth, formatShortWeekday, formatWeekday, todayIn } from '#client/lib/words/days.ts'
import { formatMoney } from '#client/lib/words/format.ts'
import { money } from '#client/texts/en/money.ts'
import { trpc } from '#client/trpc.ts'
import type { ArrivingPayout } from '#server/features/money/money.schema.ts'
import { addDays, addMonths, type Day, type Month, monthOf, weekdayOf } from '#server/shared/day.ts'
import classes from './payout-calendar.module.css'

const texts = money.calendar

/** The payouts of a month on the days of their arrival: a grid of weeks, on phones a list of the days with payouts. */
export function PayoutCalendar({ timezone }: { timezone: string }) {
  const today = todayIn(timezone)
  const [month, setMonth] = useState<Month>(monthOf(today))
  const balances = trpc.balance.get.useQuery()
  const query = trpc.payouts.month.useQuery({ month })
  const { data, error, refetch, isFetching } = query
  // Without a balance the page says what to do first.
  if (!balances.data || balances.data.length === 0) return null
  return (
    <Paper component="section" aria-label={texts.label} p={{ base: 'md', sm: 'lg' }}>
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2}>{texts.label}</Title>
        <Group gap="xs">
          <ActionIcon
            variant="default"
            aria-label={texts.before}
            onClick={() => setMonth(addMonths(month, -1))}
          >
            <IconChevronLeft size={16} aria-hidden />
          </ActionIcon>
          <Text size="sm" fw={600} className={classes.month} aria-live="polite">
            {formatMonth(month)}
          </Text>
          <ActionIcon
            variant="default"
            aria-label={texts.after}
            onClick={() => setMonth(addMonths(month, 1))}
          >
            <IconChevronRight size={16} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      {data ? (
        <Days month={month} today={today} payouts={data} />
      ) : error ? (
        <ErrorState
          title={texts.failed}
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <Skeleton height="8rem" />
      )}
    </Paper>
  )
}

/** The days of any week, from Monday to Sunday. */
const week = daysOf('2026-06').slice(0, 7)

type DaysProps = { month: Month; today: Day; payouts: readonly ArrivingPayout[] }

function Days({ month, today, payouts }: DaysProps) {
  const shown = payouts.filter(({ day }) => monthOf(day) === month)
  if (shown.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {texts.none(formatMonth(month))}
      </Text>
    )
  }
  return (
    <ol className={classes.days}>
      {week.map((day) => (
        <li key={day} className={classes.weekday} aria-hidden>
          {formatShortWeekday(day)}
        </li>
      ))}
      {daysOf(month).map((day, at) => {
        const payoutsOfDay = shown.filter((payout) => payout.day === day)
        return (
          <li
            key={day}
            className={classes.day}
            data-empty={payoutsOfDay.length === 0 || undefined}
            data-today={day === today || undefined}
            // The first day is in the column of its weekday; weeks begin on Monday.
            style={at === 0 ? { gridColumnStart: ((weekdayOf(day) + 6) % 7) + 1 } : undefined}
          >
            <span className={classes.name}>
              <span className={classes.number}>{Number(day.slice(-2))}</span>
              <span className={classes.full}>{formatWeekday(day)}</span>
            </span>
            {payoutsOfDay.map((payout) => (
              <PayoutOfDay key={payout.id} payout={payout} />
            ))}
          </li>
        )
      })}
    </ol>
  )
}

const PayoutOfDay = ({ payout: { id, amount, currency, status } }: { payout: ArrivingPayout }) => (
  <Link
    to="/money/payouts/$payoutId"
    params={{ payoutId: id }}
    className={classes.payout}
    data-status={status}
    aria-label={texts.payout(formatMoney(amount, currency), money.statuses[status])}
  >
    <span>{formatMoney(amount, currency)}</span>
    <span className={classes.status}>{money.statuses[status]}</span>
  </Link>
)

function daysOf(month: Month): Day[] {
  const days: Day[] = []
  for (let day = `${month}-01`; monthOf(day) === month; day = addDays(day, 1)) days.push(day)
  return days
}
