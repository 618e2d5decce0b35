import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { PayoutRow } from '#db/tables/balance-tables.ts'
import type { Db } from '#db/tables.ts'
import { MAIN_BALANCE } from '../entry-draft.rules.ts'

export type StoredPayout = Selectable<PayoutRow>

type AccountKey = { merchantId: string; balanceAccountId: string }

export const insertPayout = (db: Db, row: Insertable<PayoutRow>): Promise<StoredPayout> =>
  db.insertInto('payouts').values(row).returningAll().executeTakeFirstOrThrow()

export const updatePayout = (
  db: Db,
  { merchantId, id }: Pick<StoredPayout, 'merchantId' | 'id'>,
  change: Updateable<PayoutRow>,
): Promise<StoredPayout> =>
  db
    .updateTable('payouts')
    .set(change)
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Returns the oldest payout whose entries are still being assigned. */
export const findUnfilledPayout = (
  db: Db,
  { merchantId, balanceAccountId }: AccountKey,
): Promise<StoredPayout | undefined> =>
  db
    .selectFrom('payouts')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('balanceAccountId', '=', balanceAccountId)
    .where('status', '=', 'pending')
    .where('contents', '=', 'pending')
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** Returns the payouts in transit, the first to arrive first. */
export const listInTransit = (
  db: Db,
  { merchantId, balanceAccountId }: AccountKey,
): Promise<StoredPayout[]> =>
  db
    .selectFrom('payouts')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('balanceAccountId', '=', balanceAccountId)
    .where('status', '=', 'in_transit')
    .orderBy('arrivalAt')
    .limit(100)
    .execute()

type Contents = AccountKey & { currency: string; availableUntil: string }

/** Selects the available entries of the main balance that are in no payout. */
const selectUnpaidEntries = (
  db: Db,
  { merchantId, balanceAccountId, currency, availableUntil }: Contents,
) =>
  db
    .selectFrom('balanceEntries')
    .where('merchantId', '=', merchantId)
    .where('balanceAccountId', '=', balanceAccountId)
    .where('payoutId', 'is', null)
    .where('availableAt', '<=', availableUntil)
    .where('currency', '=', currency)
    .where('balanceType', '=', MAIN_BALANCE)

/** Returns whether there is money to pay out, apart from the money of failed payouts. */
export const hasNewMoney = async (db: Db, contents: Contents): Promise<boolean> =>
  (await selectUnpaidEntries(db, contents)
    .select('id')
    .where('type', '<>', 'payout_failure')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Assigns the next entries to a payout, at most `limit`. Returns their number. */
export async function assignEntries(
  db: Db,
  payoutId: string,
  { limit, ...contents }: Contents & { limit: number },
): Promise<number> {
  const entries = await selectUnpaidEntries(db, contents)
    .select('id')
    .orderBy('availableAt')
    .orderBy('id')
    .limit(limit)
    .execute()
  if (entries.length === 0) return 0
  await db
    .updateTable('balanceEntries')
    .set({ payoutId })
    .where('merchantId', '=', contents.merchantId)
    .where(
      'id',
      'in',
      entries.map(({ id }) => id),
    )
    .execute()
  return entries.length
}

/** Returns the number and the net sum of a payout's entries, without the payout's own entry. */
export async function sumContents(
  db: Db,
  { merchantId, id }: Pick<StoredPayout, 'merchantId' | 'id'>,
): Promise<{ count: number; net: number }> {
  const row = await db
    .selectFrom('balanceEntries')
    .select([
      sql<number>`cast(count(*) as bigint)`.as('count'),
      sql<number>`cast(coalesce(sum(net), 0) as bigint)`.as('net'),
    ])
    .where('merchantId', '=', merchantId)
    .where('payoutId', '=', id)
    .where('type', '<>', 'payout')
    .executeTakeFirstOrThrow()
  return { count: Number(row.count), net: Number(row.net) }
}
