import type { Kysely } from 'kysely'
import type { Portable } from '../portable.ts'

/** What a merchant's program notes of a payment. Without a default, so no row is read or written. */
export async function up(db: Kysely<unknown>, { text }: Portable): Promise<void> {
  await db.schema.alterTable('transactions').addColumn('metadata', text).execute()
}
