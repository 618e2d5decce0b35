import type { Db } from '#db/tables.ts'
import { type MerchantCalendar, sumBySlot } from '#server/services/rollups/rollups.queries.ts'
import { addMonths, type Day, type Month, weekdayOf } from '#server/shared/day.ts'
import { type Currency, decimalFromMinor } from '#server/shared/money/money.ts'
import {
  changeInPercent,
  type DaySum,
  dayLabel,
  lastDayOf,
  monthLabel,
  revenueOf,
  roundToOneDecimal,
  slotLabel,
  weekdayLabel,
} from './analytics.rules.ts'
import type { Summary } from './analytics.schema.ts'

type TopPeriod = Summary['topPeriods'][number]

type MonthSum = { month: Month; amount: number }

/** Returns the month with the most revenue, since a given month or ever; on a tie, the later one. */
export function bestMonthOf(
  months: readonly MonthSum[],
  currency: Currency,
  since: Month = '',
): TopPeriod | undefined {
  const best = months
    .filter(({ month }) => month >= since)
    .toSorted((a, b) => b.amount - a.amount || (a.month < b.month ? 1 : -1))
    .find(({ amount }) => amount > 0)
  if (!best) return undefined
  const before = months.find(({ month }) => month === addMonths(best.month, -1))
  return {
    kind: 'month',
    label: monthLabel(best.month),
    amount: decimalFromMinor(best.amount),
    share: null,
    change: changeInPercent(before?.amount ?? null, best.amount),
    filter: {
      status: 'success',
      currency,
      from: `${best.month}-01`,
      to: lastDayOf(best.month),
    },
  }
}

/** Returns the day with the most revenue; on a tie, the later one. */
export function bestDayOf(rows: readonly DaySum[], currency: Currency): TopPeriod | undefined {
  const total = revenueOf(rows)
  const [best] = rows
    .filter(({ status, amount }) => status === 'success' && amount > 0)
    .toSorted((a, b) => b.amount - a.amount || (a.day < b.day ? 1 : -1))
  if (!best) return undefined
  const { day, amount } = best
  return {
    kind: 'day',
    label: dayLabel(day),
    amount: decimalFromMinor(amount),
    share: roundToOneDecimal((amount / total) * 100),
    change: null,
    filter: { status: 'success', currency, from: day, to: day },
  }
}

/** Returns the weekday with the most revenue in a span. */
export function bestWeekdayOf(
  rows: readonly DaySum[],
  { currency, from, to }: { currency: Currency; from: Day; to: Day },
): TopPeriod | undefined {
  const total = revenueOf(rows)
  if (total === 0) return undefined
  const amounts = [0, 1, 2, 3, 4, 5, 6].map((weekday) =>
    revenueOf(rows.filter(({ day }) => weekdayOf(day) === weekday)),
  )
  const amount = Math.max(...amounts)
  const weekday = amounts.indexOf(amount)
  return {
    kind: 'weekday',
    label: weekdayLabel(weekday),
    amount: decimalFromMinor(amount),
    share: roundToOneDecimal((amount / total) * 100),
    change: null,
    filter: { status: 'success', currency, weekday, from, to },
  }
}

/** Returns the weekday and six-hour slot, such as Friday evenings, with the most revenue of all time. */
export async function findBestSlot(
  db: Db,
  where: MerchantCalendar & { currency: Currency },
): Promise<TopPeriod | undefined> {
  const rows = await sumBySlot(db, where)
  const total = rows.reduce((sum, { amount }) => sum + amount, 0)
  const [best] = rows.toSorted(
    (a, b) => b.amount - a.amount || a.weekday - b.weekday || a.slot - b.slot,
  )
  if (!best || best.amount === 0) return undefined
  const { weekday, slot, amount } = best
  return {
    kind: 'slot',
    label: slotLabel(weekday, slot),
    amount: decimalFromMinor(amount),
    share: roundToOneDecimal((amount / total) * 100),
    change: null,
    filter: { status: 'success', currency: where.currency, weekday, slot },
  }
}
