import { member, router } from '#server/core/calls/trpc.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import { countedOf } from '#server/services/rollups/places.ts'
import { countCustomers, sumByCurrencyAndStatus } from '#server/services/rollups/rollups.queries.ts'
import { addDays, localMoment } from '#server/shared/day.ts'
import { Nothing } from '#server/shared/text/text.ts'
import { type SpanSums, statsOf } from './dashboard.rules.ts'
import { DashboardRecent, DashboardStats, DashboardToday } from './dashboard.schema.ts'
import { recentFigures } from './recent-figures.ts'
import { todaySoFar } from './today-so-far.ts'

async function spanSums(
  { db, merchant }: MerchantCtx,
  span: { from?: string; to?: string },
): Promise<SpanSums> {
  const counted = countedOf(merchant)
  const [payments, customers] = await Promise.all([
    sumByCurrencyAndStatus(db, { ...counted, ...span }),
    countCustomers(db, { ...counted, status: 'active', ...span }),
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
    .input(Nothing)
    .output(DashboardStats)
    .query(async ({ ctx }) => {
      const today = localMoment(ctx.now(), ctx.merchant.timezone).day
      const [all, recent, before] = await Promise.all([
        spanSums(ctx, {}),
        spanSums(ctx, { from: addDays(today, -29) }),
        spanSums(ctx, { from: addDays(today, -59), to: addDays(today, -30) }),
      ])
      return statsOf(ctx.merchant.currency, { all, recent, before })
    }),
  today: member
    .input(Nothing)
    .output(DashboardToday)
    .query(({ ctx }) => todaySoFar(ctx)),
  recent: member
    .input(Nothing)
    .output(DashboardRecent)
    .query(({ ctx }) => recentFigures(ctx)),
})
