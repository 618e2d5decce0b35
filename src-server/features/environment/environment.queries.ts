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

/** Of the server, or of the library where there is none. */
export async function findDatabaseVersion(db: Db, dialect: Dialect): Promise<string> {
  const query =
    dialect === 'sqlite'
      ? sql<{ version: string }>`select sqlite_version() as version`
      : sql<{ version: string }>`select current_setting('server_version') as version`
  const [found] = (await query.execute(db)).rows
  return String(found?.version)
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

/** Lists payments that are exceeded by refunds at their processor, the latest first, by our id or the processor's. */
export const listUnfitPayments = (
  db: Db,
  { merchantId, limit }: { merchantId: string; limit: number },
) =>
  db
    .selectFrom('processorEvents')
    .select(['subject'])
    .where('merchantId', '=', merchantId)
    .where('unfitAt', 'is not', null)
    .groupBy('subject')
    .orderBy((eb) => eb.fn.max('unfitAt'), 'desc')
    .limit(limit)
    .execute()
