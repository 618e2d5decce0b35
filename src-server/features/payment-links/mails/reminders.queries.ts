import { type Selectable, sql } from 'kysely'
import type { PaymentLinkRow } from '#db/tables/link-tables.ts'
import type { Db } from '#db/tables.ts'
import { isDue, type LeasedTable } from '#server/core/queues/leased-rows.queries.ts'
import { deleteWaitingMails } from '#server/services/mail/mails.queries.ts'
import { MAX_REMINDERS } from './reminders.rules.ts'

export type LinkKey = { merchantId: string; id: string }

/** Due reminders per page. A merchant's reminders beyond its share wait for the next page. */
const PAGE = 100

/** Queue of the links that remind a customer. */
export const dueReminders: LeasedTable<Selectable<PaymentLinkRow>> = {
  table: 'paymentLinks',
  due: 'nextReminderAt',
  lease: 'reminderLeasedUntil',
  indexed: sql<boolean>`(paused_at is null or paused_until is not null)`,
}

type Due = { now: string; skippedMerchants: readonly string[] }

/**
 * Selects due reminders, the longest due first, without merchants that had their share. Its condition matches the
 * queue's index.
 */
export const dueRemindersQuery = (db: Db, { now, skippedMerchants }: Due) => {
  const query = db
    .selectFrom('paymentLinks')
    .select(['merchantId', 'id'])
    .where(isDue(dueReminders, now))
    .orderBy('nextReminderAt')
    .limit(PAGE)
  return skippedMerchants.length > 0
    ? query.where('merchantId', 'not in', [...skippedMerchants])
    : query
}

/**
 * Leases due and free reminders until `leasedUntil`, at most `share` per merchant. Rows that another process has leased
 * meanwhile are left out. Each statement covers one merchant, so that it goes to one shard of a sharded database.
 */
export async function leaseDueReminders(
  db: Db,
  { leasedUntil, share, ...due }: Due & Lease,
): Promise<LinkKey[]> {
  const idsByMerchant = new Map<string, string[]>()
  for (const { merchantId, id } of await dueRemindersQuery(db, due).execute()) {
    const chosen = idsByMerchant.get(merchantId) ?? []
    if (chosen.length < share) idsByMerchant.set(merchantId, [...chosen, id])
  }
  const leased: LinkKey[] = []
  for (const [merchantId, ids] of idsByMerchant) {
    const rows = await db
      .updateTable('paymentLinks')
      .set({ reminderLeasedUntil: leasedUntil })
      .where('merchantId', '=', merchantId)
      .where('id', 'in', ids)
      .where(isDue(dueReminders, due.now))
      .returning(['merchantId', 'id'])
      .execute()
    leased.push(...rows)
  }
  return leased
}

type Lease = { leasedUntil: string; share: number }

/** Removes at most `limit` links of a customer from the queue. Returns the number of removed links. */
export async function stopRemindersOf(
  db: Db,
  { merchantId, customerId, limit }: { merchantId: string; customerId: string; limit: number },
): Promise<number> {
  const ids = db
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
    .where('id', 'in', ids)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Returns the object id of a mail, which distinguishes the reminders of one link. */
export const reminderObjectId = (linkId: string, number: number): string => `${linkId} ${number}`

/** Deletes the reminders of a link that no mail server has accepted yet, because their request is out of date. */
export const withdrawReminders = (db: Db, { merchantId, id }: LinkKey) =>
  deleteWaitingMails(db, {
    merchantId,
    kind: 'payment_reminder',
    objectIds: Array.from({ length: MAX_REMINDERS }, (_, at) => reminderObjectId(id, at + 1)),
  })
