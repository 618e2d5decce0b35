import { addDays, addMonths, type Day, type Month, monthOf } from '#server/shared/day.ts'
import type { Range } from './analytics.schema.ts'

/** A span of business days cut into labelled periods: days, or months for the longest range. */
export type Periods = { unit: 'day' | 'month'; from: Day; to: Day; labels: string[] }

const dayCounts = { '7d': 7, '30d': 30, '90d': 90 } as const
const MONTHS = 12

/** The periods of a range that ends today; `before` gives those of the same length before it. */
export function periodsOf(range: Range, today: Day, { before = false } = {}): Periods {
  if (range === '12m') {
    const last = addMonths(monthOf(today), before ? -MONTHS : 0)
    const labels = Array.from({ length: MONTHS }, (_, index) => addMonths(last, index + 1 - MONTHS))
    return { unit: 'month', from: `${labels[0]}-01`, to: lastDayOf(last), labels }
  }
  const count = dayCounts[range]
  const to = addDays(today, before ? -count : 0)
  const labels = Array.from({ length: count }, (_, index) => addDays(to, index + 1 - count))
  return { unit: 'day', from: addDays(to, 1 - count), to, labels }
}

export const lastDayOf = (month: Month): Day => addDays(`${addMonths(month, 1)}-01`, -1)

export type DaySum = { day: Day; status: string; count: number; amount: number }

/** Sums of days gathered under the labels of the periods, one number for each label. */
export function gather<T>(
  { unit, labels }: Periods,
  rows: readonly DaySum[],
  summarise: (rows: readonly DaySum[]) => T,
): T[] {
  const byLabel = new Map<string, DaySum[]>()
  for (const row of rows) {
    const label = unit === 'day' ? row.day : monthOf(row.day)
    const rowsOfLabel = byLabel.get(label)
    if (rowsOfLabel) rowsOfLabel.push(row)
    else byLabel.set(label, [row])
  }
  return labels.map((label) => summarise(byLabel.get(label) ?? []))
}

export const oneDecimal = (value: number): number => Math.round(value * 10) / 10

type StatusCount = { status: string; count: number }

export const countOf = (rows: readonly StatusCount[], status?: string): number =>
  rows
    .filter((row) => status === undefined || row.status === status)
    .reduce((total, { count }) => total + count, 0)

/** Minor units of successful payments. */
export const revenueOf = (rows: readonly DaySum[]): number =>
  rows.filter(({ status }) => status === 'success').reduce((total, { amount }) => total + amount, 0)

/** Success / (success + failed) in percent, one decimal; null when nothing is final. */
export function successRateOf(rows: readonly StatusCount[]): number | null {
  const success = countOf(rows, 'success')
  const final = success + countOf(rows, 'failed')
  return final === 0 ? null : oneDecimal((success / final) * 100)
}

/** In percent of what was before; null when there was nothing to compare with. */
export const changeInPercent = (before: number | null, after: number | null): number | null =>
  before === null || after === null || before === 0
    ? null
    : oneDecimal(((after - before) / before) * 100)

export const difference = (before: number | null, after: number | null): number | null =>
  before === null || after === null ? null : oneDecimal(after - before)

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const slots = ['Nights', 'Mornings', 'Afternoons', 'Evenings']

export const slotLabel = (weekday: number, slot: number): string =>
  `${weekdays[weekday]} ${slots[slot]}`

/** 'December 2024' */
export const monthLabel = (month: Month): string =>
  new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
