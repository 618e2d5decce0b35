import { sql } from 'kysely'
import type { Db } from '#db/tables.ts'
import type { RowPlace } from '#server/shared/cursor.ts'

/** Payments of one merchant between two instants: from the first on, and before the second. */
export type InstantSpan = { merchantId: string; from: string; before: string }

type Piece = InstantSpan & { after: RowPlace | undefined }

/** Payments of a piece up to a place, or to its end. */
type Summed = Piece & { upTo: RowPlace | undefined }

/**
 * All that is asked of these rows stands in the index in the order of payments. The instant of the place is named beside
 * the pair: SQLite searches by one lower bound and would begin at the span's first row with each piece, and PostgreSQL
 * supposes that two pairs have a quarter of all payments between them.
 */
const between = (db: Db, { merchantId, from, before, after }: Piece) =>
  db
    .selectFrom('transactions')
    .where('merchantId', '=', merchantId)
    .where('createdAt', '>=', after ? String(after.value) : from)
    .where('createdAt', '<', before)
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('createdAt', 'id'), '>', eb.tuple(String(after?.value), after?.id ?? '')),
      ),
    )

/** Where so many payments end; undefined when there are no more than that. */
export async function endOfPiece(
  db: Db,
  { rows, ...piece }: Piece & { rows: number },
): Promise<RowPlace | undefined> {
  const row = await between(db, piece)
    .select(['createdAt', 'id'])
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .offset(rows - 1)
    .executeTakeFirst()
  return row && { value: row.createdAt, id: row.id }
}

/** What the successful ones up to a place come to, by currency. */
export const sumTakings = (db: Db, piece: Summed) => sumTakingsQuery(db, piece).execute()

export const sumTakingsQuery = (db: Db, { upTo, ...piece }: Summed) =>
  between(db, piece)
    .$if(upTo !== undefined, (query) =>
      query
        .where('createdAt', '<=', String(upTo?.value))
        .where((eb) =>
          eb(eb.refTuple('createdAt', 'id'), '<=', eb.tuple(String(upTo?.value), upTo?.id ?? '')),
        ),
    )
    .where('status', '=', 'success')
    .select([
      'currency',
      // Sums of 64-bit integers are numeric on PostgreSQL, which arrives as text.
      sql<number>`cast(sum(amount) as bigint)`.as('amount'),
    ])
    .groupBy('currency')

/** Why the latest of them failed, newest first. */
export async function listFailureReasons(
  db: Db,
  { merchantId, from, limit }: { merchantId: string; from: string; limit: number },
): Promise<(string | null)[]> {
  const rows = await db
    .selectFrom('transactions')
    .select('failureReason')
    .where('merchantId', '=', merchantId)
    .where('status', '=', 'failed')
    .where('createdAt', '>=', from)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ failureReason }) => failureReason)
}
