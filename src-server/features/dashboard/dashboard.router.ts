import { member, router } from '#server/core/calls/trpc.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import { merchantCalendarOf } from '#server/services/rollups/calendar-positions.ts'
import { countCustomers, sumByCurrencyAndStatus } from '#server/services/rollups/rollups.queries.ts'
import { addDays, localMoment } from '#server/shared/day.ts'
import { NoInput } from '#server/shared/text/text.ts'
import { type SpanSums, statsOf } from './dashboard.rules.ts'
import {
  DashboardNet,
  DashboardRecent,
  DashboardStats,
  DashboardToday,
} from './dashboard.schema.ts'
import { readNet } from './net-figures.ts'
import { readRecentFigures } from './recent-figures.ts'
import { readToday } from './today-so-far.ts'

async function readSpanSums(
  { db, merchant }: MerchantCtx,
  span: { from?: string; to?: string },
): Promise<SpanSums> {
  const calendar = merchantCalendarOf(merchant)
  const [payments, customers] = await Promise.all([
    sumByCurrencyAndStatus(db, { ...calendar, ...span }),
    countCustomers(db, { ...calendar, status: 'active', ...span }),
  ])
  return { payments, customers }
}

export const dashboardRouter = router({
  stats: member
    .meta({
      rest: {
        method: 'GET',
        path: '/api/dashboard/stats',
        summary: 'Get the figures of the dashboard',
        description: 'Totals of all time; `change` compares the last 30 days with the 30 before.',
      },
    })
    .input(NoInput)
    .output(DashboardStats)
    .query(async ({ ctx }) => {
      const today = localMoment(ctx.now(), ctx.merchant.timezone).day
      const [all, recent, before] = await Promise.all([
        readSpanSums(ctx, {}),
        readSpanSums(ctx, { from: addDays(today, -29) }),
        readSpanSums(ctx, { from: addDays(today, -59), to: addDays(today, -30) }),
      ])
      return statsOf(ctx.merchant.currency, { all, recent, before })
    }),
  today: member
    .input(NoInput)
    .output(DashboardToday)
    .query(({ ctx }) => readToday(ctx)),
  recent: member
    .input(NoInput)
    .output(DashboardRecent)
    .query(({ ctx }) => readRecentFigures(ctx)),
  net: member
    .input(NoInput)
    .output(DashboardNet.nullable())
    .query(({ ctx }) => readNet(ctx)),
})
