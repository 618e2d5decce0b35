import { z } from 'zod'
import { Range } from '#server/features/analytics/range.schema.ts'
import { addDays, type Day } from '#server/shared/day.ts'
import { Currency } from '#server/shared/money/money.ts'

export const analyticsDefaults = { compare: false } as const

/** The reports' state in the URL. Invalid values are dropped silently. */
export const AnalyticsSearch = z.object({
  range: Range.optional().catch(undefined),
  compare: z.boolean().default(false).catch(false),
  currency: Currency.optional().catch(undefined),
})
export type AnalyticsSearch = z.infer<typeof AnalyticsSearch>

/** The selection that the reports show. The range is missing until the date of the first payment is known. */
export type ReportSelection = {
  range: Range | undefined
  compare: boolean
  /** The currency in the URL; without one, the server uses the reporting currency. */
  chosen: Currency | undefined
  currency: Currency
}

type SelectionInUrl = Pick<ReportSelection, 'range' | 'compare' | 'chosen'>

/** Returns the input of the revenue query. */
export const revenueInput = ({ range, compare, chosen }: SelectionInUrl) => ({
  range,
  compare,
  currency: chosen,
})

/**
 * Returns the input of the success rate query. Groups 90 days by week: on days with few payments, a rate is
 * often 0 or 100.
 */
export const rateInput = (selection: SelectionInUrl) => ({
  ...revenueInput(selection),
  counts: true,
  ...(selection.range === '90d' && { by: 'week' as const }),
})

/** Returns the input of the summary query. */
export const summaryInput = ({ range, chosen }: SelectionInUrl) => ({ range, currency: chosen })

const dayRanges = [
  ['7d', 7],
  ['30d', 30],
  ['90d', 90],
] as const

/** Returns the shortest range that contains every payment, or else the longest range. */
export function rangeSince(first: Day | null, today: Day): Range {
  if (first === null) return '30d'
  return dayRanges.find(([, days]) => first > addDays(today, -days))?.[0] ?? '12m'
}
