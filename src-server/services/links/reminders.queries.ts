import { sql } from 'kysely'
import type { Dialect } from '#db/portable.ts'
import type { Db } from '#db/tables.ts'
import { deleteWaitingMails } from '../mail/mails.queries.ts'
import { MOST_REMINDERS } from './reminders.rules.ts'

export type LinkPlace = { merchantId: string; id: string }

/** A page of what is due: those of one merchant beyond their share wait for the next. */
const PAGE = 100

type Due = { now: string; passedOver: readonly string[] }

/** In the words of the index of this queue; the longest due first, and none of merchants who had their share. */
export const dueRemindersQuery = (db: Db, { now, passedOver }: Due) => {
  const query = db
    .selectFrom('paymentLinks')
    .select(['merchantId', 'id'])
    .where('nextReminderAt', '<=', now)
    .where(sql<boolean>`(paused_at is null or paused_until is not null)`)
    .where((link) =>
      link.or([link('reminderLeasedUntil', 'is', null), link('reminderLeasedUntil', '<=', now)]),
    )
    .orderBy('nextReminderAt')
    .limit(PAGE)
  return passedOver.length > 0 ? query.where('merchantId', 'not in', [...passedOver]) : query
}

/** Read before anything is taken: a transaction that writes would stand in the way of payments. */
export const isAnyReminderDue = async (db: Db, due: Due): Promise<boolean> =>
  (await dueRemindersQuery(db, due).limit(1).executeTakeFirst()) !== undefined

/** Takes some that are due and free until `leasedUntil`, so many of a merchant. */
export async function leaseDueReminders(
  db: Db,
  { dialect, leasedUntil, share, ...due }: Due & Lease,
): Promise<LinkPlace[]> {
  const query = dueRemindersQuery(db, due)
  // Another process takes others instead of waiting for these.
  const rows = await (dialect === 'postgres' ? query.forUpdate().skipLocked() : query).execute()
  const taken = new Map<string, LinkPlace[]>()
  for (const row of rows) {
    const of = taken.get(row.merchantId) ?? []
    if (of.length < share) taken.set(row.merchantId, [...of, row])
  }
  for (const [merchantId, places] of taken) {
    await db
      .updateTable('paymentLinks')
      .set({ reminderLeasedUntil: leasedUntil })
      .where('merchantId', '=', merchantId)
      .where(
        'id',
        'in',
        places.map(({ id }) => id),
      )
      .execute()
  }
  return [...taken.values()].flat()
}

type Lease = { dialect: Dialect; leasedUntil: string; share: number }

/** SQLite has one process alone: whatever is held as it begins was held by the one that died. */
export const releaseReminders = (db: Db) =>
  db
    .updateTable('paymentLinks')
    .set({ reminderLeasedUntil: null })
    .where('nextReminderAt', 'is not', null)
    .where(sql<boolean>`(paused_at is null or paused_until is not null)`)
    .where('reminderLeasedUntil', 'is not', null)
    .execute()

/** Takes links that ask a customer out of the queue, some at a time; answers how many. */
export async function stopRemindersOf(
  db: Db,
  { merchantId, customerId, limit }: { merchantId: string; customerId: string; limit: number },
): Promise<number> {
  const some = db
    .selectFrom('paymentLinks')
    .select('id')
    .where('merchantId', '=', merchantId)
    .where('customerId', '=', customerId)
    .where('nextReminderAt', 'is not', null)
    .limit(limit)
  const { numUpdatedRows } = await db
    .updateTable('paymentLinks')
    .set({ nextReminderAt: null, reminderLeasedUntil: null })
    .where('merchantId', '=', merchantId)
    .where('id', 'in', some)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** By which a reminder is told from the other of its link. */
export const reminderObjectId = (linkId: string, number: number): string => `${linkId} ${number}`

/** Reminders that no mail server has taken yet would ask for what nobody owes any more. */
export const withdrawReminders = (db: Db, { merchantId, id }: LinkPlace) =>
  deleteWaitingMails(db, {
    merchantId,
    kind: 'payment_reminder',
    objectIds: Array.from({ length: MOST_REMINDERS }, (_, at) => reminderObjectId(id, at + 1)),
  })
