import { sql } from 'kysely'
import type { Dialect } from '#db/portable.ts'
import type { Db } from '#db/tables.ts'

/** Throws when the database does not respond. */
export const pingDatabase = (db: Db) => db.selectNoFrom(sql`1`.as('one')).execute()

/** Lists the names of the migrations that ran, from the migrator's table. */
export async function listMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(({ name }) => name)
}

/** Returns the version of the PostgreSQL server or of the SQLite library. */
export async function findDatabaseVersion(db: Db, dialect: Dialect): Promise<string> {
  const query =
    dialect === 'sqlite'
      ? sql<{ version: string }>`select sqlite_version() as version`
      : sql<{ version: string }>`select current_setting('server_version') as version`
  const [row] = (await query.execute(db)).rows
  return String(row?.version)
}

/** Finds the creation time of the oldest event that waits for its endpoint. */
export const findOldestWaitingEvent = (
  db: Db,
  { merchantId, endpointId }: { merchantId: string; endpointId: string },
) =>
  db
    .selectFrom('webhookEvents')
    .select('createdAt')
    .where('merchantId', '=', merchantId)
    .where('endpointId', '=', endpointId)
    .where('status', '=', 'retry')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** Finds an event whose next attempt was due before that instant. */
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

/**
 * Lists payments whose money a processor took after they had failed or were cancelled, the latest first. Leaves out
 * payments whose money an owner has refunded in Incasso.
 */
export const listLateCaptures = (
  db: Db,
  { merchantId, since, limit }: { merchantId: string; since: string; limit: number },
) =>
  db
    .selectFrom('lateCaptures')
    .select('transactionId')
    .where('merchantId', '=', merchantId)
    .where('notedAt', '>=', since)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('lateRefunds')
            .select('lateRefunds.id')
            .whereRef('lateRefunds.merchantId', '=', 'lateCaptures.merchantId')
            .whereRef('lateRefunds.id', '=', 'lateCaptures.transactionId')
            .where('lateRefunds.status', '=', 'success'),
        ),
      ),
    )
    .orderBy('notedAt', 'desc')
    .limit(limit)
    .execute()

/**
 * Lists payments whose refunds at the processor exceed them, the latest first. `subject` is our id of the payment, or
 * the processor's.
 */
export const listOverRefundedPayments = (
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
