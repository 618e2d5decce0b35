import {
  type Expression,
  type ExpressionBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import type { Dialect } from '#db/portable.ts'
import type { Database, Db } from '#db/tables.ts'
import type { RowPosition } from '#server/shared/cursor.ts'
import { narrowRange } from '../work/key-range.ts'
import {
  directionOf,
  type ListedTable,
  type ListFilter,
  type ListGroup,
  type ListSlice,
  sortColumnOf,
} from './list-definition.ts'

/** The types use `refunds` as a stand-in for every listed table: all listed tables have the columns used here. */
type AnyListedTable = 'refunds'

type Builder = ExpressionBuilder<Database, AnyListedTable>

type Compare = (eb: Builder, value: unknown, filter: ListFilter) => Expression<SqlBool>

/**
 * Range of rows in the order of a sort: after the position `after`, up to and including `upTo`. Without one of them,
 * the range is open on that side.
 */
export type ListRange<Sort extends string> = {
  sort: Sort
  after?: RowPosition | undefined
  upTo?: RowPosition | undefined
}

const bounds = ['from', 'to', 'fromInstant', 'beforeInstant', 'minAmount', 'maxAmount'] as const

/** Returns the condition under which a row matches a filter. */
export function buildCondition<Row extends { id: string }, Filter extends ListFilter>(
  list: ListedTable<Row, Filter, string>,
  filter: Filter,
): (eb: Builder) => Expression<SqlBool> {
  return (eb) => {
    const { calendar, from, to, fromInstant, beforeInstant, minAmount, maxAmount } = filter
    const parts: Expression<SqlBool>[] = [eb('merchantId', '=', filter.merchantId)]
    const conditions = list.conditions as Record<string, 'equal' | Compare>
    for (const [field, condition] of Object.entries(conditions)) {
      const value = filter[field as keyof Filter]
      if (value === undefined) continue
      parts.push(
        condition === 'equal'
          ? eb(field as 'status', '=', value as never)
          : condition(eb, value, filter),
      )
    }
    const day = list.dayColumn?.(calendar) as 'day' | undefined
    if (day && from !== undefined) parts.push(eb(day, '>=', from))
    if (day && to !== undefined) parts.push(eb(day, '<=', to))
    if (fromInstant) parts.push(eb('createdAt', '>=', fromInstant))
    if (beforeInstant) parts.push(eb('createdAt', '<', beforeInstant))
    if (minAmount !== undefined) parts.push(eb('amount', '>=', minAmount))
    if (maxAmount !== undefined) parts.push(eb('amount', '<=', maxAmount))
    return eb.and(parts)
  }
}

/**
 * Returns the filter fields that an index in the order of the sort covers; the other fields are compared row by row.
 */
function indexedFields<Row extends { id: string }, Filter extends ListFilter>(
  { indexed, fewBy }: ListedTable<Row, Filter, string>,
  filter: Filter,
  sort: string,
): readonly (keyof Filter)[] {
  const column = sortColumnOf(sort)
  const isGiven = (field: keyof Filter) => filter[field] !== undefined
  const selective = fewBy !== undefined && isGiven(fewBy) ? [fewBy] : undefined
  if (column === 'amount') return [...(selective ?? []), 'minAmount', 'maxAmount']
  if (column !== 'createdAt') return selective ?? []
  return [...(selective ?? indexed.filter(isGiven).slice(0, 1)), 'fromInstant', 'beforeInstant']
}

/**
 * Returns whether one statement can read a page: either an index yields only matching rows in the order of the sort, or
 * the sort has no index anyway.
 */
export function canReadInOneStatement<Row extends { id: string }, Filter extends ListFilter>(
  list: ListedTable<Row, Filter, string>,
  filter: Filter,
  sort: string,
): boolean {
  if (list.unindexed?.includes(sortColumnOf(sort))) return true
  const covered = indexedFields(list, filter, sort)
  // A day filter also has its range of instants, so an index on the instant covers it.
  const days: readonly (keyof Filter)[] = covered.includes('fromInstant') ? ['from', 'to'] : []
  const fields = [...bounds, ...Object.keys(list.conditions)] as (keyof Filter)[]
  return fields.every(
    (field) => filter[field] === undefined || covered.includes(field) || days.includes(field),
  )
}

function selectRange<Row extends { id: string }, Filter extends ListFilter>(
  db: Db,
  list: ListedTable<Row, Filter, string>,
  requestedFilter: Filter,
  { sort, ...ends }: ListRange<string>,
) {
  const column = sortColumnOf(sort) as 'createdAt'
  const direction = directionOf(sort)
  const { filter, after, upTo } = narrowRange(requestedFilter, { column, direction, ...ends })
  const [beyond, within] = direction === 'desc' ? (['<', '>='] as const) : (['>', '<='] as const)
  let query = db.selectFrom(list.table as AnyListedTable).where(buildCondition(list, filter))
  for (const [position, sign] of [
    [after, beyond],
    [upTo, within],
  ] as const) {
    if (!position) continue
    query = query.where((eb) =>
      eb(eb.refTuple(column, 'id'), sign, eb.tuple(position.value as never, position.id)),
    )
  }
  query = query.orderBy(column, direction)
  // The id makes the order total, so rows that share a value are neither skipped nor repeated.
  return column === list.unique ? query : query.orderBy('id', direction)
}

const selectColumns = <Row extends { id: string }, Filter extends ListFilter>(
  query: SelectQueryBuilder<Database, AnyListedTable, object>,
  { columns }: ListedTable<Row, Filter, string>,
) => (columns === 'all' ? query.selectAll() : query.select(columns as readonly 'id'[]))

/** Returns the query for the matching rows in the order of the sort. */
export function listQuery<
  Row extends { id: string },
  Filter extends ListFilter,
  Sort extends string,
>(
  db: Db,
  list: ListedTable<Row, Filter, Sort>,
  filter: NoInfer<Filter>,
  { limit, offset = 0, ...range }: ListRange<Sort> & ListSlice<Sort>,
) {
  const query = selectColumns(selectRange(db, list, filter, range), list).limit(limit)
  return offset > 0 ? query.offset(offset) : query
}

/** Returns the matching rows of a range, in the order of the sort. */
export const listRows = async <
  Row extends { id: string },
  Filter extends ListFilter,
  Sort extends string,
>(
  db: Db,
  list: ListedTable<Row, Filter, Sort>,
  filter: Filter,
  slice: ListRange<Sort> & ListSlice<Sort>,
): Promise<Row[]> => (await listQuery(db, list, filter, slice).execute()) as unknown as Row[]

/** Returns the ids of the matching rows of a range, at most `limit`, in the order of the sort. */
export const listIdsInRange = <Row extends { id: string }, Filter extends ListFilter>(
  db: Db,
  list: ListedTable<Row, Filter, string>,
  filter: Filter,
  { limit, ...range }: ListRange<string> & { limit: number },
): Promise<{ id: string }[]> =>
  selectRange(db, list, filter, range).select('id').limit(limit).execute()

/** Counts the matching rows; stops at `limit`. Only for filters for which an index yields only matching rows. */
export async function countRows<Row extends { id: string }, Filter extends ListFilter>(
  db: Db,
  list: ListedTable<Row, Filter, string>,
  filter: Filter,
  limit: number,
): Promise<number> {
  const row = await db
    .selectFrom(
      selectRange(db, list, filter, { sort: '-createdAt' }).select('id').limit(limit).as('some'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/**
 * Returns the position of the `span`-th index row of the range; undefined when the range has fewer. Index rows match
 * the filter fields that the index covers, and not necessarily the others.
 */
export async function positionAfter<Row extends { id: string }, Filter extends ListFilter>(
  db: Db,
  list: ListedTable<Row, Filter, string>,
  filter: Filter,
  { span, ...range }: ListRange<string> & { span: number },
): Promise<RowPosition | undefined> {
  const column = sortColumnOf(range.sort) as 'createdAt'
  const covered = indexedFields(list, filter, range.sort)
  const { merchantId, calendar, dialect } = filter
  const coveredFilter = {
    ...Object.fromEntries(covered.map((field) => [field, filter[field]])),
    merchantId,
    calendar,
    dialect,
  } as Filter
  const row = await selectRange(db, list, coveredFilter, range)
    .select([column, 'id'])
    .limit(1)
    .offset(span - 1)
    .executeTakeFirst()
  return row && { value: row[column], id: row.id }
}

/** Returns the right side of an SQL `in`: all ids are one parameter, so that one statement serves any number of ids. */
export const inList = (dialect: Dialect, ids: readonly string[]) =>
  sql<string>`(select value from ${idsAsRows(dialect, ids)})`

/** Returns an SQL table expression with one row per id, in the column `value`. */
export const idsAsRows = (dialect: Dialect, ids: readonly string[]) =>
  dialect === 'sqlite'
    ? sql`json_each(${JSON.stringify(ids)})`
    : sql`jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as ids(value)`

/**
 * Looks up rows by these ids, one by one and in this order. SQLite would otherwise read, for example, all failed rows
 * and compare their ids.
 */
const selectByIds = (db: Db, table: string, dialect: Dialect, ids: readonly string[]) =>
  db
    .selectFrom(
      sql<{ soughtId: string }>`(select value as sought_id from ${idsAsRows(dialect, ids)})`.as(
        'sought',
      ),
    )
    .crossJoin(table as AnyListedTable)
    .whereRef(sql.ref<string>(`${table}.id`), '=', 'sought.soughtId')

/** Returns id and sort value of the matching rows among these ids. */
export async function positionsOf<Row extends { id: string }, Filter extends ListFilter>(
  db: Db,
  list: ListedTable<Row, Filter, string>,
  { filter, ids, sort }: { filter: Filter; ids: readonly string[]; sort: string },
): Promise<RowPosition[]> {
  const column = sortColumnOf(sort) as 'createdAt'
  const rows = await selectByIds(db, list.table, filter.dialect, ids)
    .select([column, 'id'])
    .where(buildCondition(list, filter) as never)
    .execute()
  return rows.map((row) => ({ value: row[column], id: row.id }))
}

/** Returns the matching rows among these ids, in any order. */
export const listByIds = async <Row extends { id: string }, Filter extends ListFilter>(
  db: Db,
  list: ListedTable<Row, Filter, string>,
  filter: Filter,
  ids: readonly string[],
): Promise<Row[]> => {
  const matches = selectByIds(db, list.table, filter.dialect, ids).where(
    buildCondition(list, filter) as never,
  ) as unknown as SelectQueryBuilder<Database, AnyListedTable, object>
  const query =
    list.columns === 'all'
      ? matches.selectAll(list.table as AnyListedTable)
      : selectColumns(matches, list)
  return (await query.execute()) as unknown as Row[]
}

/** Returns the sums of the rows with these ids, by status and currency. */
export const sumsByIds = (
  db: Db,
  { table, groupBy = 'status' }: { table: string; groupBy?: string },
  { merchantId, dialect }: Pick<ListFilter, 'merchantId' | 'dialect'>,
  ids: readonly string[],
) =>
  selectByIds(db, table, dialect, ids)
    .where('merchantId', '=', merchantId)
    .select(({ fn }) => [
      sql.ref<string>(groupBy).as('status'),
      'currency',
      sql<number>`cast(${fn.countAll()} as bigint)`.as('count'),
      sql<number>`cast(${fn.sum('amount')} as bigint)`.as('amount'),
    ])
    .groupBy([sql.ref<string>(groupBy), 'currency'])
    .$castTo<ListGroup>()
