import { sql } from 'kysely'
import type { Dialect } from '#db/portable.ts'
import type { MailRow } from '#db/tables/mail-tables.ts'
import type { Db } from '#db/tables.ts'
import type { MailKind } from '#server/core/ports/mailer.ts'
import {
  isDue,
  type LeasedTable,
  type LeaseTimes,
  leaseRows,
} from '#server/core/queues/leased-rows.queries.ts'

/** False where the object has its mail of this kind already. */
export async function insertMail(db: Db, row: MailRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('mails')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/**
 * Whether a customer may be written to. The row is held until the transaction ends, so that an erasure either comes
 * before, and is seen here, or finds the mail.
 */
export async function holdAddressee(
  db: Db,
  { dialect, merchantId, customerId }: { dialect: Dialect; merchantId: string; customerId: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('customers')
    .select('erasedAt')
    .where('merchantId', '=', merchantId)
    .where('id', '=', customerId)
    .$if(dialect === 'postgres', (query) => query.forKeyShare())
    .executeTakeFirst()
  return found?.erasedAt === null
}

export type DueMail = Pick<
  MailRow,
  'id' | 'merchantId' | 'kind' | 'recipient' | 'subject' | 'text' | 'html' | 'attempts' | 'notAfter'
> & { leasedUntil: string }

/** Mails that are to be sent. Those of the sign-in belong to no merchant. */
export const waitingMails: LeasedTable<MailRow> = {
  table: 'mails',
  due: 'nextAttemptAt',
  lease: 'leasedUntil',
}

/** Read before anything is taken: a transaction that writes would stand in the way of payments. */
export const isAnyMailDue = async (db: Db, { now }: { now: string }): Promise<boolean> =>
  (await db
    .selectFrom('mails')
    .select('id')
    .where(isDue(waitingMails, now))
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * Merchants whose mails are due, in turn after one of them, so that many mails of one hold up no other. Answers so many at
 * most; none where there is nothing.
 */
export async function listMerchantsWithMail(
  db: Db,
  { now, after, limit }: { now: string; after: string; limit: number },
): Promise<string[]> {
  // One merchant after the other by the index, since one may have a hundred thousand mails.
  const next = (place: string) => sql`
    select min(merchant_id) from mails
    where next_attempt_at is not null and next_attempt_at <= ${now}
      and (leased_until is null or leased_until <= ${now}) and merchant_id > ${sql.raw(place)}`
  const { rows } = await sql<{ merchantId: string }>`
    with recursive begun (after) as (select ${after}),
    turn (merchant_id, n) as (
      select (${next('begun.after')}), 1 from begun
      union all
      select (${next('turn.merchant_id')}), n + 1 from turn
      where merchant_id is not null and n < ${limit}
    )
    select merchant_id as "merchantId" from turn where merchant_id is not null`.execute(db)
  return rows.map(({ merchantId }) => merchantId)
}

const dueMailColumns = [
  'id',
  'merchantId',
  'kind',
  'recipient',
  'subject',
  'text',
  'html',
  'attempts',
  'notAfter',
] as const

type Lease = LeaseTimes & { dialect: Dialect; merchantId: string | null; limit: number }

/** Leases mails of one merchant that are due and free, each for one more attempt, in the order in which they were queued. */
export async function leaseDueMails(db: Db, lease: Lease): Promise<DueMail[]> {
  const batch = { ...lease, columns: dueMailColumns, countsAttempts: true }
  const rows = await leaseRows(db, waitingMails, batch)
  return rows
    .map((row) => ({ ...row, leasedUntil: lease.leasedUntil }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** What was taken stays so, whatever another worker meanwhile thought; the words are of no more use. */
export const markMailSent = (db: Db, { id, at }: { id: string; at: string }) =>
  db
    .updateTable('mails')
    .set({
      status: 'sent',
      sentAt: at,
      text: null,
      html: null,
      nextAttemptAt: null,
      leasedUntil: null,
      lastError: null,
    })
    .where('id', '=', id)
    .execute()

/** Only while the mail is still leased to the worker that says so: another one may have sent it meanwhile. */
export const retryMail = (
  db: Db,
  { id, leasedUntil }: Pick<DueMail, 'id' | 'leasedUntil'>,
  { nextAttemptAt, lastError }: { nextAttemptAt: string; lastError: string },
) =>
  db
    .updateTable('mails')
    .set({ nextAttemptAt, lastError, leasedUntil: null })
    .where('id', '=', id)
    .where('leasedUntil', '=', leasedUntil)
    .execute()

export const markMailFailed = (
  db: Db,
  { id, leasedUntil }: Pick<DueMail, 'id' | 'leasedUntil'>,
  { lastError }: { lastError: string },
) =>
  db
    .updateTable('mails')
    .set({
      status: 'failed',
      text: null,
      html: null,
      nextAttemptAt: null,
      leasedUntil: null,
      lastError,
    })
    .where('id', '=', id)
    .where('leasedUntil', '=', leasedUntil)
    .execute()

/** How the mails about these objects fare; those without one are left out. */
export const listMailStatuses = (
  db: Db,
  { merchantId, kind, objectIds }: { merchantId: string; kind: MailKind; objectIds: string[] },
) =>
  db
    .selectFrom('mails')
    .select(['objectId', 'status'])
    .where('merchantId', '=', merchantId)
    .where('kind', '=', kind)
    .where('objectId', 'in', objectIds)
    .execute()

/** What it would have told is so no more. */
export const deleteWaitingMails = (
  db: Db,
  { merchantId, kind, objectIds }: { merchantId: string; kind: MailKind; objectIds: string[] },
) =>
  db
    .deleteFrom('mails')
    .where('merchantId', '=', merchantId)
    .where('kind', '=', kind)
    .where('objectId', 'in', objectIds)
    .where('status', '=', 'waiting')
    .execute()

type About = { merchantId: string; kind: MailKind; objectId: string }

type Withdrawn = Pick<MailRow, 'recipient' | 'language' | 'attempts'>

/**
 * Sees to it that an object's mail of a kind is not sent any more, and answers it as it was; undefined when there is
 * none. One that was handed to a mail server, or is just being so, may arrive: it has attempts.
 */
export async function withdrawMail(
  db: Db,
  { merchantId, kind, objectId }: About,
  { now }: { now: string },
): Promise<Withdrawn | undefined> {
  const columns = ['recipient', 'language', 'attempts'] as const
  const deleted = await db
    .deleteFrom('mails')
    .where('merchantId', '=', merchantId)
    .where('kind', '=', kind)
    .where('objectId', '=', objectId)
    .where('status', '=', 'waiting')
    .where((mail) => mail.or([mail('leasedUntil', 'is', null), mail('leasedUntil', '<=', now)]))
    .returning(columns)
    .executeTakeFirst()
  if (deleted) return deleted
  return (
    db
      .updateTable('mails')
      // A worker that is at it now gives it up before another attempt.
      .set((mail) => ({
        notAfter: mail
          .case()
          .when('status', '=', 'waiting')
          .then(now)
          .else(mail.ref('notAfter'))
          .end(),
      }))
      .where('merchantId', '=', merchantId)
      .where('kind', '=', kind)
      .where('objectId', '=', objectId)
      .returning(columns)
      .executeTakeFirst()
  )
}

/** Removes some mails to a customer, waiting or kept; answers how many. */
export async function deleteMailsTo(
  db: Db,
  { merchantId, customerId, limit }: { merchantId: string; customerId: string; limit: number },
): Promise<number> {
  const some = db
    .selectFrom('mails')
    .select('id')
    .where('merchantId', '=', merchantId)
    .where('customerId', '=', customerId)
    .limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom('mails')
    .where('merchantId', '=', merchantId)
    .where('id', 'in', some)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Removes some of anybody's that are too old to be kept; answers how many. */
export async function deleteMailsBefore(
  db: Db,
  { before, limit }: { before: string; limit: number },
): Promise<number> {
  const old = db
    .selectFrom('mails')
    .select('id')
    .where('createdAt', '<', before)
    .orderBy('createdAt')
    .limit(limit)
  const { numDeletedRows } = await db.deleteFrom('mails').where('id', 'in', old).executeTakeFirst()
  return Number(numDeletedRows)
}
