import { AppError } from '#server/core/calls/errors.ts'
import { member, router, signedInMember } from '#server/core/calls/trpc.ts'
import { listGroups } from '#server/core/lists/list-groups.ts'
import { listPage } from '#server/core/lists/list-page.ts'
import { enforceIdempotency } from '#server/services/idempotency/idempotently.ts'
import { listSummary } from '#server/shared/list-summary.ts'
import { NoInput } from '#server/shared/text/text.ts'
import { createTransaction } from './create-transaction.ts'
import { countWaiting, getListedPayment, listedPayments } from './listed-payments.ts'
import { NewTransaction } from './new-transaction.schema.ts'
import { CardForm, Proof } from './payer/card-form.schema.ts'
import { readCardForm } from './payer/card-form.ts'
import { fetchProof, refreshPayment } from './payer/fetch-proof.ts'
import { responseOf } from './payment-response.ts'
import { captureTransaction, voidTransaction } from './settle/capture-transaction.ts'
import { changeAmount } from './settle/change-amount.ts'
import { sumSettled } from './settle/settled-amounts.queries.ts'
import { updateTransactionStatus } from './settle/update-transaction-status.ts'
import { assertOwnPayment } from './shop-payments.ts'
import { TransactionStatus } from './transaction-enums.schema.ts'
import { TransactionDetailV2, TransactionPageV2, TransactionV2 } from './transaction-v2.schema.ts'
import { transactionList } from './transactions.list.ts'
import { findTransaction, listEvents } from './transactions.queries.ts'
import { eventOf } from './transactions.rules.ts'
import {
  CaptureTransaction,
  ChangeAmount,
  CountWaiting,
  ListedPayment,
  ListedPaymentPage,
  ListTransactions,
  SummarizeTransactions,
  Transaction,
  TransactionDetail,
  TransactionKey,
  TransactionPage,
  UpdateTransactionStatus,
  WaitingCounts,
} from './transactions.schema.ts'

