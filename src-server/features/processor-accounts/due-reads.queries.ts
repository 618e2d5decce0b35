import { type Selectable, sql } from 'kysely'
import type { ProcessorEventRow } from '#db/tables/refund-tables.ts'
import type { Db } from '#db/tables.ts'
import { isDue, type LeasedTable } from '#server/core/queues/leased-rows.queries.ts'

/** A payment at a processor whose refunds or disputes changed; `subject` is the id of the payment in the event. */
export type DueRead = { merchantId: string; accountId: string; subject: string }

/** Queue of events whose payment's refunds and disputes must be read. Events of one payment are leased together. */
export const dueReads: LeasedTable<Selectable<ProcessorEventRow>> = {
  table: 'processorEvents',
  due: 'dueAt',
  lease: 'leasedUntil',
}

type QueryTime = { now: string }

const accountColumn = sql<string>`account_id`

/** Lists payments of all merchants with a due read, the longest due first, without busy accounts. */
export const listDueReads = (
  db: Db,
  { now, busy, limit }: QueryTime & { busy: readonly string[]; limit: number },
): Promise<DueRead[]> => {
  let query = db
    .selectFrom('processorEvents')
    .select(['merchantId', 'accountId', sql<string>`subject`.as('subject')])
    .where(isDue(dueReads, now))
    .where('subject', 'is not', null)
    .groupBy(['merchantId', 'accountId', 'subject'])
    .orderBy((eb) => eb.fn.min('dueAt'))
    .limit(limit)
  if (busy.length > 0) query = query.where(accountColumn, 'not in', [...busy])
  return query.execute()
}

/** Leases the payment's due events until `leasedUntil`, except events that another process leased meanwhile. */
export const leaseRead = (
  db: Db,
  { merchantId, accountId, subject }: DueRead,
  { now, leasedUntil }: QueryTime & { leasedUntil: string },
): Promise<{ ref: string; checkCount: number }[]> =>
  db
    .updateTable('processorEvents')
    .set({ leasedUntil })
    .where('merchantId', '=', merchantId)
    .where('accountId', '=', accountId)
    .where('subject', '=', subject)
    .where(isDue(dueReads, now))
    .returning(['ref', 'checkCount'])
    .execute()

type EventKeys = { merchantId: string; accountId: string; refs: readonly string[] }

/**
 * Removes events from the queue once their payment's refunds and disputes are read. Events that arrived meanwhile stay
 * due.
 */
export const endRead = (db: Db, { merchantId, accountId, refs }: EventKeys) =>
  db
    .updateTable('processorEvents')
    .set({ dueAt: null, leasedUntil: null })
    .where('merchantId', '=', merchantId)
    .where('accountId', '=', accountId)
    .where('ref', 'in', [...refs])
    .execute()

/**
 * Stores the time since which the refunds that a processor reports contradict a payment, such as by exceeding it; null
 * clears the time.
 */
export const storeContradictionTime = (
  db: Db,
  { merchantId, accountId, subject }: DueRead,
  unfitAt: string | null,
) =>
  db
    .updateTable('processorEvents')
    .set({ unfitAt })
    .where('merchantId', '=', merchantId)
    .where('accountId', '=', accountId)
    .where('subject', '=', subject)
    .where('unfitAt', unfitAt === null ? 'is not' : 'is', null)
    .execute()

/** Schedules another read of the payment's refunds and disputes. `isFailure` counts a failed read, for the backoff. */
export const postponeRead = (
  db: Db,
  { merchantId, accountId, refs }: EventKeys,
  { dueAt, isFailure }: { dueAt: string; isFailure: boolean },
) =>
  db
    .updateTable('processorEvents')
    .set({
      dueAt,
      leasedUntil: null,
      checkCount: sql<number>`check_count + ${isFailure ? 1 : 0}`,
    })
    .where('merchantId', '=', merchantId)
    .where('accountId', '=', accountId)
    .where('ref', 'in', [...refs])
    .execute()

/** Finds the payment imported under this processor id, through any of the merchant's accounts. */
export const findImported = (
  db: Db,
  { merchantId, subject }: DueRead,
): Promise<{ transactionId: string } | undefined> =>
  db
    .selectFrom('importedPayments')
    .select('transactionId')
    .where('merchantId', '=', merchantId)
    // The primary key begins with merchant and account, and a merchant has few accounts.
    .where('accountId', 'in', (eb) =>
      eb.selectFrom('processorAccounts').select('id').where('merchantId', '=', merchantId),
    )
    .where('ref', '=', subject)
    .executeTakeFirst()
