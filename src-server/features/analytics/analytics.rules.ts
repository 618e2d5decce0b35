import { addDays, addMonths, type Day, type Month, monthOf, weekdayOf } from '#server/shared/day.ts'
import type { Range } from './range.schema.ts'

/** A span of business days cut into labelled periods: days, or months for the longest range. */
export type Periods = {
  unit: 'day' | 'month'
  from: Day
  to: Day
  labels: string[]
  labelOf: (day: Day) => string
}

const dayCounts = { '7d': 7, '30d': 30, '90d': 90 } as const
const MONTHS = 12

/** Returns the periods of a range that ends today; with `before`, the periods of the same length before it. */
export function periodsOf(range: Range, today: Day, { before = false } = {}): Periods {
  if (range === '12m') {
    const last = addMonths(monthOf(today), before ? -MONTHS : 0)
    const labels = Array.from({ length: MONTHS }, (_, index) => addMonths(last, index + 1 - MONTHS))
    return { unit: 'month', from: `${labels[0]}-01`, to: lastDayOf(last), labels, labelOf: monthOf }
  }
  const count = dayCounts[range]
  const to = addDays(today, before ? -count : 0)
  const labels = Array.from({ length: count }, (_, index) => addDays(to, index + 1 - count))
  return { unit: 'day', from: addDays(to, 1 - count), to, labels, labelOf: (day) => day }
}

/**
 * Groups days into weeks that begin on Monday, each labelled by its first day; the span may cut the first week. Cuts
 * the weeks of an earlier span at the same positions as the weeks of `reference`, so that the two spans can be
 * compared.
 */
export function byWeek(days: Periods, reference: Periods = days): Periods {
  if (days.unit !== 'day') return days
  const [first, firstReference] = [days.from, reference.from]
  const shift = daysBetween(first, firstReference)
  const labelOf = (day: Day): Day => {
    const shifted = addDays(day, shift)
    const monday = addDays(shifted, -((weekdayOf(shifted) + 6) % 7))
    return addDays(monday < firstReference ? firstReference : monday, -shift)
  }
  return { ...days, labels: [...new Set(days.labels.map(labelOf))], labelOf }
}

const DAY_MS = 86_400_000
const daysBetween = (from: Day, to: Day): number => (Date.parse(to) - Date.parse(from)) / DAY_MS

export const lastDayOf = (month: Month): Day => addDays(`${addMonths(month, 1)}-01`, -1)

/** Number and total amount, in minor units, of one business day's payments with one status. */
export type DaySum = { day: Day; status: string; count: number; amount: number }

/** Groups day sums by period label, and returns one value for each label. */
export function valuesByPeriod<T>(
  { labels, labelOf }: Pick<Periods, 'labels' | 'labelOf'>,
  rows: readonly DaySum[],
  summarise: (rows: readonly DaySum[]) => T,
): T[] {
  const byLabel = new Map<string, DaySum[]>()
  for (const row of rows) {
    const label = labelOf(row.day)
    const rowsOfLabel = byLabel.get(label)
    if (rowsOfLabel) rowsOfLabel.push(row)
    else byLabel.set(label, [row])
  }
  return labels.map((label) => summarise(byLabel.get(label) ?? []))
}

export const roundToOneDecimal = (value: number): number => Math.round(value * 10) / 10

type StatusCount = { status: string; count: number }

/** Counts the payments with a status; all payments when none is given. */
export const countOf = (rows: readonly StatusCount[], status?: string): number =>
  rows
    .filter((row) => status === undefined || row.status === status)
    .reduce((total, { count }) => total + count, 0)

/** Counts payments with a final status: `success` or `failed`. */
export const countFinal = (rows: readonly StatusCount[]): number =>
  countOf(rows, 'success') + countOf(rows, 'failed')

/** Sums successful payments, in minor units. */
export const revenueOf = (rows: readonly DaySum[]): number =>
  rows.filter(({ status }) => status === 'success').reduce((total, { amount }) => total + amount, 0)

/** Returns success / (success + failed) in percent, one decimal; null when no payment is final. */
export function successRateOf(rows: readonly StatusCount[]): number | null {
  const final = countFinal(rows)
  return final === 0 ? null : roundToOneDecimal((countOf(rows, 'success') / final) * 100)
}

/**
 * Returns the change in percent of the earlier value, with one decimal; null when a value is missing or the earlier one
 * is 0.
 */
export const changeInPercent = (before: number | null, after: number | null): number | null =>
  before === null || after === null || before === 0
    ? null
    : roundToOneDecimal(((after - before) / before) * 100)

/** Returns `after` minus `before`, with one decimal; null when a value is missing. */
export const difference = (before: number | null, after: number | null): number | null =>
  before === null || after === null ? null : roundToOneDecimal(after - before)

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const slots = ['Nights', 'Mornings', 'Afternoons', 'Evenings']

/** Returns a label such as 'Friday Evenings'. `weekday` 0 is Sunday, `slot` 0 the first six hours of a day. */
export const slotLabel = (weekday: number, slot: number): string =>
  `${weekdays[weekday]} ${slots[slot]}`

/** Returns the plural of a weekday, such as 'Fridays'; 0 is Sunday. */
export const weekdayLabel = (weekday: number): string => `${weekdays[weekday]}s`

/** Returns a day in English, such as 'November 4, 2026'. */
export const dayLabel = (day: Day): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

/** Returns a month in English, such as 'December 2024'. */
export const monthLabel = (month: Month): string =>
  new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
