import { AppError } from '#server/core/calls/errors.ts'
import { member, router, signedInMember } from '#server/core/calls/trpc.ts'
import { listGroups } from '#server/core/lists/list-groups.ts'
import { listPage } from '#server/core/lists/list-page.ts'
import { enforceIdempotency } from '#server/services/idempotency/idempotently.ts'
import { listSummary } from '#server/shared/list-summary.ts'
import { createPayout } from './create-payout.ts'
import { sumsOfPayout } from './entry-sums.ts'
import { payoutOf } from './money.rules.ts'
import {
  ArrivingPayout,
  ListPayouts,
  NewPayout,
  Payout,
  PayoutDetail,
  PayoutKey,
  PayoutMonth,
  PayoutPage,
  SummarizePayouts,
} from './money.schema.ts'
import { PayoutStatus } from './money-enums.schema.ts'
import { readPayoutMonth } from './payout-calendar.ts'
import { payoutList } from './payouts.list.ts'
import { findPayout } from './payouts.queries.ts'

export const payoutsRouter = router({
  list: member
    .meta({
      rest: {
        method: 'GET',
        path: '/api/payouts',
        isList: true,
        summary: 'List payouts',
        description: 'Newest first, unless `sort` says otherwise.',
      },
    })
    .input(ListPayouts)
    .output(PayoutPage)
    .query(({ ctx, input }) => listPage(ctx, payoutList, input)),
  get: member
    .meta({
      rest: {
        method: 'GET',
        path: '/api/payouts/{id}',
        summary: 'Get a payout with the sums of its entries',
        description: 'Its entries are found by `GET /api/balance/entries?payoutId=`.',
        errors: ['not_found'],
      },
    })
    .input(PayoutKey)
    .output(PayoutDetail)
    .query(async ({ ctx, input }) => {
      const row = await findPayout(ctx.db, { merchantId: ctx.merchant.id, id: input.id })
      if (!row) throw new AppError('not_found', 'There is no such payout.')
      return { ...payoutOf(row), contents: row.contents, sums: await sumsOfPayout(ctx, row.id) }
    }),
  create: member
    .meta({
      rest: {
        method: 'POST',
        path: '/api/payouts',
        status: 201,
        summary: 'Pay out at once, in the sandbox',
        description:
          'Pays out all that is available in a currency, as the sandbox does by itself each day at 06:00 UTC. It arrives a day later. Other processors pay out by themselves.',
        errors: ['conflict', 'unprocessable'],
      },
    })
    .input(NewPayout)
    .use(enforceIdempotency)
    .output(Payout)
    .mutation(({ ctx, input }) => createPayout(ctx, input)),
  /** Payouts by the day of their arrival, for the dashboard's calendar. */
  month: signedInMember
    .input(PayoutMonth)
    .output(ArrivingPayout.array())
    .query(({ ctx, input }) => readPayoutMonth(ctx, input)),
  /** Totals of a list, for the dashboard. */
  summary: signedInMember
    .input(SummarizePayouts)
    .output(listSummary(PayoutStatus))
    .query(({ ctx, input }) => listGroups(ctx, payoutList, input)),
})
