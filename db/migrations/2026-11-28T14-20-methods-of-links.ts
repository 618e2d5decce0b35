import type { Kysely } from 'kysely'
import { addColumns, type Portable } from '../portable.ts'

/** Adds the methods that payers of a link may use; null for the methods that the merchant offers to all payers. */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  await addColumns(db, portable, {
    table: 'payment_links',
    columns: [['method_types', portable.text]],
  })
}
