import { type Selectable, sql } from 'kysely'
import type { ProcessorEventRow } from '#db/tables/refund-tables.ts'
import type { Db } from '#db/tables.ts'
import { isDue, type LeasedTable } from '#server/core/queues/leased-rows.queries.ts'

/** A payment at a processor of whose facts some event has told, by what the event calls it. */
export type DueFacts = { merchantId: string; accountId: string; subject: string }

/** Events whose payment's facts are to be read; several of one payment are leased together. */
export const dueFacts: LeasedTable<Selectable<ProcessorEventRow>> = {
  table: 'processorEvents',
  due: 'dueAt',
  lease: 'leasedUntil',
}

type Free = { now: string }

const account = sql<string>`account_id`

/** Payments of all merchants whose facts are to be read, the longest due first; none of busy accounts. */
export const listDueFacts = (
  db: Db,
  { now, busy, limit }: Free & { busy: readonly string[]; limit: number },
): Promise<DueFacts[]> => {
  let query = db
    .selectFrom('processorEvents')
    .select(['merchantId', 'accountId', sql<string>`subject`.as('subject')])
    .where(isDue(dueFacts, now))
    .where('subject', 'is not', null)
    .groupBy(['merchantId', 'accountId', 'subject'])
    .orderBy((eb) => eb.fn.min('dueAt'))
    .limit(limit)
  if (busy.length > 0) query = query.where(account, 'not in', [...busy])
  return query.execute()
}

/** The events about the payment that no other process has taken meanwhile, taken until `leasedUntil`. */
export const leaseFacts = (
  db: Db,
  { merchantId, accountId, subject }: DueFacts,
  { now, leasedUntil }: Free & { leasedUntil: string },
): Promise<{ ref: string; checkCount: number }[]> =>
  db
    .updateTable('processorEvents')
    .set({ leasedUntil })
    .where('merchantId', '=', merchantId)
    .where('accountId', '=', accountId)
    .where('subject', '=', subject)
    .where(isDue(dueFacts, now))
    .returning(['ref', 'checkCount'])
    .execute()

type Events = { merchantId: string; accountId: string; refs: readonly string[] }

/** Ends the events whose facts were read; others, which came meanwhile, stay due. */
export const endFacts = (db: Db, { merchantId, accountId, refs }: Events) =>
  db
    .updateTable('processorEvents')
    .set({ dueAt: null, leasedUntil: null })
    .where('merchantId', '=', merchantId)
    .where('accountId', '=', accountId)
    .where('ref', 'in', [...refs])
    .execute()

/** Notes since when facts of a payment do not fit it; with null, that all of them fit by now. */
export const noteUnfit = (
  db: Db,
  { merchantId, accountId, subject }: DueFacts,
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

export const putOffFacts = (
  db: Db,
  { merchantId, accountId, refs }: Events,
  { dueAt, isInVain }: { dueAt: string; isInVain: boolean },
) =>
  db
    .updateTable('processorEvents')
    .set({
      dueAt,
      leasedUntil: null,
      checkCount: sql<number>`check_count + ${isInVain ? 1 : 0}`,
    })
    .where('merchantId', '=', merchantId)
    .where('accountId', '=', accountId)
    .where('ref', 'in', [...refs])
    .execute()

/** Our payment that was brought in under this name, by whichever of the merchant's accounts. */
export const findImported = (
  db: Db,
  { merchantId, subject }: DueFacts,
): Promise<{ transactionId: string } | undefined> =>
  db
    .selectFrom('importedPayments')
    .select('transactionId')
    .where('merchantId', '=', merchantId)
    // The key begins with the accounts, which are few.
    .where('accountId', 'in', (eb) =>
      eb.selectFrom('processorAccounts').select('id').where('merchantId', '=', merchantId),
    )
    .where('ref', '=', subject)
    .executeTakeFirst()
