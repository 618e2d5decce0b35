import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Database, Db, TransactionEventRow, TransactionRow } from '#db/tables.ts'
import type { Minor } from '../../shared/money.ts'
import type { TransactionSort } from './transactions.schema.ts'

/** A filter as the database sees it: days are already instants, amounts already minor units. */
export type TransactionFilter = {
  merchantId: string
  status?: TransactionRow['status']
  paymentMethod?: TransactionRow['paymentMethod']
  currency?: TransactionRow['currency']
  customerId?: string
  from?: string
  to?: string
  minAmount?: Minor
  maxAmount?: Minor
  weekday?: number
  slot?: number
}

type Builder = ExpressionBuilder<Database, 'transactions'>

function matches(eb: Builder, filter: TransactionFilter): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [eb('merchantId', '=', filter.merchantId)]
  if (filter.status) conditions.push(eb('status', '=', filter.status))
  if (filter.paymentMethod) conditions.push(eb('paymentMethod', '=', filter.paymentMethod))
  if (filter.currency) conditions.push(eb('currency', '=', filter.currency))
  if (filter.customerId) conditions.push(eb('customerId', '=', filter.customerId))
  if (filter.from) conditions.push(eb('day', '>=', filter.from))
  if (filter.to) conditions.push(eb('day', '<=', filter.to))
  if (filter.minAmount !== undefined) conditions.push(eb('amount', '>=', filter.minAmount))
  if (filter.maxAmount !== undefined) conditions.push(eb('amount', '<=', filter.maxAmount))
  if (filter.weekday !== undefined) conditions.push(eb('weekday', '=', filter.weekday))
  if (filter.slot !== undefined) conditions.push(eb('slot', '=', filter.slot))
  return eb.and(conditions)
}

const columnOf = {
  createdAt: 'createdAt',
  amount: 'amount',
  customerName: 'customerName',
  transactionId: 'transactionId',
} as const

export function listTransactions(
  db: Db,
  filter: TransactionFilter,
  { sort, limit, offset }: { sort: TransactionSort; limit: number; offset: number },
): Promise<TransactionRow[]> {
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const name = sort.replace('-', '') as keyof typeof columnOf
  return db
    .selectFrom('transactions')
    .selectAll()
    .where((eb) => matches(eb, filter))
    .orderBy(columnOf[name], direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
}

/** How many rows match, counted no further than `limit`. */
export async function countTransactions(
  db: Db,
  filter: TransactionFilter,
  limit: number,
): Promise<number> {
  const { count } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('transactions')
        .select('id')
        .where((inner) => matches(inner, filter))
        .limit(limit)
        .as('matching'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** By id or by reference (with or without its #). */
export function findTransaction(
  db: Db,
  { merchantId, key }: { merchantId: string; key: string },
): Promise<TransactionRow | undefined> {
  const isId = key.startsWith('txn_')
  return db
    .selectFrom('transactions')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where(isId ? 'id' : 'transactionId', '=', isId ? key : key.replace(/^#/, '').toUpperCase())
    .executeTakeFirst()
}

export const insertTransaction = (db: Db, row: TransactionRow) =>
  db.insertInto('transactions').values(row).execute()

/** Makes a pending payment final. Undefined when it was final already: whoever comes second changes nothing. */
export const settleTransaction = (
  db: Db,
  where: { merchantId: string; id: string },
  outcome: Pick<TransactionRow, 'status' | 'failureReason' | 'settledAt' | 'updatedAt'>,
) =>
  db
    .updateTable('transactions')
    .set({ ...outcome, nextCheckAt: null })
    .where('merchantId', '=', where.merchantId)
    .where('id', '=', where.id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst()

export const postponeCheck = (
  db: Db,
  where: { merchantId: string; id: string },
  nextCheckAt: string,
) =>
  db
    .updateTable('transactions')
    .set({ nextCheckAt })
    .where('merchantId', '=', where.merchantId)
    .where('id', '=', where.id)
    .where('status', '=', 'pending')
    .execute()

/** Pending payments of all merchants whose outcome is due to be asked for, oldest first. */
export const listDueTransactions = (db: Db, { dueAt, limit }: { dueAt: string; limit: number }) =>
  db
    .selectFrom('transactions')
    .selectAll()
    .where('nextCheckAt', '<=', dueAt)
    .orderBy('nextCheckAt')
    .limit(limit)
    .execute()

export const insertEvents = (db: Db, rows: TransactionEventRow[]) =>
  db.insertInto('transactionEvents').values(rows).execute()

export const listEvents = (db: Db, where: { merchantId: string; transactionId: string }) =>
  db
    .selectFrom('transactionEvents')
    .selectAll()
    .where('merchantId', '=', where.merchantId)
    .where('transactionId', '=', where.transactionId)
    .orderBy('sequence')
    .execute()

export async function lastSequence(
  db: Db,
  where: { merchantId: string; transactionId: string },
): Promise<number> {
  const row = await db
    .selectFrom('transactionEvents')
    .select('sequence')
    .where('merchantId', '=', where.merchantId)
    .where('transactionId', '=', where.transactionId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.sequence ?? 0
}
