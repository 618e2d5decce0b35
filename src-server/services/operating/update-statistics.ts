import type { Db } from '#db/tables.ts'
import { analyzeTable, listGrownTables } from './statistics.queries.ts'

/**
 * Runs ANALYZE on tables that have grown, once a minute, before PostgreSQL's autovacuum does. A plan made without
 * statistics stays in use as its table grows. Without this, each foreign key of a payment was checked by reading all
 * payments of the merchant.
 */
export async function updateStatistics({ db }: { db: Db }, signal: AbortSignal): Promise<void> {
  for (const table of await listGrownTables(db)) {
    if (signal.aborted) return
    await analyzeTable(db, table)
  }
}
