import { statSync } from 'node:fs'
import { sql } from 'kysely'
import { type OpenDatabase, sqliteFile } from '#db/database.ts'
import type { Db } from '#db/tables.ts'

/** Counts stop here: a scrape must stay cheap while a long queue waits. */
const MAX_COUNTED = 10_000

/** Number of due rows, up to 10,000, and the time since which the oldest is due, as ISO-8601; null without any. */
export type DueCount = { count: number; oldest: string | null }

/** Counts payments of all merchants whose status check is due by `now`. An index has the payments in order. */
export async function countDuePayments(db: Db, now: string): Promise<DueCount> {
  const due = db.selectFrom('transactions').where('nextCheckAt', '<=', now)
  return db
    .selectFrom(due.select('nextCheckAt as at').orderBy('nextCheckAt').limit(MAX_COUNTED).as('due'))
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.min<string | null>('at').as('oldest'),
    ])
    .executeTakeFirstOrThrow()
}

/** Counts webhook events of all merchants that are due by `now`. */
export async function countDueWebhooks(db: Db, now: string): Promise<DueCount> {
  const due = db.selectFrom('webhookEvents').where('nextAttemptAt', '<=', now)
  return db
    .selectFrom(
      due.select('nextAttemptAt as at').orderBy('nextAttemptAt').limit(MAX_COUNTED).as('due'),
    )
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.min<string | null>('at').as('oldest'),
    ])
    .executeTakeFirstOrThrow()
}

/** Counts processor events of all merchants whose refunds or disputes contradict the stored payment; up to 10,000. */
export async function countContradictions(db: Db): Promise<number> {
  const unfit = db.selectFrom('processorEvents').select('ref').where('unfitAt', 'is not', null)
  const { count } = await db
    .selectFrom(unfit.limit(MAX_COUNTED).as('unfit'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Counts payments of all merchants whose money was taken after they had ended, recorded since `since`, and not
 * refunded here; up to 10,000.
 */
export async function countLateCaptures(db: Db, since: string): Promise<number> {
  const late = db
    .selectFrom('lateCaptures')
    .select('notedAt')
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
  const { count } = await db
    .selectFrom(late.limit(MAX_COUNTED).as('late'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Counts webhook events that are due or wait for a retry. */
export async function countWaitingWebhooks(db: Db): Promise<number> {
  const waiting = db
    .selectFrom('webhookEvents')
    .select('nextAttemptAt')
    .where('nextAttemptAt', 'is not', null)
    .limit(MAX_COUNTED)
  const { count } = await db
    .selectFrom(waiting.as('waiting'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Counts mails that are due by `now`. */
export async function countDueMails(db: Db, now: string): Promise<DueCount> {
  const due = db.selectFrom('mails').where('nextAttemptAt', '<=', now)
  return db
    .selectFrom(
      due.select('nextAttemptAt as at').orderBy('nextAttemptAt').limit(MAX_COUNTED).as('due'),
    )
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.min<string | null>('at').as('oldest'),
    ])
    .executeTakeFirstOrThrow()
}

/** Counts mails that are due or wait for a retry, and failed mails that are still stored. */
export async function countMails(db: Db): Promise<{ waiting: number; failed: number }> {
  const countUpToLimit = (query: ReturnType<typeof selectMails>) =>
    db
      .selectFrom(query.limit(MAX_COUNTED).as('some'))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  const selectMails = () => db.selectFrom('mails').select('createdAt')
  const waiting = await countUpToLimit(selectMails().where('nextAttemptAt', 'is not', null))
  const failed = await countUpToLimit(selectMails().where('status', '=', sql.lit('failed')))
  return { waiting: Number(waiting.count), failed: Number(failed.count) }
}

/** Returns the size of the database in bytes; `log` is the size of SQLite's write-ahead log. */
export async function measureDatabase(
  { db, dialect }: OpenDatabase,
  url: string,
): Promise<{ data: number; log: number }> {
  if (dialect === 'sqlite') {
    const bytes = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0
    const file = sqliteFile(url)
    return { data: bytes(file), log: bytes(`${file}-wal`) }
  }
  const { rows } = await sql<{ data: number }>`
    select pg_database_size(current_database()) as data`.execute(db)
  return { data: rows[0]?.data ?? 0, log: 0 }
}
