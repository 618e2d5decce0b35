import type { RowPosition } from '../shared/cursor.ts'
import { READ_SLICE_MS, readInSlice } from './work/time-slices.ts'

const FIRST_ROWS = 1000
const MIN_ROWS = 250
const MAX_ROWS = 20_000

/**
 * Number of index rows to read at once, adapted so that one read takes about `READ_SLICE_MS`: it grows at most fourfold
 * per read.
 */
export class ReadSize {
  rows = FIRST_ROWS

  /** Adapts the number of rows after a read that took `tookMs` milliseconds. */
  adapt(tookMs: number): void {
    const targetRows = this.rows * Math.min(4, READ_SLICE_MS / Math.max(tookMs, 0.1))
    this.rows = Math.round(Math.min(MAX_ROWS, Math.max(MIN_ROWS, targetRows)))
  }
}

type RangeRead = { after: RowPosition | undefined; span: number; limit: number }

/**
 * Returns the ids of matching rows in order, at most `limit`. `read` reads `span` index rows after a position. It
 * returns the matching ids, and the position of the last index row as `upTo`; `undefined` means that no index rows
 * remain. Other requests run between two reads, however few rows match.
 */
export async function readIdsInRanges(
  { after, limit }: { after?: RowPosition | undefined; limit: number },
  read: (range: RangeRead) => Promise<{ upTo: RowPosition | undefined; matches: { id: string }[] }>,
): Promise<string[]> {
  const readSize = new ReadSize()
  const ids: string[] = []
  let from = after
  for (;;) {
    const range = { after: from, span: readSize.rows, limit: limit - ids.length }
    const { upTo, matches } = await readInSlice(async () => {
      const beganMs = performance.now()
      const response = await read(range)
      readSize.adapt(performance.now() - beganMs)
      return response
    })
    for (const { id } of matches) ids.push(id)
    if (!upTo || ids.length >= limit) return ids
    from = upTo
  }
}

type RowsRequest<Row> = {
  after: RowPosition | undefined
  /** Matching rows that one read returns at most. */
  limit: number
  /** Returns the position of a row in the order of the read. */
  positionOf: (row: Row) => RowPosition
}

/**
 * Yields matching rows in order, in batches of at most `limit`. `read` reads `span` index rows after a position. It
 * returns the matching rows and the last index row's position as `upTo`. Without `upTo`, `read` has searched all
 * remaining rows.
 */
export async function* readRowsInRanges<Row>(
  { after, limit, positionOf }: RowsRequest<Row>,
  read: (range: RangeRead) => Promise<{ upTo: RowPosition | undefined; rows: Row[] }>,
): AsyncGenerator<Row[]> {
  const readSize = new ReadSize()
  let from = after
  for (;;) {
    const range = { after: from, span: readSize.rows, limit }
    const { upTo, rows } = await readInSlice(async () => {
      const beganMs = performance.now()
      const response = await read(range)
      readSize.adapt(performance.now() - beganMs)
      return response
    })
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (rows.length === limit && last) from = positionOf(last)
    else if (upTo) from = upTo
    else return
  }
}
