import type { Db } from '#db/tables.ts'
import type { MerchantCtx } from '../../context.ts'
import { decodeCursor, encodeCursor } from '../../shared/cursor.ts'
import { badCursor } from '../../bad-cursor.ts'
import { addMonths, type Month } from '../../shared/day.ts'
import { MAX_PAGED_ROWS, offsetOf } from '../../shared/page.ts'
import { countPayersOfBoth, payersOf } from '../rollups/payers.queries.ts'
import { countCustomers } from '../rollups/rollups.queries.ts'
import { MAX_MATCHES } from '../search/search.queries.ts'
import { termsOf } from '../search/search.rules.ts'
import {
  type CustomerFilter,
  countMatchingCustomers,
  type ListedCustomer,
  listCustomers,
} from './customers.queries.ts'
import { customerOf } from './customers.rules.ts'
import type { CustomerPage, CustomerSort, ListCustomers } from './customers.schema.ts'

/** One page of the customers that match, with how many there are in all. */
export async function customerPage(ctx: MerchantCtx, input: ListCustomers): Promise<CustomerPage> {
  const { merchant, db, dialect } = ctx
  const { sort, limit, cursor, search, status, paidIn, paidAlsoIn } = input
  const filter: CustomerFilter = {
    merchantId: merchant.id,
    dialect,
    currency: merchant.currency,
    terms: termsOf(search ?? ''),
    status,
    paidMonths: [paidIn, paidAlsoIn].filter((month) => month !== undefined),
  }
  const after = cursor === undefined ? undefined : decodeCursor(cursor, sort)
  const kind = sort.endsWith('totalSpent') ? 'number' : 'string'
  if (cursor !== undefined && typeof after?.value !== kind) throw badCursor()

  const slice = { sort, limit: limit + 1, offset: offsetOf(input), after }
  const [rows, total] = await Promise.all([listCustomers(db, filter, slice), totalOf(ctx, filter)])
  const last = rows[limit - 1]
  const nextCursor =
    rows.length > limit && last
      ? encodeCursor({ sort, value: sortValueOf(last, sort), id: last.id })
      : null
  const data = rows.slice(0, limit).map((row) => customerOf(row, merchant.currency))
  return { data, ...total, nextCursor }
}

function sortValueOf(row: ListedCustomer, sort: CustomerSort): string | number {
  if (sort.endsWith('totalSpent')) return row.totalSpent
  return sort.endsWith('name') ? row.name : row.createdAt
}

async function payersIn(
  db: Db,
  { merchantId, months }: { merchantId: string; months: readonly Month[] },
): Promise<number> {
  const [first = '', second = first] = months.toSorted()
  if (first === second) return (await payersOf(db, { merchantId, month: first })).paid
  if (second === addMonths(first, 1)) {
    return (await payersOf(db, { merchantId, month: second })).returned
  }
  return countPayersOfBoth(db, { merchantId, months: [first, second] })
}

/** Exact wherever roll-ups know it; else counted, but never beyond what paging or a search reaches. */
async function totalOf({ db }: MerchantCtx, filter: CustomerFilter) {
  const { merchantId, status, terms, paidMonths } = filter
  if (terms.length === 0 && paidMonths.length === 0) {
    return { total: await countCustomers(db, { merchantId, status }), totalExact: true }
  }
  if (terms.length === 0 && !status) {
    return { total: await payersIn(db, { merchantId, months: paidMonths }), totalExact: true }
  }
  const counted = await countMatchingCustomers(db, filter, MAX_PAGED_ROWS + 1)
  const reached = terms.length > 0 ? MAX_MATCHES : MAX_PAGED_ROWS + 1
  return { total: Math.min(counted, MAX_PAGED_ROWS), totalExact: counted < reached }
}
