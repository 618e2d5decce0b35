import type { Kysely } from 'kysely'
import type { Portable } from '../portable.ts'

/** Adds the methods that the merchant leaves out of a processor's payment page; null until they leave out any. */
export async function up(db: Kysely<unknown>, { text }: Portable): Promise<void> {
  await db.schema.alterTable('processor_accounts').addColumn('excluded_methods', text).execute()
}
