import { z } from 'zod'
import { Range } from '#server/features/analytics/analytics.schema.ts'
import { Currency } from '#server/shared/money.ts'

export const analyticsDefaults = { range: '12m', compare: false } as const

/** The state of the reports in their address. What makes no sense there is left out silently. */
export const AnalyticsSearch = z.object({
  range: Range.default(analyticsDefaults.range).catch(analyticsDefaults.range),
  compare: z.boolean().default(false).catch(false),
  currency: Currency.optional().catch(undefined),
})
export type AnalyticsSearch = z.infer<typeof AnalyticsSearch>

export const seriesInput = ({ range, compare, currency }: AnalyticsSearch) => ({
  range,
  compare,
  currency,
})