export const transactionsRouter = router({
  list: member
    .meta({
      rest: {
        method: 'GET',
        path: '/api/transactions',
        isList: true,
        v2: TransactionPageV2,
        summary: 'List transactions',
        description:
          'Newest first, unless `sort` says otherwise. A payment is found by search the moment it is stored.',
      },
      isForShops: true,
    })
    .input(ListTransactions)
    .output(TransactionPage)
    .query(({ ctx, input }) => listPage(ctx, transactionList, input)),
  /** For the dashboard, next to the list. */
  summary: signedInMember
    .input(SummarizeTransactions)
    .output(listSummary(TransactionStatus))
    .query(({ ctx, input }) => listGroups(ctx, transactionList, input)),
  /** For the dashboard: the list, with the possible actions of each payment. */
  rows: signedInMember
    .input(ListTransactions)
    .output(ListedPaymentPage)
    .query(({ ctx, input }) => listPage(ctx, listedPayments, input)),
  /** For the dashboard: one payment, as `rows` returns it. */
  row: signedInMember
    .input(TransactionKey)
    .output(ListedPayment)
    .query(({ ctx, input }) => getListedPayment(ctx, input)),
  /** For the dashboard's tabs: the numbers of payments that wait for each step. */
  waiting: signedInMember
    .input(CountWaiting)
    .output(WaitingCounts)
    .query(({ ctx, input }) => countWaiting(ctx, input)),
  /** For the dashboard: the processor that takes cards there. */
  cardForm: signedInMember
    .input(NoInput)
    .output(CardForm)
    .query(({ ctx }) => readCardForm(ctx)),
  create: member
    .meta({
      rest: {
        method: 'POST',
        path: '/api/transactions',
        alias: '/api/payments',
        status: 201,
        v2: TransactionV2,
        summary: 'Take a payment',
        description:
          'Returns 201 also when the payment failed: `status` and `failureReason` say so. A 2xx means that it is stored durably.',
        existing: 'The open payment with the same `reference`, amount and currency, made before.',
        errors: ['conflict', 'unprocessable'],
      },
      needsIdempotencyKey: true,
      storesResponse: true,
      isForShops: true,
    })
    .input(NewTransaction)
    .use(enforceIdempotency)
    .output(Transaction)
    .mutation(({ ctx, input }) => createTransaction(ctx, input)),
  get: member
    .meta({
      rest: {
        method: 'GET',
        path: '/api/transactions/{id}',
        v2: TransactionDetailV2,
        summary: 'Get a transaction with its events',
        description: 'By id (`txn_…`) or by reference (`TXN-…`).',
        errors: ['not_found'],
      },
      isForShops: true,
    })
    .input(TransactionKey)
    .output(TransactionDetail)
    .query(async ({ ctx, input }) => {
      await assertOwnPayment(ctx, input.id)
      const merchantId = ctx.merchant.id
      const row = await findTransaction(ctx.db, { merchantId, key: input.id })
      if (!row) throw new AppError('not_found', 'There is no such transaction.')
      const events = await listEvents(ctx.db, { merchantId, transactionId: row.id })
      const settled = await sumSettled(ctx, { merchantId, ids: [row.id] })
      return { ...responseOf(ctx, row, settled.get(row.id)), events: events.map(eventOf) }
    }),
  updateStatus: member
    .meta({
      rest: {
        method: 'PUT',
        path: '/api/transactions/{id}',
        v2: TransactionV2,
        summary: 'Settle or cancel a pending transaction',
        description:
          'A pending bank transfer can become success or failed; a pending card or PayPal payment can only be cancelled (failed).',
        errors: ['not_found', 'conflict'],
      },
    })
    .input(UpdateTransactionStatus)
    .output(Transaction)
    .mutation(({ ctx, input }) => updateTransactionStatus(ctx, input)),
  changeAmount: member
    .meta({
      rest: {
        method: 'PATCH',
        path: '/api/transactions/{id}',
        v2: TransactionV2,
        summary: 'Change the amount of an unpaid payment',
        description:
          'While the payer has not paid. A page that is open at the processor is replaced, so that the payer pays the new amount or nothing; `next` stays the same. If that cannot be ensured, the amount stays and the answer is 409 `amount_fixed`.',
        errors: ['not_found', 'conflict', 'unavailable'],
      },
      isForShops: true,
    })
    .input(ChangeAmount)
    .output(Transaction)
    .mutation(async ({ ctx, input }) => {
      await assertOwnPayment(ctx, input.id)
      return changeAmount(ctx, input)
    }),
  capture: member
    .meta({
      rest: {
        method: 'POST',
        path: '/api/transactions/{id}/capture',
        v2: TransactionV2,
        summary: 'Capture an authorized payment',
        description:
          'Takes all that was authorized, or `amount` of it; the rest is released to the customer. A payment is captured once.',
        errors: ['not_found', 'conflict', 'unprocessable', 'unavailable'],
      },
      storesResponse: true,
    })
    .input(CaptureTransaction)
    .use(enforceIdempotency)
    .output(Transaction)
    .mutation(({ ctx, input }) => captureTransaction(ctx, input)),
  void: member
    .meta({
      rest: {
        method: 'POST',
        path: '/api/transactions/{id}/void',
        v2: TransactionV2,
        summary: 'Void an open payment',
        description:
          'Releases what was authorized, or cancels a payment that is pending for another reason, at its processor. One that has failed already stays as it is.',
        errors: ['not_found', 'conflict', 'unprocessable', 'unavailable'],
      },
      storesResponse: true,
      isForShops: true,
    })
    .input(TransactionKey)
    .use(enforceIdempotency)
    .output(Transaction)
    .mutation(async ({ ctx, input }) => {
      await assertOwnPayment(ctx, input.id)
      return voidTransaction(ctx, input)
    }),
  /**
   * For the dashboard: the client secret and the URL with which a payer continues a payment. Changes nothing, but is a
   * mutation because caches would store a query's response.
   */
  proof: signedInMember
    .input(TransactionKey)
    .output(Proof)
    .mutation(({ ctx, input }) => fetchProof(ctx, input)),
  /** For the dashboard: asks the processor for the outcome, after the payer has authenticated the payment or failed. */
  ask: signedInMember
    .input(TransactionKey)
    .output(Transaction)
    .mutation(({ ctx, input }) => refreshPayment(ctx, input)),
})
