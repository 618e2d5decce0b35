import type { MerchantCtx } from '../../context.ts'
import { addDays, localMoment } from '../../shared/day.ts'
import { Nothing } from '../../shared/text.ts'
import { member, router } from '../../trpc.ts'
import { countedOf } from '../merchants/acting-merchant.ts'
import { countCustomers, sumByCurrencyAndStatus } from '../rollups/rollups.queries.ts'
import { type SpanSums, statsOf } from './dashboard.rules.ts'
import { DashboardStats } from './dashboard.schema.ts'

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
        description: 'Totals since ever; `change` compares the last 30 days with the 30 before.',
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
})
