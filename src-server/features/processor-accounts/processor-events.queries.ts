import type { Insertable, Selectable } from 'kysely'
import type { ProcessorAccountRow, ProcessorEventRow } from '#db/refund-tables.ts'
import type { Db } from '#db/tables.ts'

type Account = Selectable<ProcessorAccountRow>

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

/** Accounts whose events are to be asked for, the longest due first. */
export const listDueAccounts = (db: Db, { now, limit }: { now: string; limit: number }) =>
  db
    .selectFrom('processorAccounts')
    .select(['merchantId', 'id', 'id as account'])
    .where('nextPollAt', '<=', now)
    .where((eb) => eb.or([eb('leasedUntil', 'is', null), eb('leasedUntil', '<=', now)]))
    .orderBy('nextPollAt')
    .limit(limit)
    .execute()

/** The account, when no other process has taken it meanwhile. */
export const leaseAccount = (
  db: Db,
  { merchantId, id }: { merchantId: string; id: string },
  { now, leasedUntil }: { now: string; leasedUntil: string },
): Promise<Account | undefined> =>
  db
    .updateTable('processorAccounts')
    .set({ leasedUntil })
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .where('nextPollAt', '<=', now)
    .where((eb) => eb.or([eb('leasedUntil', 'is', null), eb('leasedUntil', '<=', now)]))
    .returningAll()
    .executeTakeFirst()

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
