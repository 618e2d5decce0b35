import { type Cursor, decodeCursor, encodeCursor } from '#server/shared/cursor.ts'
import { badCursor } from '../calls/bad-cursor.ts'

type SortedBy = { sort: string; kind: 'number' | 'string' }

/** Reads the cursor of a request; undefined where it has none. Throws `invalid` on one of another list or sort. */
export function readCursor(text: string | undefined, { sort, kind }: SortedBy): Cursor | undefined {
  if (text === undefined) return undefined
  const cursor = decodeCursor(text, sort)
  if (!cursor || typeof cursor.value !== kind) throw badCursor()
  return cursor
}

/** Cursor of the page after these rows, of which there is one more than a page where there is such a page. */
export function nextCursor<Row extends { id: string }>(
  rows: readonly Row[],
  { sort, limit, valueOf }: { sort: string; limit: number; valueOf: (row: Row) => string | number },
): string | null {
  const last = rows[limit - 1]
  return rows.length > limit && last
    ? encodeCursor({ sort, value: valueOf(last), id: last.id })
    : null
}
