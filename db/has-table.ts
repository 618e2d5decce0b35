import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** Returns true if the table exists. Queries only this name, because Kysely would read every column of every table. */
export async function hasTable<T>(db: Kysely<T>, name: string): Promise<boolean> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const { rows } = await (isSqlite
    ? sql`select 1 from sqlite_master where type = 'table' and name = ${name}`
    : sql`select 1 where to_regclass(${name}) is not null`
  ).execute(db)
  return rows.length > 0
}
