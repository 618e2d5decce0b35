import { sql } from 'kysely'
import type { Dialect } from '#db/portable.ts'
import type { Db } from '#db/tables.ts'

/** Fails when the database does not answer. */
export const askNothing = (db: Db) => db.selectNoFrom(sql`1`.as('one')).execute()

/** Names of the migrations that ran, as the migrator keeps them. */
export async function listMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(({ name }) => name)
}

export type DatabaseFacts = { version: string; bytes: number }

/** The server's or library's version, and how much the data take. */
export async function findDatabaseFacts(db: Db, dialect: Dialect): Promise<DatabaseFacts> {
  const query =
    dialect === 'sqlite'
      ? sql<DatabaseFacts>`select sqlite_version() as version, page_count * page_size as bytes
          from pragma_page_count(), pragma_page_size()`
      : sql<DatabaseFacts>`select current_setting('server_version') as version,
          pg_database_size(current_database()) as bytes`
  const [facts] = (await query.execute(db)).rows
  return { version: String(facts?.version), bytes: Number(facts?.bytes) }
}

/** When the oldest event that still waits for its endpoint was made. */
export const findOldestWaitingEvent = (db: Db, { merchantId }: { merchantId: string }) =>
  db
    .selectFrom('webhookEvents')
    .select('createdAt')
    .where('merchantId', '=', merchantId)
    .where('status', '=', 'retry')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** An event that should have been tried before that instant. */
export const findOverdueEvent = (
  db: Db,
  { merchantId, before }: { merchantId: string; before: string },
) =>
  db
    .selectFrom('webhookEvents')
    .select('id')
    .where('merchantId', '=', merchantId)
    .where('nextAttemptAt', '<', before)
    .limit(1)
    .executeTakeFirst()
