import type { Kysely } from 'kysely'
import { addColumns, type Portable } from '../portable.ts'

/** Adds the reason why a processor holds the money of an open payment; null if it names none. No row is written. */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  await addColumns(db, portable, {
    table: 'transactions',
    columns: [['pending_reason', portable.text]],
  })
}
