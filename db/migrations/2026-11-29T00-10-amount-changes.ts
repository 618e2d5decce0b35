import type { Kysely } from 'kysely'
import { addColumns, type Portable } from '../portable.ts'

/** Adds how often the amount of a payment was changed. No row is written. */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  await addColumns(db, portable, {
    table: 'transactions',
    columns: [['amount_changes', portable.integer, (c) => c.notNull().defaultTo(0)]],
  })
}
