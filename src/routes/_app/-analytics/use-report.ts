import type { Currency } from '#server/shared/money.ts'
import { noSeries, nullAs } from '../../../lib/visitor.ts'
import { trpc } from '../../../trpc.ts'
import { type AnalyticsSearch, seriesInput } from './analytics-search.ts'

/** Other figures of the same currency stay until the new ones are here; a currency never poses as another. */
const keepWithin =
  (currency: Currency | undefined) =>
  <T>(before: T | undefined, query: { queryKey: readonly unknown[] } | undefined) => {
    const [, options] = query?.queryKey ?? []
    const asked = options as { input?: { currency?: Currency } } | undefined
    return asked?.input?.currency === currency ? before : undefined
  }

export const useRevenue = (search: AnalyticsSearch) =>
  trpc.analytics.revenue.useQuery(seriesInput(search), {
    placeholderData: keepWithin(search.currency),
    select: nullAs(noSeries),
  })

export const useSuccessRate = (search: AnalyticsSearch) =>
  trpc.analytics.successRate.useQuery(seriesInput(search), {
    placeholderData: keepWithin(search.currency),
    select: nullAs(noSeries),
  })
