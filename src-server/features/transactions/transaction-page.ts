import type { MerchantCtx } from '../../context.ts'
import { badCursor } from '../../bad-cursor.ts'
import { type Cursor, decodeCursor, encodeCursor } from '../../shared/cursor.ts'
import { addDays, startOfDayMs, toIso } from '../../shared/day.ts'
import { minorFromDecimal } from '../../shared/money.ts'
import { MAX_PAGED_ROWS, offsetOf } from '../../shared/page.ts'
import { countPayments } from '../rollups/rollups.queries.ts'
import { MAX_MATCHES } from '../search/search.queries.ts'
import { termsOf } from '../search/search.rules.ts'
import {
  countTransactions,
  listTransactions,
  sortColumnOf,
  type TransactionFilter,
} from './transactions.queries.ts'
import { transactionOf } from './transactions.rules.ts'
import type {
  ExportTransactions,
  ListTransactions,
  TransactionPage,
  TransactionSort,
} from './transactions.schema.ts'

/** One page of the payments that match, with how many there are in all. */
export async function transactionPage(
  ctx: MerchantCtx,
  input: ListTransactions,
): Promise<TransactionPage> {
  const { sort, limit, page: _, cursor, ...rest } = input
  const filter = transactionFilterOf(ctx, { ...rest, sort })
  const after = cursor === undefined ? undefined : cursorOf(cursor, sort)
  const [rows, total] = await Promise.all([
    // One row more than asked for tells whether there is a way on.
    listTransactions(ctx.db, filter, { sort, limit: limit + 1, offset: offsetOf(input), after }),
    totalOf(ctx, filter),
  ])
  const data = rows.slice(0, limit).map(transactionOf)
  const last = rows[limit - 1]
  const nextCursor =
    rows.length > limit && last
      ? encodeCursor({ sort, value: last[sortColumnOf(sort)], id: last.id })
      : null
  return { data, ...total, nextCursor }
}

export function transactionFilterOf(
  { merchant, dialect }: MerchantCtx,
  { search, sort: _, minAmount, maxAmount, ...rest }: ExportTransactions,
): TransactionFilter {
  const { from, to } = rest
  const startOf = (day: string) => toIso(startOfDayMs(day, merchant.timezone))
  return {
    ...rest,
    merchantId: merchant.id,
    dialect,
    terms: termsOf(search ?? ''),
    fromInstant: from && startOf(from),
    beforeInstant: to && startOf(addDays(to, 1)),
    minAmount: minAmount === undefined ? undefined : minorFromDecimal(minAmount),
    maxAmount: maxAmount === undefined ? undefined : minorFromDecimal(maxAmount),
  }
}

function cursorOf(text: string, sort: TransactionSort): Cursor {
  const cursor = decodeCursor(text, sort)
  const kind = sortColumnOf(sort) === 'amount' ? 'number' : 'string'
  if (cursor && typeof cursor.value === kind) return cursor
  throw badCursor()
}

/** Exact wherever roll-ups know it; else counted, but never beyond what paging reaches. */
async function totalOf({ db }: MerchantCtx, filter: TransactionFilter) {
  const { merchantId, from, to, status, final, paymentMethod, currency } = filter
  const { customerId, minAmount, maxAmount, weekday, slot, terms } = filter
  const unknown = [customerId, minAmount, maxAmount, weekday, slot]
  if (terms.length === 0 && unknown.every((value) => value === undefined)) {
    const known = { merchantId, from, to, status, final, paymentMethod, currency }
    return { total: await countPayments(db, known), totalExact: true }
  }
  const counted = await countTransactions(db, filter, MAX_PAGED_ROWS + 1)
  const reached = terms.length > 0 ? MAX_MATCHES : MAX_PAGED_ROWS + 1
  return { total: Math.min(counted, MAX_PAGED_ROWS), totalExact: counted < reached }
}
