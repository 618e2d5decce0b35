import type { Db } from '#db/tables.ts'
import { idsInSpans, rowsInSpans } from '#server/core/spans.ts'
import { readPiece } from '#server/core/work/pieces.ts'
import type { RowPlace } from '#server/shared/cursor.ts'
import { compareBytes } from '#server/shared/text/text-order.ts'
import type { TransactionSort } from '../transaction-enums.schema.ts'
import {
  type ListedTransaction,
  sortColumnOf,
  type TransactionFilter,
} from '../transactions.queries.ts'
import {
  isIndexed,
  listByIds,
  listIdsInRange,
  listRange,
  placeAfter,
  placesOf,
} from './transaction-scan.queries.ts'

/** So many matching rows are read at once. */
const ROWS = 100

type Order = { sort: TransactionSort; after?: RowPlace | undefined }

/**
 * What matches, in order, a handful at a time. Where no index yields it alone, the one in the order of
 * the sort is gone through in ranges, however few rows match, and others have their turn between two.
 */
export async function* scanTransactions(
  db: Db,
  filter: TransactionFilter,
  { sort, after }: Order,
): AsyncGenerator<ListedTransaction[]> {
  const isDirect = isIndexed(filter, sort)
  const column = sortColumnOf(sort)
  const placeOf = (row: ListedTransaction) => ({ value: row[column], id: row.id })
  yield* rowsInSpans({ after, limit: ROWS, placeOf }, async ({ after, span, limit }) => {
    const upTo = isDirect ? undefined : await placeAfter(db, filter, { sort, after, span })
    return { upTo, rows: await listRange(db, filter, { sort, after, upTo, limit }) }
  })
}

/** The ids of what matches, newest first, as many as are asked for. */
export function matchingIdsOf(db: Db, filter: TransactionFilter, limit: number): Promise<string[]> {
  const sort = '-createdAt'
  const isDirect = isIndexed(filter, sort)
  return idsInSpans({ limit }, async ({ after, span, limit: left }) => {
    const upTo = isDirect ? undefined : await placeAfter(db, filter, { sort, after, span })
    const found = await listIdsInRange(db, filter, { sort, after, upTo, limit: left })
    return { upTo, found }
  })
}

const IDS = 500

/**
 * Of the rows with these ids those that match, in order: for when they are few, and another order
 * would have to be gone through from end to end to find them.
 */
export async function sortedPlaces(
  db: Db,
  filter: TransactionFilter,
  { ids, sort }: { ids: readonly string[]; sort: TransactionSort },
): Promise<RowPlace[]> {
  const places: RowPlace[] = []
  for (let from = 0; from < ids.length; from += IDS) {
    const some = ids.slice(from, from + IDS)
    places.push(...(await readPiece(() => placesOf(db, filter, { ids: some, sort }))))
  }
  const sign = sort.startsWith('-') ? -1 : 1
  return places.toSorted((one, other) => sign * comparePlaces(one, other))
}

export function comparePlaces(one: RowPlace, other: RowPlace): number {
  const first =
    typeof one.value === 'number' && typeof other.value === 'number'
      ? one.value - other.value
      : compareBytes(String(one.value), String(other.value))
  return first === 0 ? compareBytes(one.id, other.id) : first
}

/** The rows at these places, in their order. */
export async function rowsAt(
  db: Db,
  filter: TransactionFilter,
  places: readonly RowPlace[],
): Promise<ListedTransaction[]> {
  if (places.length === 0) return []
  const rows = await listByIds(
    db,
    filter,
    places.map(({ id }) => id),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return places.flatMap(({ id }) => byId.get(id) ?? [])
}
