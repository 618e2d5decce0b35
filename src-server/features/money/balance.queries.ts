import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { BalanceAccountRow } from '#db/tables/balance-tables.ts'
import type { Db, DialectDb } from '#db/tables.ts'
import { inTransitStatuses } from './payouts.queries.ts'

export type BalanceAccount = Selectable<BalanceAccountRow>

type AccountKey = Pick<BalanceAccount, 'merchantId' | 'id'>

export const listBalanceAccounts = (
  db: Db,
  { merchantId }: { merchantId: string },
): Promise<BalanceAccount[]> =>
  db
    .selectFrom('balanceAccounts')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .orderBy('id')
    .execute()

export const findBalanceAccount = (
  db: Db,
  {
    merchantId,
    processor,
    accountKey,
  }: Pick<BalanceAccount, 'merchantId' | 'processor' | 'accountKey'>,
): Promise<BalanceAccount | undefined> =>
  db
    .selectFrom('balanceAccounts')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('processor', '=', processor)
    .where('accountKey', '=', accountKey)
    .executeTakeFirst()

export const findAccountById = (db: Db, { merchantId, id }: AccountKey): Promise<BalanceAccount> =>
  db
    .selectFrom('balanceAccounts')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Adds a balance account, unless another process has added it meanwhile. */
export const insertBalanceAccount = (
  db: Db,
  row: Insertable<BalanceAccountRow>,
): Promise<unknown> =>
  db
    .insertInto('balanceAccounts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Locks a balance account until the transaction ends, and returns it: only one process changes its balance. */
export const lockBalanceAccount = (
  { db, dialect }: DialectDb,
  { merchantId, id }: AccountKey,
): Promise<BalanceAccount> => {
  const query = db
    .selectFrom('balanceAccounts')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
  return (dialect === 'postgres' ? query.forNoKeyUpdate() : query).executeTakeFirstOrThrow()
}

/**
 * Returns open processor accounts whose balance is not read yet, at the named processors only, because other
 * processors report no balance.
 */
export const listUnreadAccounts = (
  db: Db,
  { processors, limit }: { processors: readonly string[]; limit: number },
): Promise<{ merchantId: string; id: string; processor: string; accountRef: string | null }[]> =>
  db
    .selectFrom('processorAccounts as p')
    .leftJoin('balanceAccounts as b', (join) =>
      join.onRef('b.merchantId', '=', 'p.merchantId').onRef('b.accountId', '=', 'p.id'),
    )
    .select(['p.merchantId', 'p.id', 'p.processor', 'p.accountRef'])
    .where('p.closedAt', 'is', null)
    .where('p.secretKey', 'is not', null)
    .where('p.processor', 'in', [...processors])
    .where('b.id', 'is', null)
    .limit(limit)
    .execute()

export const updateBalanceAccount = (
  db: Db,
  { merchantId, id }: AccountKey,
  change: Updateable<BalanceAccountRow>,
): Promise<unknown> =>
  db
    .updateTable('balanceAccounts')
    .set(change)
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .execute()

/** An amount, in hundredths, of a balance account in a currency. */
export type AccountAmount = { balanceAccountId: string; currency: string; amount: number }

const withNumber = (row: AccountAmount): AccountAmount => ({ ...row, amount: Number(row.amount) })

// PostgreSQL sums 64-bit integers as numeric, which arrives as text.
const sumAs = (column: 'net' | 'amount') =>
  sql<number>`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`.as('amount')

/** Sums the net amounts of all entries by part of the balance, from the stored totals. */
export async function sumBalances(
  db: Db,
  { merchantId }: { merchantId: string },
): Promise<(AccountAmount & { balanceType: string })[]> {
  const rows = await db
    .selectFrom('balanceTotals')
    .select(['balanceAccountId', 'currency', 'balanceType', sumAs('net')])
    .where('merchantId', '=', merchantId)
    .groupBy(['balanceAccountId', 'currency', 'balanceType'])
    .execute()
  return rows.map(({ balanceType, ...row }) => ({ ...withNumber(row), balanceType }))
}

/**
 * Sums the net amounts of entries of the `payments` balance that become available after an instant and are in no
 * payout.
 */
export async function sumPending(
  db: Db,
  {
    merchantId,
    balanceAccountId,
    after,
  }: { merchantId: string; balanceAccountId: string; after: string },
): Promise<AccountAmount[]> {
  const rows = await db
    .selectFrom('balanceEntries')
    .select(['balanceAccountId', 'currency', sumAs('net')])
    .where('merchantId', '=', merchantId)
    .where('balanceAccountId', '=', balanceAccountId)
    .where('availableAt', '>', after)
    .where('balanceType', '=', 'payments')
    .where('payoutId', 'is', null)
    .groupBy(['balanceAccountId', 'currency'])
    .execute()
  return rows.map(withNumber)
}

/** Sums the net amounts of the ledger's entries that were created after an instant. */
export async function sumNetAfter(
  db: Db,
  {
    merchantId,
    balanceAccountId,
    currency,
    after,
  }: { merchantId: string; balanceAccountId: string; currency: string; after: string },
): Promise<number> {
  const row = await db
    .selectFrom('balanceEntries')
    .select(sumAs('net'))
    .where('merchantId', '=', merchantId)
    .where('balanceAccountId', '=', balanceAccountId)
    .where('currency', '=', currency)
    .where('ledgerGeneration', '>', 0)
    .where('createdAt', '>', after)
    .executeTakeFirstOrThrow()
  return Number(row.amount)
}

/** Sums the payouts that have been sent and have not arrived. */
export async function sumInTransit(
  db: Db,
  { merchantId }: { merchantId: string },
): Promise<AccountAmount[]> {
  const rows = await db
    .selectFrom('payouts')
    .select(['balanceAccountId', 'currency', sumAs('amount')])
    .where('merchantId', '=', merchantId)
    .where('status', 'in', [...inTransitStatuses])
    .groupBy(['balanceAccountId', 'currency'])
    .execute()
  return rows.map(withNumber)
}
