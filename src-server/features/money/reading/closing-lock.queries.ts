import { sql } from 'kysely'
import type { Db, DialectDb } from '#db/tables.ts'

/** Key of the advisory locks of a merchant's closed months; locks of other things use another seed. */
const keyOf = (merchantId: string) => sql`hashtextextended(${merchantId}, 4)`

/**
 * Locks out the closing of a month until the transaction ends; the recording of entries shares the lock. SQLite
 * serializes writing transactions anyway.
 */
export async function shareClosingLock(
  { db, dialect }: DialectDb,
  { merchantId }: { merchantId: string },
): Promise<void> {
  if (dialect === 'sqlite') return
  await sql`select pg_advisory_xact_lock_shared(${keyOf(merchantId)})`.execute(db)
}

/** Blocks recordings of entries, and other closings, until the transaction ends. */
export async function takeClosingLock(
  { db, dialect }: DialectDb,
  { merchantId }: { merchantId: string },
): Promise<void> {
  if (dialect === 'sqlite') return
  await sql`select pg_advisory_xact_lock(${keyOf(merchantId)})`.execute(db)
}

/** Returns the time of the last closing of a month; null before the first. */
export async function findLastClosing(
  db: Db,
  { merchantId }: { merchantId: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('closedMonths')
    .select('closedAt')
    .where('merchantId', '=', merchantId)
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.closedAt ?? null
}
