import type { RowPlace } from '../shared/cursor.ts'
import { READ_PIECE_MS, readPiece } from './work/pieces.ts'

const FIRST_ROWS = 1000
const MIN_ROWS = 250
const MAX_ROWS = 20_000

/** Number of index rows that one piece can read in its time, adapted to the duration of the last piece. */
export class Span {
  rows = FIRST_ROWS

  adapt(tookMs: number): void {
    const wanted = this.rows * Math.min(4, READ_PIECE_MS / Math.max(tookMs, 0.1))
    this.rows = Math.round(Math.min(MAX_ROWS, Math.max(MIN_ROWS, wanted)))
  }
}

type SpanRead = { after: RowPlace | undefined; span: number; limit: number }

/**
 * Returns the ids of matching rows in order, at most `limit`. `read` reads `span` index rows after a position, and
 * returns the matching ones and the last position; no last position means that no rows remain. Other requests run
 * between two spans, however few rows match.
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
  /** Matching rows that one read returns at most. */
  limit: number
  placeOf: (row: Row) => RowPlace
}

/**
 * Yields matching rows in order, at most `limit` at a time. `read` works as for `idsInSpans`; when it returns no
 * `upTo`, the index yields only matching rows.
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
