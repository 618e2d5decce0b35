import type { MerchantCtx } from '#server/core/context.ts'
import { merchantCalendarOf } from '#server/services/rollups/calendar-positions.ts'
import { countCustomersByDay, sumByDay } from '#server/services/rollups/rollups.queries.ts'
import { localMoment } from '#server/shared/day.ts'
import { periodsOf } from '../analytics/analytics.rules.ts'
import { recentOf } from './dashboard.rules.ts'
import type { DashboardRecent } from './dashboard.schema.ts'

/** Returns the dashboard's figures of the last 30 days, day by day. */
export async function readRecentFigures({
  db,
  merchant,
  now,
}: MerchantCtx): Promise<DashboardRecent> {
  const periods = periodsOf('30d', localMoment(now(), merchant.timezone).day)
  const { from, to } = periods
  const span = { ...merchantCalendarOf(merchant), from, to }
  const { currency } = merchant
  const [payments, inCurrency, customers] = await Promise.all([
    sumByDay(db, span),
    sumByDay(db, { ...span, currency }),
    countCustomersByDay(db, { ...span, status: 'active' }),
  ])
  return recentOf({ currency, periods, payments, inCurrency, customers })
}
