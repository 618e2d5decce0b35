import type { Db } from '#db/tables.ts'
import type { RowPosition } from '#server/shared/cursor.ts'
import { readIdsInRanges, readRowsInRanges } from '../range-reads.ts'
import { readInSlice } from '../work/time-slices.ts'
import {
  canReadInOneStatement,
  listByIds,
  listIdsInRange,
  listRows,
  positionAfter,
  positionsOf,
} from './list.queries.ts'
import {
  type ListedTable,
  type ListFilter,
  type ListScope,
  type RowSet,
  sortColumnOf,
} from './list-definition.ts'
import { comparePositionsBy, mergeBatches } from './merged-rows.ts'

/** Matching rows that one read returns at most. */
const ROWS_PER_READ = 100

type Order<Sort extends string> = { sort: Sort; after?: RowPosition | undefined }

/**
 * Yields all matching rows of a list in the order of the sort, in batches. When no index yields only matching rows, the
 * function reads the sort's index range by range, however few rows match. Other requests run between two ranges.
 */
export async function* scanList<
  Row extends { id: string },
  Filter extends ListFilter,
  Sort extends string,
>(
  db: Db,
  list: ListedTable<Row, Filter, Sort>,
  { others, ...first }: ListScope<Filter>,
  order: Order<Sort>,
): AsyncGenerator<Row[]> {
  const rows = scanRows(db, list, first, order)
  yield* others ? mergeBatches(rows, scanRows(db, list, others, order), order.sort) : rows
}

async function* scanRows<
  Row extends { id: string },
  Filter extends ListFilter,
  Sort extends string,
>(
  db: Db,
  list: ListedTable<Row, Filter, Sort>,
  { filter, ids }: RowSet<Filter>,
  { sort, after }: Order<Sort>,
): AsyncGenerator<Row[]> {
  if (ids) {
    const positions = await sortedPositions(db, list, { filter, ids, sort })
    for (let from = 0; from < positions.length; from += ROWS_PER_READ) {
      yield await readInSlice(() =>
        rowsAt(db, list, filter, positions.slice(from, from + ROWS_PER_READ)),
      )
    }
    return
  }
  const isDirect = canReadInOneStatement(list, filter, sort)
  const column = sortColumnOf(sort) as keyof Row
  const positionOf = (row: Row) => ({ value: row[column] as string | number, id: row.id })
  yield* readRowsInRanges(
    { after, limit: ROWS_PER_READ, positionOf },
    async ({ after, span, limit }) => {
      const upTo = isDirect
        ? undefined
        : await positionAfter(db, list, filter, { sort, after, span })
      return { upTo, rows: await listRows(db, list, filter, { sort, after, upTo, limit }) }
    },
  )
}

/** Returns the ids of the matching rows, newest first, at most `limit`. */
export function matchingIds<Row extends { id: string }, Filter extends ListFilter>(
  db: Db,
  list: ListedTable<Row, Filter, string>,
  filter: Filter,
  limit: number,
): Promise<string[]> {
  const sort = '-createdAt'
  const isDirect = canReadInOneStatement(list, filter, sort)
  return readIdsInRanges({ limit }, async ({ after, span, limit: remaining }) => {
    const upTo = isDirect ? undefined : await positionAfter(db, list, filter, { sort, after, span })
    const matches = await listIdsInRange(db, list, filter, { sort, after, upTo, limit: remaining })
    return { upTo, matches }
  })
}

const IDS_PER_READ = 500

/**
 * Returns the positions of the matching rows among these ids, sorted in memory. For few ids this is faster than reading
 * the whole index of the sort.
 */
export async function sortedPositions<Row extends { id: string }, Filter extends ListFilter>(
  db: Db,
  list: ListedTable<Row, Filter, string>,
  { filter, ids, sort }: Required<RowSet<Filter>> & { sort: string },
): Promise<RowPosition[]> {
  const positions: RowPosition[] = []
  for (let from = 0; from < ids.length; from += IDS_PER_READ) {
    const batch = ids.slice(from, from + IDS_PER_READ)
    positions.push(
      ...(await readInSlice(() => positionsOf(db, list, { filter, ids: batch, sort }))),
    )
  }
  return positions.toSorted(comparePositionsBy(sort))
}

/** Returns the positions that come after `after` in the order of the sort. */
export function positionsAfter(
  positions: readonly RowPosition[],
  { sort, after }: Order<string>,
): readonly RowPosition[] {
  if (!after) return positions
  const compare = comparePositionsBy(sort)
  return positions.filter((position) => compare(position, after) > 0)
}

/** Returns the rows at these positions, in the same order; leaves out rows that no longer match the filter. */
export async function rowsAt<Row extends { id: string }, Filter extends ListFilter>(
  db: Db,
  list: ListedTable<Row, Filter, string>,
  filter: Filter,
  positions: readonly RowPosition[],
): Promise<Row[]> {
  if (positions.length === 0) return []
  const ids = positions.map(({ id }) => id)
  const rows = await listByIds(db, list, filter, ids)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
