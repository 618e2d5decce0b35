import { member, router, signedInMember } from '#server/core/calls/trpc.ts'
import { NoInput } from '#server/shared/text/text.ts'
import {
  FirstDay,
  MethodCosts,
  MethodCostsQuery,
  MethodsQuery,
  MethodTypeShares,
  PaymentMethodShares,
  Series,
  SeriesQuery,
  SuccessRateQuery,
  Summary,
  SummaryQuery,
  TransactionsVolume,
  VolumeQuery,
} from './analytics.schema.ts'
import {
  readFirstDay,
  readMethodShares,
  readRevenue,
  readSuccessRate,
  readVolume,
} from './analytics-series.ts'
import { readAnalyticsSummary } from './analytics-summary.ts'
import { readMethodCosts } from './method-costs.ts'
import { readMethodTypes } from './method-types.ts'

export const analyticsRouter = router({
  transactionsVolume: member
    .meta({
      rest: {
        method: 'GET',
        path: '/api/analytics/transactions-volume',
        summary: 'Count payments by period',
      },
    })
    .input(VolumeQuery)
    .output(TransactionsVolume)
    .query(({ ctx, input }) => readVolume(ctx, input)),
  paymentMethods: member
    .meta({
      rest: {
        method: 'GET',
        path: '/api/analytics/payment-methods',
        summary: 'Count successful payments by method',
      },
    })
    .input(MethodsQuery)
    .output(PaymentMethodShares)
    .query(({ ctx, input }) => readMethodShares(ctx, input)),
  methodTypes: member
    .meta({
      rest: {
        method: 'GET',
        path: '/api/analytics/method-types',
        summary: 'Count and sum successful payments by what the payer used',
        description:
          'The parts of a payment method add up to its number in `/api/analytics/payment-methods`.',
      },
    })
    .input(MethodsQuery)
    .output(MethodTypeShares)
    .query(({ ctx, input }) => readMethodTypes(ctx, input)),
  revenue: member
    .meta({
      rest: {
        method: 'GET',
        path: '/api/analytics/revenue',
        summary: 'Sum successful payments by period',
        description: 'In one currency and in major units.',
      },
    })
    .input(SeriesQuery)
    .output(Series)
    .query(({ ctx, input }) => readRevenue(ctx, input)),
  successRate: member
    .meta({
      rest: {
        method: 'GET',
        path: '/api/analytics/success-rate',
        summary: 'Get the success rate by period',
        description: 'Percent of the final payments; null where nothing is final.',
      },
    })
    .input(SuccessRateQuery)
    .output(Series)
    .query(({ ctx, input }) => readSuccessRate(ctx, input)),
  summary: member
    .meta({
      rest: {
        method: 'GET',
        path: '/api/analytics/summary',
        summary: 'Get average value, retention, processing time and the best periods',
      },
    })
    .input(SummaryQuery)
    .output(Summary)
    .query(({ ctx, input }) => readAnalyticsSummary(ctx, input)),
  /** Fees of payments by method, for the dashboard. */
  methodCosts: signedInMember
    .input(MethodCostsQuery)
    .output(MethodCosts)
    .query(({ ctx, input }) => readMethodCosts(ctx, input)),
  firstDay: member
    .input(NoInput)
    .output(FirstDay)
    .query(({ ctx }) => readFirstDay(ctx)),
})
