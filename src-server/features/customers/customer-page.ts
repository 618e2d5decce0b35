import type { Db } from '#db/tables.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import { nextCursor, readCursor } from '#server/core/lists/list-cursor.ts'
import { MAX_MATCHES } from '#server/core/lists/list-definition.ts'
import { merchantCalendarOf } from '#server/services/rollups/calendar-positions.ts'
import { countPayersOfBoth, readPayers } from '#server/services/rollups/payers.queries.ts'
import { countCustomers, type MerchantCalendar } from '#server/services/rollups/rollups.queries.ts'
import { findMatches } from '#server/services/search/find-matches.ts'
import { termsOf } from '#server/services/search/search.rules.ts'
import { addMonths, type Month } from '#server/shared/day.ts'
import { MAX_PAGED_ROWS, offsetOf } from '#server/shared/page.ts'
import type { CustomerFilter, ListedCustomer } from './customers.queries.ts'
import { customerOf } from './customers.rules.ts'
import type { CustomerPage, CustomerSort, ListCustomers } from './customers.schema.ts'
import { listBySpending, type RankedCustomer } from './customers-by-spending.ts'
import { countCustomersIn, readCustomers } from './scan-customers.ts'

/** Returns one page of the matching customers and their total number. */
export async function listCustomerPage(
  ctx: MerchantCtx,
  input: ListCustomers,
): Promise<CustomerPage> {
  const { merchant, db, dialect } = ctx
  const { sort, limit, cursor, search, status, paidIn, paidAlsoIn } = input
  const filter: CustomerFilter = {
    ...merchantCalendarOf(merchant),
    dialect,
    currency: merchant.currency,
    ids: await findSearchedIds(ctx, search),
    status,
    paidMonths: [paidIn, paidAlsoIn].filter((month) => month !== undefined),
  }
  const kind = sort.endsWith('totalSpent') ? 'number' : 'string'
  const after = readCursor(cursor, { sort, kind })
  const slice = { sort, limit: limit + 1, offset: offsetOf(input), after }
  const [rows, total] = await Promise.all([
    kind === 'number' ? listBySpending(db, filter, slice) : readCustomers(db, filter, slice),
    totalOf(ctx, filter),
  ])
  const valueOf = (row: ListedCustomer | RankedCustomer) => sortValueOf(row, sort)
  return {
    data: rows.slice(0, limit).map((row) => customerOf(row, merchant.currency)),
    ...total,
    nextCursor: nextCursor<ListedCustomer>(rows, { sort, limit, valueOf }),
  }
}

async function findSearchedIds(ctx: MerchantCtx, search: string | undefined) {
  const terms = termsOf(search ?? '')
  if (terms.length === 0) return undefined
  const { merchant, db, dialect } = ctx
  return findMatches(db, dialect, { merchantId: merchant.id, kind: 'customer', terms })
}

function sortValueOf(row: ListedCustomer | RankedCustomer, sort: CustomerSort): string | number {
  if ('rank' in row) return row.rank
  return sort.endsWith('name') ? row.name : row.createdAt
}

/** Counts the customers who paid in each of these months, of which there are one or two. */
async function countPayersIn(
  db: Db,
  { months, ...calendar }: MerchantCalendar & { months: readonly Month[] },
): Promise<number> {
  const [first = '', second = first] = months.toSorted()
  if (first === second) return (await readPayers(db, { ...calendar, month: first })).paid
  if (second === addMonths(first, 1)) {
    return (await readPayers(db, { ...calendar, month: second })).returned
  }
  return countPayersOfBoth(db, { ...calendar, months: [first, second] })
}

/**
 * Returns an exact total where the stored sums have it. Otherwise counts rows, up to the limit of paging or of a
 * search.
 */
async function totalOf({ db }: MerchantCtx, filter: CustomerFilter) {
  const { merchantId, calendar, status, ids, paidMonths } = filter
  if (ids === undefined && paidMonths.length === 0) {
    return { total: await countCustomers(db, { merchantId, calendar, status }), totalExact: true }
  }
  if (ids === undefined && !status) {
    return {
      total: await countPayersIn(db, { merchantId, calendar, months: paidMonths }),
      totalExact: true,
    }
  }
  const counted = await countCustomersIn(db, filter, { limit: MAX_PAGED_ROWS + 1 })
  const countLimit = ids ? MAX_MATCHES : MAX_PAGED_ROWS + 1
  return { total: Math.min(counted, MAX_PAGED_ROWS), totalExact: counted < countLimit }
}
