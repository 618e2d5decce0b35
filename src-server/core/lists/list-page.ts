import type { Database, Db } from '#db/tables.ts'
import type { RowPosition } from '#server/shared/cursor.ts'
import { MAX_PAGED_ROWS, offsetOf } from '#server/shared/page.ts'
import type { MerchantCtx } from '../context.ts'
import { readInSlice } from '../work/time-slices.ts'
import { canReadInOneStatement, countRows, listRows } from './list.queries.ts'
import { nextCursor, readCursor } from './list-cursor.ts'
import {
  type ListDefinition,
  type ListedTable,
  type ListFilter,
  type ListRequest,
  type ListScope,
  type ListSlice,
  MAX_MATCHES,
  type RowSet,
  sortColumnOf,
} from './list-definition.ts'
import { mergedPage } from './merged-rows.ts'
import { matchingIds, positionsAfter, rowsAt, scanList, sortedPositions } from './scan-list.ts'

type Total = { total: number; totalExact: boolean }
type CountedRows<Row> = Total & { rows: Row[] }
type Slice<Sort extends string> = ListSlice<Sort> & { offset: number }

/**
 * Returns one page of a list as the API sends it. `total` is the number of matching rows; when `totalExact` is false,
 * there may be more. `nextCursor` is null on the last page.
 */
export async function listPage<
  Table extends keyof Database,
  Row extends { id: string },
  Filter extends ListFilter,
  Sort extends string,
  Input extends ListRequest<Sort>,
  ResponseRow,
>(
  ctx: MerchantCtx,
  list: ListDefinition<Table, Row, Filter, Sort, Input, ResponseRow>,
  input: Input,
): Promise<Total & { data: ResponseRow[]; nextCursor: string | null }> {
  const { sort, limit, cursor } = input
  const column = sortColumnOf(sort)
  const kind = list.numbers?.includes(column) ? 'number' : 'string'
  const after = readCursor(cursor, { sort, kind })
  // An extra row shows whether there is a next page.
  const slice = { sort, limit: limit + 1, offset: offsetOf(input), after }
  const scope = await list.find(ctx, input)
  const noRows: CountedRows<Row> = { rows: [], total: 0, totalExact: true }
  const { rows, ...total } = scope ? await findRows(ctx.db, list, scope, slice) : noRows
  const valueOf = (row: Row) => row[column as keyof Row] as string | number
  return {
    data: await list.toResponses(ctx, rows.slice(0, limit)),
    ...total,
    nextCursor: nextCursor(rows, { sort, limit, valueOf }),
  }
}

/**
 * Finds the rows of a page in both sets, and the total. Rows of the second set are read only when they are on the page;
 * before, their positions suffice.
 */
async function findRows<Row extends { id: string }, Filter extends ListFilter, Sort extends string>(
  db: Db,
  list: ListedTable<Row, Filter, Sort>,
  { others, ...first }: ListScope<Filter>,
  slice: Slice<Sort>,
): Promise<CountedRows<Row>> {
  if (!others) return findRowsOfSet(db, list, first, slice)
  const { sort, offset, limit } = slice
  const positions = await sortedPositions(db, list, { ...others, sort })
  const otherPositions = positionsAfter(positions, slice)
  // At most `otherPositions.length` of the entries before the page are `others`; the remaining entries are rows of the
  // first set.
  const skipped = Math.max(0, offset - otherPositions.length)
  const window = { ...slice, offset: skipped, limit: limit + offset - skipped }
  const { rows, total, totalExact } = await findRowsOfSet(db, list, first, window)
  const page = mergedPage({ rows, skipped, others: otherPositions }, { sort, offset, limit })
  const missingPositions = page.flatMap(({ row, position }) => (row ? [] : [position]))
  const otherRows = await rowsAt(db, list, others.filter, missingPositions)
  const byId = new Map(otherRows.map((row) => [row.id, row]))
  return {
    rows: page.flatMap(({ row, position }) => row ?? byId.get(position.id) ?? []),
    total: total + positions.length,
    totalExact: totalExact && others.ids.length < MAX_MATCHES,
  }
}

/** Counts the matching rows as the list's page does: exactly, or up to the paging limit when `totalExact` is false. */
export async function countMatches<Row extends { id: string }, Filter extends ListFilter>(
  db: Db,
  list: ListedTable<Row, Filter, string>,
  { others, ...first }: ListScope<Filter>,
): Promise<Total> {
  const { total, totalExact } = first.ids
    ? await totalAmong(db, list, { filter: first.filter, ids: first.ids })
    : await totalOf(db, list, first.filter)
  if (!others) return { total, totalExact }
  const otherTotal = await totalAmong(db, list, others)
  return { total: total + otherTotal.total, totalExact: totalExact && otherTotal.totalExact }
}

