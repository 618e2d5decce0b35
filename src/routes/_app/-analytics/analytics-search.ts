import { z } from 'zod'
import { Range } from '#server/features/analytics/range.schema.ts'
import { addDays, type Day } from '#server/shared/day.ts'
import { Currency } from '#server/shared/money/money.ts'

export const analyticsDefaults = { compare: false } as const

/** The state of the reports in their address. What makes no sense there is left out silently. */
export const AnalyticsSearch = z.object({
  range: Range.optional().catch(undefined),
  compare: z.boolean().default(false).catch(false),
  currency: Currency.optional().catch(undefined),
})
export type AnalyticsSearch = z.infer<typeof AnalyticsSearch>

/** What the reports show. Until it is known how far back the payments reach, there may be no range. */
export type Shown = {
  range: Range | undefined
  compare: boolean
  /** What the address asks for; without it the server takes the reporting currency. */
  chosen: Currency | undefined
  currency: Currency
}

type Asked = Pick<Shown, 'range' | 'compare' | 'chosen'>

export const revenueInput = ({ range, compare, chosen }: Asked) => ({
  range,
  compare,
  currency: chosen,
})

/** By day a share of few payments is 0 or 100; above a month it is told by week. */
export const rateInput = (asked: Asked) => ({
  ...revenueInput(asked),
  counts: true,
  ...(asked.range === '90d' && { by: 'week' as const }),
})

export const summaryInput = ({ range, chosen }: Asked) => ({ range, currency: chosen })

const dayRanges = [
  ['7d', 7],
  ['30d', 30],
  ['90d', 90],
] as const

/** The shortest range that holds every payment, or else the longest there is. */
export function rangeSince(first: Day | null, today: Day): Range {
  if (first === null) return '30d'
  return dayRanges.find(([, days]) => first > addDays(today, -days))?.[0] ?? '12m'
}
