import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { RefundRow } from '#db/refund-tables.ts'
import type { Database, Db } from '#db/tables.ts'
import { placeColumnsOf } from '#server/services/rollups/places.ts'
import type { MerchantCalendar } from '#server/services/rollups/rollups.queries.ts'
import type { Cursor } from '#server/shared/cursor.ts'
import type { Minor } from '#server/shared/money.ts'
import type { ShownRefund } from './refunds.rules.ts'
import type { ListRefunds, RefundSort } from './refunds.schema.ts'

/** A filter as the database sees it. `ids` are those that the words of a search have found. */
export type RefundFilter = MerchantCalendar &
  Pick<
    ListRefunds,
    'status' | 'reason' | 'paymentMethod' | 'currency' | 'customerId' | 'transactionId'
  > & {
    from?: string | undefined
    to?: string | undefined
    fromInstant?: string | undefined
    beforeInstant?: string | undefined
    minAmount?: Minor | undefined
    maxAmount?: Minor | undefined
    ids?: readonly string[] | undefined
  }

type Builder = ExpressionBuilder<Database, 'refunds'>

export const refundSortColumn = (sort: RefundSort) =>
  sort.replace('-', '') as 'createdAt' | 'amount' | 'customerName' | 'reference'

function matches(eb: Builder, filter: RefundFilter): Expression<SqlBool> {
  const { day } = placeColumnsOf(filter.calendar)
  const conditions: Expression<SqlBool>[] = [eb('merchantId', '=', filter.merchantId)]
  for (const column of [
    'status',
    'reason',
    'paymentMethod',
    'currency',
    'customerId',
    'transactionId',
  ] as const) {
    const value = filter[column]
    if (value !== undefined) conditions.push(eb(column, '=', value as never))
  }
  if (filter.from !== undefined) conditions.push(eb(day, '>=', filter.from))
  if (filter.to !== undefined) conditions.push(eb(day, '<=', filter.to))
  // The index is by instant, the truth is the day in the row.
  if (filter.fromInstant) conditions.push(eb('createdAt', '>=', filter.fromInstant))
  if (filter.beforeInstant) conditions.push(eb('createdAt', '<', filter.beforeInstant))
  if (filter.minAmount !== undefined) conditions.push(eb('amount', '>=', filter.minAmount))
  if (filter.maxAmount !== undefined) conditions.push(eb('amount', '<=', filter.maxAmount))
  if (filter.ids) conditions.push(eb('id', 'in', [...filter.ids]))
  return eb.and(conditions)
}

const listedColumns = [
  'id',
  'transactionId',
  'reference',
  'customerId',
  'customerName',
  'customerEmail',
  'amount',
  'currency',
  'paymentMethod',
  'reason',
  'note',
  'status',
  'failureReason',
  'approval',
  'createdAt',
  'updatedAt',
  'settledAt',
] as const

export type ListedRefund = Pick<RefundRow, (typeof listedColumns)[number]> & ShownRefund

export type RefundSlice = {
  sort: RefundSort
  limit: number
  offset?: number
  after?: Cursor | undefined
}

export function listRefunds(
  db: Db,
  filter: RefundFilter,
  { sort, limit, offset = 0, after }: RefundSlice,
): Promise<ListedRefund[]> {
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const column = refundSortColumn(sort)
  let query = db
    .selectFrom('refunds')
    .select(listedColumns)
    .where((eb) => matches(eb, filter))
    .orderBy(column, direction)
    // The id makes the order total, so rows that share a value are neither skipped nor repeated.
    .orderBy('id', direction)
    .limit(limit)
  if (offset > 0) query = query.offset(offset)
  if (after) {
    query = query.where((eb) =>
      eb(
        eb.refTuple(column, 'id'),
        direction === 'desc' ? '<' : '>',
        eb.tuple(after.value as never, after.id),
      ),
    )
  }
  return query.execute()
}

/** How many match, as far as `most`. */
export async function countRefunds(db: Db, filter: RefundFilter, most: number): Promise<number> {
  const { count } = await db
    .selectFrom(
      db
        .selectFrom('refunds')
        .select('id')
        .where((eb) => matches(eb, filter))
        .limit(most)
        .as('some'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
