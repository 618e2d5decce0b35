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

/** Queues a mail. Returns true when it was stored, false when the object already has a mail of this kind. */
export async function insertMail(db: Db, row: MailRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('mails')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/**
 * Returns true when mails may be sent to a customer, false when the customer is erased or unknown. Locks the customer's
 * row until the transaction ends. A concurrent erasure therefore either is seen here, or finds and deletes the new
 * mail.
 */
export async function lockAddressee(
  db: Db,
  { dialect, merchantId, customerId }: { dialect: Dialect; merchantId: string; customerId: string },
): Promise<boolean> {
  const customer = await db
    .selectFrom('customers')
    .select('erasedAt')
    .where('merchantId', '=', merchantId)
    .where('id', '=', customerId)
    .$if(dialect === 'postgres', (query) => query.forKeyShare())
    .executeTakeFirst()
  return customer?.erasedAt === null
}

export type DueMail = Pick<
  MailRow,
  'id' | 'merchantId' | 'kind' | 'recipient' | 'subject' | 'text' | 'html' | 'attempts' | 'notAfter'
> & { leasedUntil: string }

/** Queue of mails to send. Sign-in mails belong to no merchant. */
export const mailQueue: LeasedTable<MailRow> = {
  table: 'mails',
  due: 'nextAttemptAt',
  lease: 'leasedUntil',
}

/**
 * Returns whether any mail is due. Workers check this before they lease mails, since a writing transaction would delay
 * payments.
 */
export const isAnyMailDue = async (db: Db, { now }: { now: string }): Promise<boolean> =>
  (await db
    .selectFrom('mails')
    .select('id')
    .where(isDue(mailQueue, now))
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * Lists at most `limit` merchants with due mails, by id, from the first id after `after`. Workers serve the merchants
 * alternately, so that a merchant with many mails does not delay the mails of other merchants.
 */
export async function listMerchantsWithMail(
  db: Db,
  { now, after, limit }: { now: string; after: string; limit: number },
): Promise<string[]> {
  // Reads merchant by merchant through the index, since one may have a hundred thousand mails.
  const next = (position: string) => sql`
    select min(merchant_id) from mails
    where next_attempt_at is not null and next_attempt_at <= ${now}
      and (leased_until is null or leased_until <= ${now}) and merchant_id > ${sql.raw(position)}`
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

/**
 * Leases due mails of one merchant, or sign-in mails when `merchantId` is null, the oldest first. Counts an attempt for
 * each. Mails that another worker has leased are left out.
 */
export async function leaseDueMails(db: Db, lease: Lease): Promise<DueMail[]> {
  const batch = { ...lease, columns: dueMailColumns, countsAttempts: true }
  const rows = await leaseRows(db, mailQueue, batch)
  return rows
    .map((row) => ({ ...row, leasedUntil: lease.leasedUntil }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** Marks the mail as sent, even when another worker has recorded a failure meanwhile, and deletes its bodies. */
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

/**
 * Schedules the next attempt of a mail. Changes nothing when the lease has passed to another worker, which may have
 * sent the mail meanwhile.
 */
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

/**
 * Marks a mail as failed for good and deletes its bodies. Changes nothing when the lease has passed to another worker.
 */
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

/** Lists the mail statuses of these objects; objects without a mail are left out. */
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

/** Deletes queued mails whose content is out of date. */
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

type ObjectMail = { merchantId: string; kind: MailKind; objectId: string }

type WithdrawnMail = Pick<MailRow, 'recipient' | 'language' | 'attempts'>

/**
 * Stops an object's mail of this kind from being sent, and returns it; undefined when there is none. A mail that was
 * sent or has failed is returned unchanged. A waiting mail that has attempts may still arrive: a mail server has
 * received it, or is receiving it now.
 */
export async function withdrawMail(
  db: Db,
  { merchantId, kind, objectId }: ObjectMail,
  { now }: { now: string },
): Promise<WithdrawnMail | undefined> {
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
      // A worker that has leased the mail gives it up before another attempt.
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

/** Deletes some mails to a customer, in any state; returns how many. */
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

/** Deletes some mails that were created before a time, of any merchant or none; returns how many. */
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
