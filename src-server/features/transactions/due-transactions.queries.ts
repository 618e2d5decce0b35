import { sql } from 'kysely'
import type { Db, TransactionRow } from '#db/tables.ts'

export type DueTransaction = { row: TransactionRow; account: string }

type Place = { merchantId: string; id: string; account: string }

/** A page of what is due: more would be read in vain, since only so many are asked about at once. */
const PAGE = 100

/** Where each merchant has an account of its own with the sandbox, too. */
const account = sql<string>`coalesce(processor_account_id, merchant_id)`

/** Pending payments of all merchants that are due and free, the longest due first; none of busy accounts. */
export const listDueTransactions = (
  db: Db,
  { now, busy }: { now: string; busy: readonly string[] },
): Promise<Place[]> => {
  let query = db
    .selectFrom('transactions')
    .select(['merchantId', 'id', account.as('account')])
    .where('nextCheckAt', '<=', now)
    .where((eb) => eb.or([eb('leasedUntil', 'is', null), eb('leasedUntil', '<=', now)]))
    .orderBy('nextCheckAt')
    .limit(PAGE)
  if (busy.length > 0) query = query.where(account, 'not in', [...busy])
  return query.execute()
}

/** Those of them that no other process has taken meanwhile, taken until `leasedUntil`. */
export async function leaseTransactions(
  db: Db,
  places: readonly Place[],
  { now, leasedUntil }: { now: string; leasedUntil: string },
): Promise<DueTransaction[]> {
  const taken: DueTransaction[] = []
  for (const place of places) {
    const row = await db
      .updateTable('transactions')
      .set({ leasedUntil })
      .where('merchantId', '=', place.merchantId)
      .where('id', '=', place.id)
      .where('nextCheckAt', '<=', now)
      .where((eb) => eb.or([eb('leasedUntil', 'is', null), eb('leasedUntil', '<=', now)]))
      .returningAll()
      .executeTakeFirst()
    if (row) taken.push({ row, account: place.account })
  }
  return taken
}

/** SQLite has one process alone: whatever is held as it begins was held by the one that died. */
export const releaseTransactions = (db: Db) =>
  db
    .updateTable('transactions')
    .set({ leasedUntil: null })
    .where('nextCheckAt', 'is not', null)
    .where('leasedUntil', 'is not', null)
    .execute()
