import type { MerchantCtx } from '../../context.ts'
import { minorFromDecimal } from '../../shared/money.ts'
import { countPayments } from '../rollups/rollups.queries.ts'
import {
  countTransactions,
  listTransactions,
  type TransactionFilter,
} from './transactions.queries.ts'
import { transactionOf } from './transactions.rules.ts'
import {
  type ListTransactions,
  MAX_PAGED_ROWS,
  type TransactionPage,
} from './transactions.schema.ts'

/** One page of the payments that match, with how many there are in all. */
export async function transactionPage(
  { db, merchant }: MerchantCtx,
  input: ListTransactions,
): Promise<TransactionPage> {
  const { sort, limit, page, minAmount, maxAmount, ...rest } = input
  const filter: TransactionFilter = {
    ...rest,
    merchantId: merchant.id,
    minAmount: minAmount === undefined ? undefined : minorFromDecimal(minAmount),
    maxAmount: maxAmount === undefined ? undefined : minorFromDecimal(maxAmount),
  }
  const [rows, total] = await Promise.all([
    listTransactions(db, filter, { sort, limit, offset: (page - 1) * limit }),
    totalOf({ db }, filter),
  ])
  return { data: rows.map(transactionOf), ...total }
}

/** Exact wherever roll-ups know it; else counted, but never beyond what paging reaches. */
async function totalOf({ db }: Pick<MerchantCtx, 'db'>, filter: TransactionFilter) {
  const { customerId, minAmount, maxAmount, weekday, slot, ...known } = filter
  const unknown = [customerId, minAmount, maxAmount, weekday, slot]
  if (unknown.every((value) => value === undefined)) {
    return { total: await countPayments(db, known), totalExact: true }
  }
  const counted = await countTransactions(db, filter, MAX_PAGED_ROWS + 1)
  return { total: Math.min(counted, MAX_PAGED_ROWS), totalExact: counted <= MAX_PAGED_ROWS }
}
