import { sql } from 'kysely'
import type { Dialect } from '#db/portable.ts'
import type { Db } from '#db/tables.ts'
import { narrowed } from '#server/core/work/key-range.ts'
import { idsAsRows, inList } from '#server/services/search/search.queries.ts'
import type { RowPlace } from '#server/shared/cursor.ts'
import type { TransactionSort } from '../transaction-enums.schema.ts'
import {
  directionOf,
  type ListedTransaction,
  listedColumns,
  matches,
  sortColumnOf,
  type TransactionFilter,
} from '../transactions.queries.ts'

/** Rows between two places in the order of a sort; an end that is missing is open. */
export type KeyRange = { sort: TransactionSort; after?: RowPlace; upTo?: RowPlace }

/** The parts of a filter that an index in the order of the sort knows: only the rest is compared row by row. */
function anchored(filter: TransactionFilter, sort: TransactionSort): TransactionFilter {
  const { merchantId, calendar, dialect, customerId, linkId, status, final } = filter
  const anchor: TransactionFilter = { merchantId, calendar, dialect, terms: [] }
  const column = sortColumnOf(sort)
  if (column === 'amount') {
    return { ...anchor, minAmount: filter.minAmount, maxAmount: filter.maxAmount }
  }
  if (column !== 'createdAt') return anchor
  const state = status ?? (final === false ? 'pending' : undefined)
  return {
    ...anchor,
    ...narrowest({ linkId, customerId, status: state }),
    fromInstant: filter.fromInstant,
    beforeInstant: filter.beforeInstant,
  }
}

/** Of what an index begins with, the part that leaves the fewest. */
function narrowest({
  linkId,
  customerId,
  status,
}: Pick<TransactionFilter, 'linkId' | 'customerId' | 'status'>): Partial<TransactionFilter> {
  if (linkId !== undefined) return { linkId }
  return customerId === undefined ? { status } : { customerId }
}

const given = (filter: TransactionFilter): string[] =>
  Object.entries(filter).flatMap(([name, value]) =>
    value === undefined ||
    ['merchantId', 'calendar', 'dialect', 'terms', 'amountTerms'].includes(name)
      ? []
      : [name],
  )

/** Whether an index yields the matching rows alone, in the order of the sort. */
export function isIndexed(filter: TransactionFilter, sort: TransactionSort): boolean {
  if (filter.terms.length > 0) return false
  const known = given(anchored(filter, sort))
  const state = filter.final === false && filter.status === undefined ? ['final'] : []
  // The days of a filter are the instants around them.
  const days =
    known.includes('fromInstant') || known.includes('beforeInstant') ? ['from', 'to'] : []
  return given(filter).every((name) => [...known, ...state, ...days].includes(name))
}

function ranged(db: Db, wanted: TransactionFilter, { sort, ...ends }: KeyRange) {
  const column = sortColumnOf(sort)
  const direction = directionOf(sort)
  const { filter, after, upTo } = narrowed(wanted, { column, direction, ...ends })
  const [beyond, within] = direction === 'desc' ? (['<', '>='] as const) : (['>', '<='] as const)
  let query = db.selectFrom('transactions').where((eb) => matches(eb, filter))
  for (const [place, sign] of [
    [after, beyond],
    [upTo, within],
  ] as const) {
    if (!place) continue
    query = query.where((eb) =>
      eb(eb.refTuple(column, 'id'), sign, eb.tuple(place.value as never, place.id)),
    )
  }
  query = query.orderBy(column, direction)
  // A reference is unique, so its index alone is the order.
  return column === 'transactionId' ? query : query.orderBy('id', direction)
}

/** Where so many rows of the index end; undefined when there are no more than that. */
export async function placeAfter(
  db: Db,
  filter: TransactionFilter,
  { span, ...range }: KeyRange & { span: number },
): Promise<RowPlace | undefined> {
  const column = sortColumnOf(range.sort)
  const row = await ranged(db, anchored(filter, range.sort), range)
    .select([column, 'id'])
    .limit(1)
    .offset(span - 1)
    .executeTakeFirst()
  return row && { value: row[column] as string | number, id: row.id }
}

export const listRange = (
  db: Db,
  filter: TransactionFilter,
  { limit, ...range }: KeyRange & { limit: number },
): Promise<ListedTransaction[]> =>
  ranged(db, filter, range).select(listedColumns).limit(limit).execute()

export const listIdsInRange = (
  db: Db,
  filter: TransactionFilter,
  { limit, ...range }: KeyRange & { limit: number },
): Promise<{ id: string }[]> => ranged(db, filter, range).select('id').limit(limit).execute()

/**
 * Rows looked up by these ids, one by one and in this order: SQLite would rather read all that failed, say, and
 * compare their ids.
 */
const soughtBy = (db: Db, dialect: Dialect, ids: readonly string[]) =>
  db
    .selectFrom(
      sql<{ soughtId: string }>`(select value as sought_id from ${idsAsRows(dialect, ids)})`.as(
        'sought',
      ),
    )
    .crossJoin('transactions')
    .whereRef('transactions.id', '=', 'sought.soughtId')

/** Which of these rows match, with what the sort compares. */
export async function placesOf(
  db: Db,
  filter: TransactionFilter,
  { ids, sort }: { ids: readonly string[]; sort: TransactionSort },
): Promise<RowPlace[]> {
  const column = sortColumnOf(sort)
  const rows = await soughtBy(db, filter.dialect, ids)
    .select([column, 'transactions.id'])
    .where((eb) => matches(eb, filter))
    .execute()
  return rows.map((row) => ({ value: row[column] as string | number, id: row.id }))
}

export const listByIds = (
  db: Db,
  { merchantId, dialect }: Pick<TransactionFilter, 'merchantId' | 'dialect'>,
  ids: readonly string[],
): Promise<ListedTransaction[]> =>
  db
    .selectFrom('transactions')
    .select(listedColumns)
    .where('merchantId', '=', merchantId)
    .where('id', 'in', inList(dialect, ids))
    .execute()

/** Payments with these ids, by status and currency. */
export const sumsByIds = (
  db: Db,
  { merchantId, dialect }: Pick<TransactionFilter, 'merchantId' | 'dialect'>,
  ids: readonly string[],
) =>
  soughtBy(db, dialect, ids)
    .where('merchantId', '=', merchantId)
    .select(({ fn }) => [
      'status',
      'currency',
      sql<number>`cast(${fn.countAll()} as bigint)`.as('count'),
      sql<number>`cast(${fn.sum('amount')} as bigint)`.as('amount'),
    ])
    .groupBy(['status', 'currency'])
