import { AppError } from '#server/core/calls/errors.ts'
import { confirmedOwner, member, router, signedInMember } from '#server/core/calls/trpc.ts'
import { listGroups } from '#server/core/lists/list-groups.ts'
import { listPage } from '#server/core/lists/list-page.ts'
import { enforceIdempotency } from '#server/services/idempotency/idempotently.ts'
import { listSummary } from '#server/shared/list-summary.ts'
import { assertOwnPayment, confineToOwnRefunds } from '../transactions/shop-payments.ts'
import { createRefund } from './create-refund.ts'
import { approveRefund, cancelRefund, refuseRefund } from './decide-refund.ts'
import { ReadFigures, RefundFigures } from './figures/refund-figures.schema.ts'
import { readRefundFigures } from './figures/refund-figures.ts'
import { LateRefund } from './late/late-refunds.schema.ts'
import { refundLateCapture } from './late/refund-late-capture.ts'
import { PaymentMoney, readPaymentMoney } from './payment-money.ts'
import { RefundStatus } from './refund-enums.schema.ts'
import { refundList } from './refunds.list.ts'
import { findRefund, listRefundEvents } from './refunds.queries.ts'
import { readRefundOf, refundEventOf } from './refunds.rules.ts'
import {
  ListRefunds,
  NewRefund,
  Refund,
  RefundDetail,
  RefundKey,
  RefundPage,
  SummarizeRefunds,
} from './refunds.schema.ts'

export const refundsRouter = router({
  create: member
    .meta({
      rest: {
        method: 'POST',
        path: '/api/transactions/{id}/refunds',
        status: 201,
        summary: 'Refund a payment',
        description:
          'Refunds `amount` of a payment that succeeded, or all that is left of it. A payment can have many refunds, together never more than what was paid. Returns 201 also when the refund failed: `status` says so. A refund by staff beyond their limit stays `pending` until an owner agrees.',
        errors: ['not_found', 'conflict', 'unprocessable'],
      },
      scope: 'refund',
      needsIdempotencyKey: true,
      storesResponse: true,
      isForShops: true,
    })
    .input(NewRefund)
    .use(enforceIdempotency)
    .output(Refund)
    .mutation(async ({ ctx, input }) => {
      await assertOwnPayment(ctx, input.id)
      return createRefund(ctx, input)
    }),
  list: member
    .meta({
      rest: {
        method: 'GET',
        path: '/api/refunds',
        isList: true,
        summary: 'List refunds',
        description: 'Newest first, unless `sort` says otherwise.',
      },
      isForShops: true,
    })
    .input(ListRefunds)
    .output(RefundPage)
    .query(async ({ ctx, input }) =>
      listPage(ctx, refundList, await confineToOwnRefunds(ctx, input)),
    ),
  get: member
    .meta({
      rest: {
        method: 'GET',
        path: '/api/refunds/{id}',
        summary: 'Get a refund with its events',
        errors: ['not_found'],
      },
      isForShops: true,
    })
    .input(RefundKey)
    .output(RefundDetail)
    .query(async ({ ctx, input }) => {
      const merchantId = ctx.merchant.id
      const row = await findRefund(ctx.db, { merchantId, id: input.id })
      if (!row) throw new AppError('not_found', 'There is no such refund.')
      await assertOwnPayment(ctx, row.transactionId)
      const events = await listRefundEvents(ctx.db, { merchantId, refundId: row.id })
      return { ...readRefundOf(row), events: events.map(refundEventOf) }
    }),
  /** Amounts, attempts and refunds of a payment, for its page. */
  ofPayment: signedInMember
    .input(RefundKey)
    .output(PaymentMoney)
    .query(({ ctx, input }) => readPaymentMoney(ctx, input)),
  /** Gross, refunded and net amounts, for dashboard, analytics and customers. */
  figures: signedInMember
    .input(ReadFigures)
    .output(RefundFigures)
    .query(({ ctx, input }) => readRefundFigures(ctx, input)),
  /** Totals of a list, for the dashboard. */
  summary: signedInMember
    .input(SummarizeRefunds)
    .output(listSummary(RefundStatus))
    .query(({ ctx, input }) => listGroups(ctx, refundList, input)),
  /** Refunds money that the processor took after the payment had ended. */
  refundLate: confirmedOwner
    .input(RefundKey)
    .output(LateRefund)
    .mutation(({ ctx, input }) => refundLateCapture(ctx, input)),
  approve: confirmedOwner
    .input(RefundKey)
    .output(Refund)
    .mutation(({ ctx, input }) => approveRefund(ctx, input)),
  refuse: confirmedOwner
    .input(RefundKey)
    .output(Refund)
    .mutation(({ ctx, input }) => refuseRefund(ctx, input)),
  cancel: confirmedOwner
    .input(RefundKey)
    .output(Refund)
    .mutation(({ ctx, input }) => cancelRefund(ctx, input)),
})
