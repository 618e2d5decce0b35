import { sql } from 'kysely'
import type { Db } from '#db/tables.ts'

/** Below this many rows every plan is as good as another. */
const ENOUGH_ROWS = 200

/** PostgreSQL's tables that hold at least twice as many rows as when it last looked at what is in them. */
export async function listOutgrown(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select known.relname as name
    from pg_stat_user_tables as counted join pg_class as known on known.oid = counted.relid
    where counted.schemaname = current_schema()
      and counted.n_live_tup > ${ENOUGH_ROWS} + 2 * greatest(known.reltuples, 0)
    order by known.relname
  `.execute(db)
  return rows.map(({ name }) => name)
}

/** Has PostgreSQL look at a sample of a table, and plan statements about it anew; not while somebody else does. */
export const learnAbout = (db: Db, table: string): Promise<unknown> =>
  sql`analyze (skip_locked) ${sql.table(table)}`.execute(db)
