import type { Insertable } from 'kysely'
import type { ProcessorEventRow } from '#db/tables/refund-tables.ts'
import type { Db } from '#db/tables.ts'

/** Answers those that were not there before. */
export const insertProcessorEvents = (db: Db, rows: Insertable<ProcessorEventRow>[]) =>
  db
    .insertInto('processorEvents')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['ref', 'subject'])
    .execute()

type Subject = { merchantId: string; subject: string; now: string }

/** A payment that is open is asked about at once; one that has ended stays as it is. */
export const callPayment = (db: Db, { merchantId, subject, now }: Subject) =>
  db
    .updateTable('transactions')
    .set({ nextCheckAt: now })
    .where('merchantId', '=', merchantId)
    .where('id', '=', subject)
    .where('status', '=', 'pending')
    .execute()

/** A refund, too: also one that succeeded, since it may fail later. Answers false where there is none that might. */
export async function callRefund(db: Db, { merchantId, subject, now }: Subject): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('refunds')
    .set({ nextCheckAt: now })
    .where('merchantId', '=', merchantId)
    .where('id', '=', subject)
    .where('status', 'in', ['pending', 'success'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Has the facts of a payment read on account of an event. */
export const noteFactsDue = (
  db: Db,
  { merchantId, accountId, ref, subject, now }: Subject & { accountId: string; ref: string },
) =>
  db
    .updateTable('processorEvents')
    .set({ subject, dueAt: now })
    .where('merchantId', '=', merchantId)
    .where('accountId', '=', accountId)
    .where('ref', '=', ref)
    .execute()

/** Whether a payment of the account is open, in the short list of what is to be asked about. */
export async function hasOpenPayment(
  db: Db,
  { merchantId, id }: { merchantId: string; id: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('transactions')
    .select('id')
    .where('nextCheckAt', 'is not', null)
    .where('merchantId', '=', merchantId)
    .where('processorAccountId', '=', id)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Deletes so many at most, and answers how many there were. */
export async function deleteEventsBefore(
  db: Db,
  { before, limit }: { before: string; limit: number },
): Promise<number> {
  const rows = await db
    .selectFrom('processorEvents')
    .select(['merchantId', 'accountId', 'ref'])
    .where('createdAt', '<', before)
    .orderBy('createdAt')
    .limit(limit)
    .execute()
  for (const { merchantId, accountId, ref } of rows) {
    await db
      .deleteFrom('processorEvents')
      .where('merchantId', '=', merchantId)
      .where('accountId', '=', accountId)
      .where('ref', '=', ref)
      .execute()
  }
  return rows.length
}
