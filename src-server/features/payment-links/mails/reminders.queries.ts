import { type Selectable, sql } from 'kysely'
import type { PaymentLinkRow } from '#db/tables/link-tables.ts'
import type { Db } from '#db/tables.ts'
import { isDue, type LeasedTable } from '#server/core/queues/leased-rows.queries.ts'
import { deleteWaitingMails } from '#server/services/mail/mails.queries.ts'
import { MOST_REMINDERS } from './reminders.rules.ts'

export type LinkPlace = { merchantId: string; id: string }

/** A page of what is due: those of one merchant beyond their share wait for the next. */
const PAGE = 100

/** Links that remind a customer. */
export const dueReminders: LeasedTable<Selectable<PaymentLinkRow>> = {
  table: 'paymentLinks',
  due: 'nextReminderAt',
  lease: 'reminderLeasedUntil',
  indexed: sql<boolean>`(paused_at is null or paused_until is not null)`,
}

type Due = { now: string; passedOver: readonly string[] }

/** In the words of the index of this queue; the longest due first, and none of merchants who had their share. */
export const dueRemindersQuery = (db: Db, { now, passedOver }: Due) => {
  const query = db
    .selectFrom('paymentLinks')
    .select(['merchantId', 'id'])
    .where(isDue(dueReminders, now))
    .orderBy('nextReminderAt')
    .limit(PAGE)
  return passedOver.length > 0 ? query.where('merchantId', 'not in', [...passedOver]) : query
}

/**
 * Takes some that are due and free until `leasedUntil`, so many of a merchant. What another process has taken since it was
 * read is left to that one; each statement is of one merchant, so that it goes to one shard where there are some.
 */
export async function leaseDueReminders(
  db: Db,
  { leasedUntil, share, ...due }: Due & Lease,
): Promise<LinkPlace[]> {
  const wanted = new Map<string, string[]>()
  for (const { merchantId, id } of await dueRemindersQuery(db, due).execute()) {
    const of = wanted.get(merchantId) ?? []
    if (of.length < share) wanted.set(merchantId, [...of, id])
  }
  const taken: LinkPlace[] = []
  for (const [merchantId, ids] of wanted) {
    const rows = await db
      .updateTable('paymentLinks')
      .set({ reminderLeasedUntil: leasedUntil })
      .where('merchantId', '=', merchantId)
      .where('id', 'in', ids)
      .where(isDue(dueReminders, due.now))
      .returning(['merchantId', 'id'])
      .execute()
    taken.push(...rows)
  }
  return taken
}

type Lease = { leasedUntil: string; share: number }

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
