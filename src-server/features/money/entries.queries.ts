import { type ExpressionBuilder, sql } from 'kysely'
import type { BalanceTotalRow, EntryType } from '#db/tables/balance-tables.ts'
import type { Database, Db } from '#db/tables.ts'
import { idsAsRows } from '#server/core/lists/list.queries.ts'
import type { ListFilter } from '#server/core/lists/list-definition.ts'
import type { BalancePart } from './money-enums.schema.ts'

/** Filter of entries for the database. */
export type EntryFilter = ListFilter & {
  type?: EntryType | undefined
  currency?: string | undefined
  processor?: string | undefined
  payoutId?: string | undefined
  transactionId?: string | undefined
  /** A part of the balance as it is at an instant. */
  part?: { name: BalancePart; at: string } | undefined
}

/** Count and sums, in hundredths, of the entries of one type and currency. */
export type EntrySums = Pick<
  BalanceTotalRow,
  'type' | 'currency' | 'count' | 'amount' | 'fee' | 'net'
>

// PostgreSQL sums 64-bit integers as numeric, which arrives as text.
const sumOf = (column: 'count' | 'amount' | 'fee' | 'net') =>
  sql<number>`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`.as(column)

const withNumbers = <Row extends { count: number; amount: number; fee: number; net: number }>(
  row: Row,
): Row => ({
  ...row,
  count: Number(row.count),
  amount: Number(row.amount),
  fee: Number(row.fee),
  net: Number(row.net),
})

/** Sums entries by type and currency from the stored totals, which have only these columns to filter by. */
export async function sumTotals(
  db: Db,
  {
    merchantId,
    type,
    currency,
    processor,
  }: Omit<EntryFilter, keyof ListFilter> & { merchantId: string },
): Promise<EntrySums[]> {
  let query = db
    .selectFrom('balanceTotals')
    .select(['type', 'currency', sumOf('count'), sumOf('amount'), sumOf('fee'), sumOf('net')])
    .where('merchantId', '=', merchantId)
    .groupBy(['type', 'currency'])
  if (type !== undefined) query = query.where('type', '=', type)
  if (currency !== undefined) query = query.where('currency', '=', currency)
  if (processor !== undefined) {
    query = query.where('balanceAccountId', 'in', (eb) =>
      eb
        .selectFrom('balanceAccounts')
        .select('id')
        .where('merchantId', '=', merchantId)
        .where('processor', '=', processor),
    )
  }
  return (await query.execute()).map(withNumbers)
}

/**
 * Selects the entries whose column has one of these values, by one index search for each value. With a single
 * condition, SQLite may choose the index of the sort order and read all entries.
 */
const selectAmong = (
  db: Db,
  { merchantId, dialect }: Pick<ListFilter, 'merchantId' | 'dialect'>,
  column: 'id' | 'transactionId',
  values: readonly string[],
) =>
  db
    .selectFrom(
      sql<{ sought: string }>`(select value as sought from ${idsAsRows(dialect, values)})`.as(
        'wanted',
      ),
    )
    .crossJoin('balanceEntries')
    .whereRef(`balanceEntries.${column}`, '=', 'wanted.sought')
    .where('balanceEntries.merchantId', '=', merchantId)

/** Sums the entries with these ids by type and currency. */
export async function sumEntries(
  db: Db,
  filter: Pick<ListFilter, 'merchantId' | 'dialect'>,
  ids: readonly string[],
): Promise<EntrySums[]> {
  const rows = await selectAmong(db, filter, 'id', ids)
    .select([
      'type',
      'currency',
      sql<number>`cast(count(*) as bigint)`.as('count'),
      sumOf('amount'),
      sumOf('fee'),
      sumOf('net'),
    ])
    .groupBy(['type', 'currency'])
    .execute()
  return rows.map(withNumbers)
}

// Literals, because both databases use an index of some rows only where the statement itself implies its condition.
const isMain = sql<boolean>`balance_type = 'payments'`
const isReserved = sql<boolean>`balance_type <> 'payments'`

/** Condition of the entries of which a part of the balance consists. */
export function partCondition(
  eb: ExpressionBuilder<Database, 'balanceEntries'>,
  { name, at }: NonNullable<EntryFilter['part']>,
) {
  if (name === 'reserved') return isReserved
  const isInRange = eb('availableAt', name === 'pending' ? '>' : '<=', at)
  return eb.and([isMain, eb('payoutId', 'is', null), isInRange])
}

/**
 * Returns the ids of the entries of which a part of the balance consists, found by an index of these entries only. At
 * most `limit`, because a balance that was never paid out consists of all entries.
 */
export async function findPart(
  db: Db,
  {
    merchantId,
    part,
    limit,
  }: { merchantId: string; limit: number } & Required<Pick<EntryFilter, 'part'>>,
): Promise<string[]> {
  if (part === undefined) return []
  const accounts = await db
    .selectFrom('balanceAccounts')
    .select('id')
    .where('merchantId', '=', merchantId)
    .orderBy('id')
    .execute()
  const ids: string[] = []
  for (const { id } of accounts) {
    const rows = await db
      .selectFrom('balanceEntries')
      .select('id')
      .where('merchantId', '=', merchantId)
      .where('balanceAccountId', '=', id)
      .where((eb) => partCondition(eb, part))
      .limit(limit - ids.length)
      .execute()
    ids.push(...rows.map((row) => row.id))
    if (ids.length === limit) break
  }
  return ids
}

type EntrySearch = Pick<ListFilter, 'merchantId' | 'dialect'> & {
  /** A complete id of an entry or payout, or the processor's id of an entry. */
  id: string
  transactionIds: readonly string[]
  limit: number
}

/** Returns the newest entries that have this id or this payout, or that belong to one of the payments. */
export async function findSoughtEntries(
  db: Db,
  { merchantId, dialect, id, transactionIds, limit }: EntrySearch,
): Promise<string[]> {
  const newest = () =>
    db
      .selectFrom('balanceEntries')
      .select('id')
      .where('merchantId', '=', merchantId)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
  // Separate statements, because each has an index of its own.
  const rows = [
    ...(await newest().where('id', '=', id).execute()),
    ...(await newest().where('payoutId', '=', id).execute()),
    ...(await newest().where('transactionId', '=', id).execute()),
    ...(await selectAmong(db, { merchantId, dialect }, 'transactionId', transactionIds)
      .select('balanceEntries.id')
      .limit(limit)
      .execute()),
    ...(await newest()
      .where('processor', 'in', (eb) =>
        eb.selectFrom('balanceAccounts').select('processor').where('merchantId', '=', merchantId),
      )
      .where('ref', '=', id)
      .execute()),
  ]
  return [...new Set(rows.map((row) => row.id))]
}

/** Returns the ids of the entries of a customer's newest payments, of which it reads at most `limit`. */
export async function findCustomerEntries(
  db: Db,
  {
    merchantId,
    dialect,
    customerId,
    limit,
  }: Pick<ListFilter, 'merchantId' | 'dialect'> & { customerId: string; limit: number },
): Promise<string[]> {
  const payments = await db
    .selectFrom('transactions')
    .select('id')
    .where('merchantId', '=', merchantId)
    .where('customerId', '=', customerId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  const rows = await selectAmong(
    db,
    { merchantId, dialect },
    'transactionId',
    payments.map(({ id }) => id),
  )
    .select('balanceEntries.id')
    .execute()
  return rows.map(({ id }) => id)
}
