import type { TransactionRow } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import type { ListDefinition } from '#server/core/lists/list-definition.ts'
import { countMatches } from '#server/core/lists/list-page.ts'
import { nextUrlOf } from './payment-response.ts'
import { awaitedStepOf } from './payment-stages.rules.ts'
import type { AwaitedStep, TransactionSort } from './transaction-enums.schema.ts'
import type { TransactionFilter, TransactionListInput } from './transaction-scope.ts'
import { transactionList } from './transactions.list.ts'
import { findTransaction, listedColumns } from './transactions.queries.ts'
import { remainingOf, transactionOf } from './transactions.rules.ts'
import type { CountWaiting, ListedPayment, WaitingCounts } from './transactions.schema.ts'
import { usedMethodOf } from './used-method.rules.ts'

/** Columns of the dashboard's list, including the columns from which the possible actions follow. */
const columns = [
  ...listedColumns,
  'merchantId',
  'stage',
  'captureMethod',
  'captureBefore',
  'processor',
  'processorAccountId',
  'processorRef',
  'payerSecret',
  'expiresAt',
  'amountRefunded',
  'amountRefunding',
  'amountDisputed',
  'methodType',
  'methodBrand',
  'methodLast4',
  'methodWallet',
  'methodCountry',
  'methodFunding',
] as const

type ListedPaymentRow = Pick<TransactionRow, (typeof columns)[number]>

/** The list of payments in the dashboard: the rows of the API's list, with the possible actions of each. */
export const listedPayments: ListDefinition<
  'transactions',
  ListedPaymentRow,
  TransactionFilter,
  TransactionSort,
  TransactionListInput,
  ListedPayment
> = {
  ...transactionList,
  columns,
  toResponses: (ctx, rows) => rows.map((row) => listedPaymentOf(ctx, row)),
}

function listedPaymentOf(ctx: MerchantCtx, row: ListedPaymentRow): ListedPayment {
  const waitingFor = awaitedStepOf(row)
  const { canRefund } = ctx.processors
    .named(row.processor)
    .capabilities(row.paymentMethod, row.currency)
  return {
    ...transactionOf(row),
    waitingFor,
    captureBefore: waitingFor === 'capture' ? (row.captureBefore ?? null) : null,
    payerUrl: waitingFor === 'customer' ? nextUrlOf(ctx, row) : null,
    canRefund: row.status === 'success' && canRefund && remainingOf(row) > 0,
    method: usedMethodOf(row),
  }
}

/** Returns one payment as the dashboard's list shows it. */
export async function getListedPayment(
  ctx: MerchantCtx,
  { id: key }: { id: string },
): Promise<ListedPayment> {
  const row = await findTransaction(ctx.db, { merchantId: ctx.merchant.id, key })
  if (!row) throw new AppError('not_found', 'There is no such transaction.')
  return listedPaymentOf(ctx, row)
}

/** Counts the matching payments that wait for each step, up to the paging limit. */
export async function countWaiting(ctx: MerchantCtx, input: CountWaiting): Promise<WaitingCounts> {
  const { final: isFinal, ...filters } = input
  // Payments that wait for a step are pending, so one search serves every step.
  const scope = isFinal
    ? undefined
    : await transactionList.find(ctx, { ...filters, status: 'pending' })
  const countOf = async (waitingFor: AwaitedStep) => {
    if (!scope) return { count: 0, isExact: true }
    // Without `status`, which `waitingFor` implies: the index on `waitingFor` then covers the filter.
    const step = { status: undefined, waitingFor }
    const { others, ...mainScope } = scope
    const { total, totalExact } = await countMatches(ctx.db, transactionList, {
      ...mainScope,
      filter: { ...mainScope.filter, ...step },
      others: others && { ...others, filter: { ...others.filter, ...step } },
    })
    return { count: total, isExact: totalExact }
  }
  return {
    capture: await countOf('capture'),
    customer: await countOf('customer'),
    transfer: await countOf('transfer'),
  }
}
