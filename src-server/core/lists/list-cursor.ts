import { type Cursor, decodeCursor, encodeCursor } from '#server/shared/cursor.ts'
import { badCursor } from '../calls/bad-cursor.ts'

type SortKey = { sort: string; kind: 'number' | 'string' }

/**
 * Decodes the cursor of a request, which names the last row of the previous page; undefined when there is no cursor.
 * @throws AppError `invalid` for a cursor of another list or sort.
 */
export function readCursor(text: string | undefined, { sort, kind }: SortKey): Cursor | undefined {
  if (text === undefined) return undefined
  const cursor = decodeCursor(text, sort)
  if (!cursor || typeof cursor.value !== kind) throw badCursor()
  return cursor
}

/**
 * Returns the cursor of the next page; null when there is no next page. `rows` are read with one row more than `limit`:
 * only then is there a next page.
 */
export function nextCursor<Row extends { id: string }>(
  rows: readonly Row[],
  { sort, limit, valueOf }: { sort: string; limit: number; valueOf: (row: Row) => string | number },
): string | null {
  const last = rows[limit - 1]
  return rows.length > limit && last
    ? encodeCursor({ sort, value: valueOf(last), id: last.id })
    : null
}
