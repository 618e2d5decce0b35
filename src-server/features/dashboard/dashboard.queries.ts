import { sql } from 'kysely'
import type { Db } from '#db/tables.ts'
import type { RowPosition } from '#server/shared/cursor.ts'

/** Payments of one merchant from the instant `from` (inclusive) to `before` (exclusive). */
export type InstantSpan = { merchantId: string; from: string; before: string }

/** Part of a span that one query reads: the payments after a position, or from the beginning. */
type PaymentBatch = InstantSpan & { after: RowPosition | undefined }

/** Part of a span that one query sums: the payments up to a position, or to the end. */
type SummedBatch = PaymentBatch & { upTo: RowPosition | undefined }

/**
 * Selects the payments of one part. An index in payment order contains every column that is read. The position's
 * instant is also compared alone: SQLite searches by one lower bound and would otherwise start at the span's first row.
 * PostgreSQL, with pair comparisons alone, would expect a quarter of all payments and might choose a slower plan.
 */
const selectBatch = (db: Db, { merchantId, from, before, after }: PaymentBatch) =>
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

/**
 * Returns the position of the `rows`-th payment of a part, at which one query stops; undefined when fewer payments are
 * left.
 */
export async function findBatchEnd(
  db: Db,
  { rows, ...batch }: PaymentBatch & { rows: number },
): Promise<RowPosition | undefined> {
  const row = await selectBatch(db, batch)
    .select(['createdAt', 'id'])
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .offset(rows - 1)
    .executeTakeFirst()
  return row && { value: row.createdAt, id: row.id }
}

/** Sums successful payments up to a position, in minor units by currency. */
export const sumTakings = (db: Db, batch: SummedBatch) => sumTakingsQuery(db, batch).execute()

export const sumTakingsQuery = (db: Db, { upTo, ...batch }: SummedBatch) =>
  selectBatch(db, batch)
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
      // PostgreSQL sums 64-bit integers as numeric, which arrives as text.
      sql<number>`cast(sum(amount) as bigint)`.as('amount'),
    ])
    .groupBy('currency')

/** Lists the failure reasons of the latest failed payments, newest first. */
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
