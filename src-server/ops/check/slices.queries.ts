import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/tables.ts'

/** A condition that these two columns, of a merchant and of an id, lie in the slice. */
export type Slice = (merchant: string, id: string) => RawBuilder<unknown>

/** A statement about all rows, or one about those of each slice of a table by its key. */
export type Look =
  | RawBuilder<unknown>
  | { by: 'transactions' | 'customers'; statement: (slice: Slice) => RawBuilder<unknown> }

export const everyRow = sql`1 = 1`

type Place = { merchantId: string; id: string }

/** Gone through in a second or two: while a statement reads, SQLite's log cannot begin anew. */
const SLICE_ROWS = 200_000

/**
 * Slices of a table by its key that together hold every place, also of rows that come meanwhile and of rows
 * elsewhere that belong to none.
 */
export async function slicesOf(
  db: Db,
  table: 'transactions' | 'customers',
  rows = SLICE_ROWS,
): Promise<Slice[]> {
  const slices: Slice[] = []
  let after: Place | undefined
  for (;;) {
    const upTo = await placeAfter(db, table, { after, rows })
    slices.push(between(after, upTo))
    if (!upTo) return slices
    after = upTo
  }
}

const placeAfter = (
  db: Db,
  table: 'transactions' | 'customers',
  { after, rows }: { after: Place | undefined; rows: number },
): Promise<Place | undefined> =>
  db
    .selectFrom(table)
    .select(['merchantId', 'id'])
    .where(sql<boolean>`${between(after, undefined)('merchant_id', 'id')}`)
    .orderBy('merchantId')
    .orderBy('id')
    .limit(1)
    .offset(rows - 1)
    .executeTakeFirst()

const between =
  (after: Place | undefined, upTo: Place | undefined): Slice =>
  (merchant, id) => {
    const place = sql`(${sql.ref(merchant)}, ${sql.ref(id)})`
    const from = after ? sql`${place} > (${after.merchantId}, ${after.id})` : everyRow
    return upTo ? sql`${from} and ${place} <= (${upTo.merchantId}, ${upTo.id})` : from
  }
