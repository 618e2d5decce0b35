import type { Kysely } from 'kysely'
import type { Portable } from '../portable.ts'

/**
 * Adds since when a ledger has differed from its processor's balance, and the permission that the account's API key
 * lacks. No existing row is read.
 */
export async function up(db: Kysely<unknown>, { text }: Portable): Promise<void> {
  await db.schema.alterTable('balance_accounts').addColumn('differs_since', text).execute()
  await db.schema.alterTable('balance_accounts').addColumn('missing_permission', text).execute()
}
