import { z } from 'zod'
import { addDays, type Day } from '#server/shared/day.ts'
import {
  firstOfQuarter,
  lastMonth,
  lastQuarter,
  lastYear,
} from '#server/shared/text/relative-days.ts'

/** Periods that move with the calendar: "last 30 days" means other days tomorrow. */
export const periods = [
  'today',
  'yesterday',
  '7d',
  '30d',
  '90d',
  'month',
  'last-month',
  'quarter',
  'last-quarter',
  'year',
  'last-year',
] as const
export const Period = z.enum(periods)
export type Period = z.infer<typeof Period>

/** Returns the days of a period as of today. */
export function daysOfPeriod(period: Period, today: Day): { from: Day; to: Day } {
  const days: Record<Period, { from: Day; to: Day }> = {
    today: { from: today, to: today },
    yesterday: { from: addDays(today, -1), to: addDays(today, -1) },
    '7d': { from: addDays(today, -6), to: today },
    '30d': { from: addDays(today, -29), to: today },
    '90d': { from: addDays(today, -89), to: today },
    month: { from: `${today.slice(0, 7)}-01`, to: today },
    'last-month': lastMonth(today),
    quarter: { from: firstOfQuarter(today), to: today },
    'last-quarter': lastQuarter(today),
    year: { from: `${today.slice(0, 4)}-01-01`, to: today },
    'last-year': lastYear(today),
  }
  return days[period]
}
