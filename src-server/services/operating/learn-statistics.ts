import type { Db } from '#db/tables.ts'
import { learnAbout, listOutgrown } from './statistics.queries.ts'

/**
 * Tells PostgreSQL that a table has grown before its own rounds come to it, once a minute. What it plans for a table
 * of which it knows nothing stays in use as the table grows: each foreign key of a payment was looked up by reading
 * all payments of the merchant.
 */
export async function learnStatistics({ db }: { db: Db }, signal: AbortSignal): Promise<void> {
  for (const table of await listOutgrown(db)) {
    if (signal.aborted) return
    await learnAbout(db, table)
  }
}
