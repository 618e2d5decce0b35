import type { Kysely } from 'kysely'
import { addColumns, type Portable } from '../portable.ts'

/** Adds the merchant's own metadata about a payment. Without a default, no row is read or written. */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  await addColumns(db, portable, {
    table: 'transactions',
    columns: [['metadata', portable.text]],
  })
}
