import type { Kysely } from 'kysely'
import type { Portable } from '../portable.ts'

/**
 * Adds the time at which a payout's entries were last requested, so that payouts without all their entries are read
 * round robin. No existing row is read.
 */
export async function up(db: Kysely<unknown>, { text }: Portable): Promise<void> {
  await db.schema.alterTable('payouts').addColumn('contents_read_at', text).execute()
}
