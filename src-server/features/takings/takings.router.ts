import { member, router } from '#server/core/calls/trpc.ts'
import { listTakings } from './read-takings.ts'
import { ListTakings, Takings } from './takings.schema.ts'

export const takingsRouter = router({
  list: member
    .meta({
      rest: {
        method: 'GET',
        path: '/api/takings',
        summary: 'List takings by day',
        description:
          'Gross, refunds and net by business day, payment method and currency, and totals by currency. A refund counts on the day of the refund. Days without payments and refunds have no line. This month so far, unless `from` or `to` says otherwise; at most 366 days, while the export has no limit.',
      },
    })
    .input(ListTakings)
    .output(Takings)
    .query(({ ctx, input }) => listTakings(ctx, input)),
})
