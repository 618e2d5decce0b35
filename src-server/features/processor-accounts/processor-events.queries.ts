import type { Insertable } from 'kysely'
import type { ProcessorEventRow } from '#db/tables/refund-tables.ts'
import type { Db } from '#db/tables.ts'

/** Inserts events and returns the new ones: events that are already stored are left out. */
export const insertProcessorEvents = (db: Db, rows: Insertable<ProcessorEventRow>[]) =>
  db
    .insertInto('processorEvents')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['ref', 'subject'])
    .execute()

type Subject = { merchantId: string; subject: string; now: string }

/** Makes an open payment due for a check now. Returns false for a final payment, which stays as it is. */
export async function makePaymentDue(
  db: Db,
  { merchantId, subject, now }: Subject,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('transactions')
    .set({ nextCheckAt: now })
    .where('merchantId', '=', merchantId)
    .where('id', '=', subject)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns whether a payment has failed or was cancelled. */
export async function hasFailed(
  db: Db,
  { merchantId, subject }: Omit<Subject, 'now'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('transactions')
    .select('status')
    .where('merchantId', '=', merchantId)
    .where('id', '=', subject)
    .executeTakeFirst()
  return row?.status === 'failed'
}

/**
 * Makes a refund due for a check now, also a successful one, since it may fail later. Returns false if no pending or
 * successful refund has this id.
 */
export async function makeRefundDue(
  db: Db,
  { merchantId, subject, now }: Subject,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('refunds')
    .set({ nextCheckAt: now })
    .where('merchantId', '=', merchantId)
    .where('id', '=', subject)
    .where('status', 'in', ['pending', 'success'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Schedules a read of a payment's refunds and disputes, because of an event. */
export const makeReadDue = (
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

/** Returns whether the account has an open payment, using the short index of payments that await a check. */
export async function hasOpenPayment(
  db: Db,
  { merchantId, id }: { merchantId: string; id: string },
): Promise<boolean> {
  const openPayment = await db
    .selectFrom('transactions')
    .select('id')
    .where('nextCheckAt', 'is not', null)
    .where('merchantId', '=', merchantId)
    .where('processorAccountId', '=', id)
    .limit(1)
    .executeTakeFirst()
  return openPayment !== undefined
}

/** Deletes at most `limit` events and returns the number deleted. */
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
