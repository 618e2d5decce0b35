import { addDays, localMoment } from '../../shared/day.ts'
import { Nothing } from '../../shared/text.ts'
import { member, router } from '../../trpc.ts'
import { countByDay, countByMethod } from '../rollups/rollups.queries.ts'
import { paymentMethodNames, paymentMethods } from '../transactions/transactions.schema.ts'
import { PaymentMethodShares, TransactionsVolume } from './analytics.schema.ts'

const VOLUME_DAYS = 30

export const analyticsRouter = router({
  transactionsVolume: member
    .meta({ rest: { method: 'GET', path: '/api/analytics/transactions-volume' } })
    .input(Nothing)
    .output(TransactionsVolume)
    .query(async ({ ctx }) => {
      const to = localMoment(ctx.now(), ctx.merchant.timezone).day
      const from = addDays(to, 1 - VOLUME_DAYS)
      const rows = await countByDay(ctx.db, { merchantId: ctx.merchant.id, from, to })
      const counts = new Map(rows.map(({ day, count }) => [day, count]))
      const labels = Array.from({ length: VOLUME_DAYS }, (_, index) => addDays(from, index))
      return { labels, data: labels.map((day) => counts.get(day) ?? 0) }
    }),
  paymentMethods: member
    .meta({ rest: { method: 'GET', path: '/api/analytics/payment-methods' } })
    .input(Nothing)
    .output(PaymentMethodShares)
    .query(async ({ ctx }) => {
      const rows = await countByMethod(ctx.db, { merchantId: ctx.merchant.id, status: 'success' })
      const counts = new Map(rows.map(({ paymentMethod, count }) => [paymentMethod, count]))
      return paymentMethods
        .map((method) => ({ name: paymentMethodNames[method], value: counts.get(method) ?? 0 }))
        .filter(({ value }) => value > 0)
    }),
})
