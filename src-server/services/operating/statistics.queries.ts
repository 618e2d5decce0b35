import { sql } from 'kysely'
import type { Db } from '#db/tables.ts'

/** Below this number of rows the choice of a query plan does not matter. */
const MIN_ROWS = 200

/** Lists tables with more than twice the rows that PostgreSQL counted in their last ANALYZE. */
export async function listGrownTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select known.relname as name
    from pg_stat_user_tables as counted join pg_class as known on known.oid = counted.relid
    where counted.schemaname = current_schema()
      and counted.n_live_tup > ${MIN_ROWS} + 2 * greatest(known.reltuples, 0)
    order by known.relname
  `.execute(db)
  return rows.map(({ name }) => name)
}

/** Runs ANALYZE on a table, so that new plans use its statistics. Skips a table that is locked. */
export const analyzeTable = (db: Db, table: string): Promise<unknown> =>
  sql`analyze (skip_locked) ${sql.table(table)}`.execute(db)