/** Counts the rows with one of these ids that match the filter, up to the paging limit. */
async function totalAmong<Row extends { id: string }, Filter extends ListFilter>(
  db: Db,
  list: ListedTable<Row, Filter, string>,
  { filter, ids }: Required<RowSet<Filter>>,
): Promise<Total> {
  const { length } = await sortedPositions(db, list, { filter, ids, sort: '-createdAt' })
  return { total: Math.min(length, MAX_PAGED_ROWS), totalExact: ids.length < MAX_MATCHES }
}

/**
 * Maximum number of matches that are sorted in memory. When there are more, matching rows are so frequent that a scan
 * in any order soon fills a page.
 */
const MAX_SORTED_IN_MEMORY = 2000

/** Finds the rows of a page in one set, and the number of matching rows in the set. */
async function findRowsOfSet<
  Row extends { id: string },
  Filter extends ListFilter,
  Sort extends string,
>(
  db: Db,
  list: ListedTable<Row, Filter, Sort>,
  { filter, ids }: RowSet<Filter>,
  slice: Slice<Sort>,
): Promise<CountedRows<Row>> {
  const { sort, offset, limit } = slice
  const readRows = (positions: RowPosition[]) =>
    rowsAt(db, list, filter, positionsAfter(positions, slice).slice(offset, offset + limit))
  if (ids) {
    const positions = await sortedPositions(db, list, { filter, ids, sort })
    const total = Math.min(positions.length, MAX_PAGED_ROWS)
    return { rows: await readRows(positions), total, totalExact: ids.length < MAX_MATCHES }
  }
  if (canReadInOneStatement(list, filter, sort)) {
    const [rows, { total, totalExact }] = await Promise.all([
      listRows(db, list, filter, slice),
      totalOf(db, list, filter),
    ])
    return { rows, total, totalExact }
  }
  const { ids: countedIds, ...total } = await totalOf(db, list, filter)
  const isFew = total.totalExact && total.total <= MAX_SORTED_IN_MEMORY
  // Without the ids from the count, a scan in the order of creation may find the rows sooner.
  if (isFew && (countedIds || sortColumnOf(sort) !== 'createdAt')) {
    const idsToSort = countedIds ?? (await matchingIds(db, list, filter, MAX_SORTED_IN_MEMORY))
    const positions = await sortedPositions(db, list, { filter, ids: idsToSort, sort })
    return { rows: await readRows(positions), ...total }
  }
  return { rows: await scanPage(db, list, { filter, slice, total }), ...total }
}

/** Reads the rows of a page by a scan in the order of the sort. */
async function scanPage<Row extends { id: string }, Filter extends ListFilter, Sort extends string>(
  db: Db,
  list: ListedTable<Row, Filter, Sort>,
  { filter, slice, total }: { filter: Filter; slice: Slice<Sort>; total: Total },
): Promise<Row[]> {
  const { limit, offset, after, sort } = slice
  // After the last match there is nothing more to find, however many rows remain.
  let matchCount = total.totalExact && !after ? total.total : Number.POSITIVE_INFINITY
  const rows: Row[] = []
  let seen = 0
  if (matchCount <= offset) return rows
  for await (const batch of scanList(db, list, { filter }, { sort, after })) {
    rows.push(...batch.slice(Math.max(0, offset - seen), offset + limit - seen))
    seen += batch.length
    if (seen >= offset + limit) break
    // Rows stored since the count also match. Without a new count, the scan would end before the last rows.
    if (seen >= matchCount) matchCount = (await totalOf(db, list, filter)).total
    if (seen >= matchCount) break
  }
  return rows
}

/** Returns the total: exact when the stored sums cover the filter, else counted up to the paging limit. */
async function totalOf<Row extends { id: string }, Filter extends ListFilter>(
  db: Db,
  list: ListedTable<Row, Filter, string>,
  filter: Filter,
): Promise<Total & { ids?: string[] }> {
  const groups = await list.keptSums?.(db, filter)
  if (groups) {
    return { total: groups.reduce((all, { count }) => all + Number(count), 0), totalExact: true }
  }
  const countLimit = MAX_PAGED_ROWS + 1
  const ids = canReadInOneStatement(list, filter, '-createdAt')
    ? undefined
    : await matchingIds(db, list, filter, countLimit)
  const counted = ids
    ? ids.length
    : await readInSlice(() => countRows(db, list, filter, countLimit))
  return {
    total: Math.min(counted, MAX_PAGED_ROWS),
    totalExact: counted <= MAX_PAGED_ROWS,
    ...(ids && { ids }),
  }
}
