import type { RowPosition } from '#server/shared/cursor.ts'
import { compareBytes } from '#server/shared/text/text-order.ts'
import { sortColumnOf } from './list-definition.ts'

type ListedRow = { id: string }

/** Returns the comparison of two positions in the order of a sort. */
export function comparePositionsBy(sort: string): (one: RowPosition, other: RowPosition) => number {
  const sign = sort.startsWith('-') ? -1 : 1
  return (one, other) => sign * comparePositions(one, other)
}

function comparePositions(one: RowPosition, other: RowPosition): number {
  const first =
    typeof one.value === 'number' && typeof other.value === 'number'
      ? one.value - other.value
      : compareBytes(String(one.value), String(other.value))
  return first === 0 ? compareBytes(one.id, other.id) : first
}

function compareRowsBy<Row extends ListedRow>(sort: string): (one: Row, other: Row) => number {
  const column = sortColumnOf(sort) as keyof Row
  const compare = comparePositionsBy(sort)
  const positionOf = (row: Row) => ({ value: row[column] as string | number, id: row.id })
  return (one, other) => compare(positionOf(one), positionOf(other))
}

/** Merges two sequences of rows that are in the order of the sort, and yields their rows in that order. */
export async function* mergeBatches<Row extends ListedRow>(
  one: AsyncGenerator<Row[]>,
  other: AsyncGenerator<Row[]>,
  sort: string,
): AsyncGenerator<Row[]> {
  const compare = compareRowsBy<Row>(sort)
  const sources = [one, other].map((rows) => ({ rows, waiting: [] as Row[], isDone: false }))
  for (;;) {
    for (const source of sources) {
      while (source.waiting.length === 0 && !source.isDone) {
        const next = await source.rows.next()
        source.isDone = next.done === true
        source.waiting = next.done ? [] : next.value
      }
    }
    // The buffer that ends with this row is the first to run empty. Rows after it must wait: the next rows of that
    // sequence may come before them.
    const [end] = sources.flatMap(({ waiting }) => waiting.slice(-1)).toSorted(compare)
    if (!end) return
    yield sources
      .flatMap((source) => {
        const ready = source.waiting.filter((row) => compare(row, end) <= 0)
        source.waiting = source.waiting.slice(ready.length)
        return ready
      })
      .toSorted(compare)
  }
}

type Window<Row> = {
  /** Rows of the first sequence, after its first `skipped` rows. */
  rows: readonly Row[]
  skipped: number
  /** All positions of the second sequence, in the order of the sort. */
  others: readonly RowPosition[]
}

/**
 * Returns a page of two sequences merged in the order of the sort: for each entry the row of the first sequence, or the
 * position in the second sequence. The window must begin at most `others.length` rows before `offset`.
 */
export function mergedPage<Row extends ListedRow>(
  { rows, skipped, others }: Window<Row>,
  { sort, offset, limit }: { sort: string; offset: number; limit: number },
): { row?: Row; position: RowPosition }[] {
  // All rows of the first sequence are skipped, so the page begins after all entries.
  if (rows.length === 0 && skipped > 0) return []
  const column = sortColumnOf(sort) as keyof Row
  const compare = comparePositionsBy(sort)
  const entries = rows.map((row) => ({
    row,
    position: { value: row[column] as string | number, id: row.id },
  }))
  const [first] = entries
  const earlier =
    first && skipped > 0
      ? others.filter((position) => compare(position, first.position) < 0).length
      : 0
  const all = [...entries, ...others.slice(earlier).map((position) => ({ position }))].toSorted(
    (one, other) => compare(one.position, other.position),
  )
  const start = offset - skipped - earlier
  return all.slice(start, start + limit)
}
