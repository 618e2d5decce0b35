import { AppError } from '../../errors.ts'
import { member, router } from '../../trpc.ts'
import { createTransaction } from './create-transaction.ts'
import { transactionPage } from './transaction-page.ts'
import { findTransaction, listEvents } from './transactions.queries.ts'
import { eventOf, transactionOf } from './transactions.rules.ts'
import {
  ListTransactions,
  NewTransaction,
  Transaction,
  TransactionDetail,
  TransactionKey,
  TransactionPage,
} from './transactions.schema.ts'

export const transactionsRouter = router({
  list: member
    .meta({ rest: { method: 'GET', path: '/api/transactions', isList: true } })
    .input(ListTransactions)
    .output(TransactionPage)
    .query(({ ctx, input }) => transactionPage(ctx, input)),
  create: member
    .meta({
      rest: { method: 'POST', path: '/api/transactions', alias: '/api/payments', status: 201 },
    })
    .input(NewTransaction)
    .output(Transaction)
    .mutation(({ ctx, input }) => createTransaction(ctx, input)),
  get: member
    .meta({ rest: { method: 'GET', path: '/api/transactions/{id}' } })
    .input(TransactionKey)
    .output(TransactionDetail)
    .query(async ({ ctx, input }) => {
      const merchantId = ctx.merchant.id
      const row = await findTransaction(ctx.db, { merchantId, key: input.id })
      if (!row) throw new AppError('not_found', 'There is no such transaction.')
      const events = await listEvents(ctx.db, { merchantId, transactionId: row.id })
      return { ...transactionOf(row), events: events.map(eventOf) }
    }),
})
