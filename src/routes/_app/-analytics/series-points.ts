import { formatFullDay, formatMonth, formatSpan, formatWeekday } from '#client/lib/words/days.ts'
import { formatDay } from '#client/lib/words/format.ts'
import type { Series } from '#server/features/analytics/analytics.schema.ts'
import type { Range } from '#server/features/analytics/range.schema.ts'
import { addDays, addMonths, type Day, type Month, monthOf } from '#server/shared/day.ts'

/** A period of the axis: its name, its short name at a point, and its first and last business day. */
export type Period = { name: string; short: string; from: Day; to: Day }

export type Unit = 'day' | 'week' | 'month'

type Figure = { period: Period; value: number | null; count?: number }

export type Point = Figure & {
  /** The short label on the axis. */
  label: string
  /** The period has not ended, so its figure can still grow. */
  isOpen: boolean
  /** Only when two periods are compared. */
  before?: Figure
}

const isMonth = (label: string) => label.length === 'YYYY-MM'.length

/**
 * Returns the unit of the labels. Weeks are labelled by their first day, and the first week may be shorter
 * than seven days.
 */
export function unitOf({ labels }: Series): Unit {
  if (labels.every(isMonth)) return 'month'
  const [, second, third] = labels
  return second !== undefined && third === addDays(second, 7) ? 'week' : 'day'
}

function monthPeriod(month: Month): Period {
  const to = addDays(`${addMonths(month, 1)}-01`, -1)
  return { name: formatMonth(month), short: formatMonth(month), from: `${month}-01`, to }
}

const dayPeriod = (day: Day): Period => ({
  name: formatFullDay(day),
  short: formatWeekday(day),
  from: day,
  to: day,
})

function weekPeriod(from: Day, to: Day): Period {
  if (from === to) return dayPeriod(from)
  const name = formatSpan(from, to)
  return { name, short: name, from, to }
}

const DAY_MS = 86_400_000

/** Returns each label's period, and the matching period of the previous span. */
function periodsOf(series: Series, today: Day): (readonly [Period, Period])[] {
  const { labels } = series
  const unit = unitOf(series)
  if (unit === 'month') {
    return labels.map((label) => [
      monthPeriod(label),
      monthPeriod(addMonths(label, -labels.length)),
    ])
  }
  if (unit === 'day') {
    return labels.map((label) => [dayPeriod(label), dayPeriod(addDays(label, -labels.length))])
  }
  const days = (Date.parse(today) - Date.parse(labels[0] ?? today)) / DAY_MS + 1
  return labels.map((from, index) => {
    const next = labels[index + 1]
    const to = next ? addDays(next, -1) : today
    return [weekPeriod(from, to), weekPeriod(addDays(from, -days), addDays(to, -days))]
  })
}

export function pointsOf(series: Series, today: Day): Point[] {
  const {
    labels,
    datasets: [current, before],
  } = series
  return periodsOf(series, today).map(([period, earlier], index) => {
    const label = labels[index] ?? ''
    return {
      label: isMonth(label) ? formatMonth(label, 'short') : formatDay(label),
      isOpen: period.to >= today,
      ...figureOf(period, current, index),
      ...(before && { before: figureOf(earlier, before, index) }),
    }
  })
}

function figureOf(period: Period, dataset: Series['datasets'][number] | undefined, index: number) {
  const count = dataset?.counts?.[index]
  return {
    period,
    value: dataset?.data[index] ?? null,
    ...(count !== undefined && { count }),
  }
}

export const valuesOf = (points: readonly Point[]): number[] =>
  points
    .flatMap(({ value, before }) => [value, before?.value ?? null])
    .filter((value) => value !== null)

const dayCounts = { '7d': 7, '30d': 30, '90d': 90 } as const

/** Returns a range's first and last business day. The range of months ends with the current month. */
export function daysOf(range: Range, today: Day): { from: Day; to: Day } {
  if (range !== '12m') return { from: addDays(today, 1 - dayCounts[range]), to: today }
  const month = monthOf(today)
  return { from: `${addMonths(month, -11)}-01`, to: addDays(`${addMonths(month, 1)}-01`, -1) }
}
