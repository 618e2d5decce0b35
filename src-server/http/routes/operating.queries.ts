import { statSync } from 'node:fs'
import { sql } from 'kysely'
import { type OpenDatabase, sqliteFile } from '#db/database.ts'
import type { Db } from '#db/tables.ts'

/** Counts go no further: a scrape must stay cheap just when much is waiting. */
const COUNTED = 10_000

export type Due = { count: number; oldest: string | null }

/** Payments whose outcome should have been asked for by `now`, of all merchants; an index has them in order. */
export async function paymentsDue(db: Db, now: string): Promise<Due> {
  const due = db.selectFrom('transactions').where('nextCheckAt', '<=', now)
  return db
    .selectFrom(due.select('nextCheckAt as at').orderBy('nextCheckAt').limit(COUNTED).as('due'))
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.min<string | null>('at').as('oldest'),
    ])
    .executeTakeFirstOrThrow()
}

/** Webhook events that should have been sent by `now`, of all merchants. */
export async function webhooksDue(db: Db, now: string): Promise<Due> {
  const due = db.selectFrom('webhookEvents').where('nextAttemptAt', '<=', now)
  return db
    .selectFrom(due.select('nextAttemptAt as at').orderBy('nextAttemptAt').limit(COUNTED).as('due'))
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.min<string | null>('at').as('oldest'),
    ])
    .executeTakeFirstOrThrow()
}

/** Events of all merchants whose facts did not fit their payment. */
export async function factsUnfit(db: Db): Promise<number> {
  const unfit = db.selectFrom('processorEvents').select('ref').where('unfitAt', 'is not', null)
  const { count } = await db
    .selectFrom(unfit.limit(COUNTED).as('unfit'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Those due and those that wait for another try. */
export async function webhooksWaiting(db: Db): Promise<number> {
  const waiting = db
    .selectFrom('webhookEvents')
    .select('nextAttemptAt')
    .where('nextAttemptAt', 'is not', null)
    .limit(COUNTED)
  const { count } = await db
    .selectFrom(waiting.as('waiting'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Mails that should have been sent by `now`. */
export async function mailsDue(db: Db, now: string): Promise<Due> {
  const due = db.selectFrom('mails').where('nextAttemptAt', '<=', now)
  return db
    .selectFrom(due.select('nextAttemptAt as at').orderBy('nextAttemptAt').limit(COUNTED).as('due'))
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.min<string | null>('at').as('oldest'),
    ])
    .executeTakeFirstOrThrow()
}

/** Those due and those that wait for another try; and those given up, as long as they are kept. */
export async function countMails(db: Db): Promise<{ waiting: number; failed: number }> {
  const counted = (query: ReturnType<typeof mailsBy>) =>
    db
      .selectFrom(query.limit(COUNTED).as('some'))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  const mailsBy = () => db.selectFrom('mails').select('createdAt')
  const waiting = await counted(mailsBy().where('nextAttemptAt', 'is not', null))
  const failed = await counted(mailsBy().where('status', '=', sql.lit('failed')))
  return { waiting: Number(waiting.count), failed: Number(failed.count) }
}

/** `log` is what SQLite has not moved into the file yet. */
export async function databaseBytes(
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
