import type { RowPlace } from '../shared/cursor.ts'
import { READ_PIECE_MS, readPiece } from './work/pieces.ts'

const FIRST_ROWS = 1000
const MIN_ROWS = 250
const MAX_ROWS = 20_000

/** How many rows of an index can be gone through in the time of a piece, by how long the last took. */
export class Span {
  rows = FIRST_ROWS

  adapt(tookMs: number): void {
    const wanted = this.rows * Math.min(4, READ_PIECE_MS / Math.max(tookMs, 0.1))
    this.rows = Math.round(Math.min(MAX_ROWS, Math.max(MIN_ROWS, wanted)))
  }
}

type SpanRead = { after: RowPlace | undefined; span: number; limit: number }

/**
 * The ids of what matches, in order, as many as are asked for. `read` goes through so many rows of an index
 * after a place, and answers what matches among them and where they end; without an end there are no more.
 * Others have their turn between two spans, however few rows match.
 */
export async function idsInSpans(
  { after, limit }: { after?: RowPlace | undefined; limit: number },
  read: (reading: SpanRead) => Promise<{ upTo: RowPlace | undefined; found: { id: string }[] }>,
): Promise<string[]> {
  const span = new Span()
  const ids: string[] = []
  let from = after
  for (;;) {
    const reading = { after: from, span: span.rows, limit: limit - ids.length }
    const { upTo, found } = await readPiece(async () => {
      const beganMs = performance.now()
      const answer = await read(reading)
      span.adapt(performance.now() - beganMs)
      return answer
    })
    for (const { id } of found) ids.push(id)
    if (!upTo || ids.length >= limit) return ids
    from = upTo
  }
}

type RowsRead<Row> = {
  after: RowPlace | undefined
  /** So many matching rows are read at once. */
  limit: number
  placeOf: (row: Row) => RowPlace
}

/**
 * What matches, in order, a handful at a time. `read` goes through the index as for ids above; where it says
 * no end, the index yields what matches alone.
 */
export async function* rowsInSpans<Row>(
  { after, limit, placeOf }: RowsRead<Row>,
  read: (reading: SpanRead) => Promise<{ upTo: RowPlace | undefined; rows: Row[] }>,
): AsyncGenerator<Row[]> {
  const span = new Span()
  let from = after
  for (;;) {
    const reading = { after: from, span: span.rows, limit }
    const { upTo, rows } = await readPiece(async () => {
      const beganMs = performance.now()
      const answer = await read(reading)
      span.adapt(performance.now() - beganMs)
      return answer
    })
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (rows.length === limit && last) from = placeOf(last)
    else if (upTo) from = upTo
    else return
  }
}
