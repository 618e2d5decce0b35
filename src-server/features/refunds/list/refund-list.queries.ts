import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { RefundRow } from '#db/tables/refund-tables.ts'
import type { Database, Db } from '#db/tables.ts'
import { narrowed } from '#server/core/work/key-range.ts'
import { placeColumnsOf } from '#server/services/rollups/places.ts'
import type { MerchantCalendar } from '#server/services/rollups/rollups.queries.ts'
import type { Cursor, RowPlace } from '#server/shared/cursor.ts'
import type { Minor } from '#server/shared/money/money.ts'
import type { RefundSort } from '../refund-enums.schema.ts'
import type { ShownRefund } from '../refunds.rules.ts'
import type { ListRefunds } from '../refunds.schema.ts'

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
  const query = ranged(db, filter, { sort, after }).select(listedColumns).limit(limit)
  return (offset > 0 ? query.offset(offset) : query).execute()
}

/** The parts of a filter that an index in the order of the sort knows. */
function anchored(filter: RefundFilter, sort: RefundSort): RefundFilter {
  const { merchantId, calendar, fromInstant, beforeInstant, minAmount, maxAmount } = filter
  const { transactionId, customerId, status } = filter
  const column = refundSortColumn(sort)
  // Those of one payment are few in any order.
  const narrowest =
    transactionId === undefined
      ? column === 'createdAt' && (customerId === undefined ? { status } : { customerId })
      : { transactionId }
  return {
    merchantId,
    calendar,
    ...narrowest,
    ...(column === 'createdAt' && { fromInstant, beforeInstant }),
    ...(column === 'amount' && { minAmount, maxAmount }),
  }
}

/** Whether the index in the order of the sort yields what matches alone. */
export function isRefundIndexed(filter: RefundFilter, sort: RefundSort): boolean {
  const known = anchored(filter, sort)
  // The days of a filter are the instants around them.
  const days = 'fromInstant' in known ? ['from', 'to'] : []
  return Object.entries(filter).every(
    ([name, value]) => value === undefined || name in known || days.includes(name),
  )
}

/** A part of the index in the order of the sort; an end that is missing is open. */
export type RefundRange = {
  sort: RefundSort
  after?: RowPlace | undefined
  upTo?: RowPlace | undefined
}

function ranged(db: Db, wanted: RefundFilter, { sort, ...ends }: RefundRange) {
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const column = refundSortColumn(sort)
  const { filter, after, upTo } = narrowed(wanted, { column, direction, ...ends })
  const [beyond, within] = direction === 'desc' ? (['<', '>='] as const) : (['>', '<='] as const)
  let query = db.selectFrom('refunds').where((eb) => matches(eb, filter))
  for (const [place, sign] of [
    [after, beyond],
    [upTo, within],
  ] as const) {
    if (!place) continue
    query = query.where((eb) =>
      eb(eb.refTuple(column, 'id'), sign, eb.tuple(place.value as never, place.id)),
    )
  }
  // The id makes the order total, so rows that share a value are neither skipped nor repeated.
  return query.orderBy(column, direction).orderBy('id', direction)
}

export const listRefundRange = (
  db: Db,
  filter: RefundFilter,
  { limit, ...range }: RefundRange & { limit: number },
): Promise<ListedRefund[]> => ranged(db, filter, range).select(listedColumns).limit(limit).execute()

/** Where so many rows of the index end; undefined when there are no more than that. */
export async function refundPlaceAfter(
  db: Db,
  filter: RefundFilter,
  { span, ...range }: RefundRange & { span: number },
): Promise<RowPlace | undefined> {
  const row = await ranged(db, anchored(filter, range.sort), range)
    .select([refundSortColumn(range.sort), 'id'])
    .limit(1)
    .offset(span - 1)
    .executeTakeFirst()
  return row && { value: row[refundSortColumn(range.sort)], id: row.id }
}

/** Of the refunds with the filter's ids those that match, with what the sort compares. */
export async function refundPlacesOf(
  db: Db,
  filter: RefundFilter,
  sort: RefundSort,
): Promise<RowPlace[]> {
  const column = refundSortColumn(sort)
  const rows = await ranged(db, filter, { sort }).select([column, 'id']).execute()
  return rows.map((row) => ({ value: row[column], id: row.id }))
}
