import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/tables.ts'

/**
 * A range of keys of a large table. Returns the SQL condition that these two columns, a merchant and an ID, are in the
 * range.
 */
export type Slice = (merchant: string, id: string) => RawBuilder<unknown>

/** A statement about all rows, or a function that returns a statement about one slice of a table by its key. */
export type InvariantStatement =
  | RawBuilder<unknown>
  | { by: 'transactions' | 'customers'; statement: (slice: Slice) => RawBuilder<unknown> }

/** An SQL condition that every row fulfils. */
export const everyRow = sql`1 = 1`

type SlicePosition = { merchantId: string; id: string }

/** Rows that are read in a second or two: while a statement reads, SQLite's log cannot restart. */
const SLICE_ROWS = 200_000

/**
 * Divides a table into slices by its key that together cover all keys. `rows` is the size of a slice. The slices
 * include rows that are added meanwhile, and rows of other tables that have no parent in this one.
 */
export async function slicesOf(
  db: Db,
  table: 'transactions' | 'customers',
  rows = SLICE_ROWS,
): Promise<Slice[]> {
  const slices: Slice[] = []
  let after: SlicePosition | undefined
  for (;;) {
    const upTo = await positionAfter(db, table, { after, rows })
    slices.push(between(after, upTo))
    if (!upTo) return slices
    after = upTo
  }
}

const positionAfter = (
  db: Db,
  table: 'transactions' | 'customers',
  { after, rows }: { after: SlicePosition | undefined; rows: number },
): Promise<SlicePosition | undefined> =>
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
  (after: SlicePosition | undefined, upTo: SlicePosition | undefined): Slice =>
  (merchant, id) => {
    const position = sql`(${sql.ref(merchant)}, ${sql.ref(id)})`
    const from = after ? sql`${position} > (${after.merchantId}, ${after.id})` : everyRow
    return upTo ? sql`${from} and ${position} <= (${upTo.merchantId}, ${upTo.id})` : from
  }
