import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { findMany, insertMany } from '#db/many-rows.ts'
import type { Dialect } from '#db/portable.ts'
import { prepareQuery } from '#db/prepared.ts'
import type { CustomerRow, Database, Db } from '#db/tables.ts'
import { inList } from '#server/core/lists/list.queries.ts'
import type { MerchantCalendar } from '#server/services/rollups/rollups.queries.ts'
import { counterCustomerOf } from '#server/shared/counter-sales.ts'
import type { Cursor, RowPosition } from '#server/shared/cursor.ts'
import type { Month } from '#server/shared/day.ts'
import type { CustomerSort } from './customers.schema.ts'

type Where = { merchantId: string; id: string }

export type CustomerByEmail = Pick<CustomerRow, 'merchantId' | 'emailKey' | 'id' | 'erasedAt'>

/**
 * Locks the customers until the transaction ends, so that no e-mail address changes and no customer is erased
 * meanwhile.
 */
export const lockCustomersByEmail: (
  db: Db,
  keys: readonly Pick<CustomerRow, 'merchantId' | 'emailKey'>[],
) => Promise<CustomerByEmail[]> = findMany('customers', {
  by: ['merchantId', 'emailKey'],
  columns: ['merchantId', 'emailKey', 'id', 'erasedAt'],
  lock: 'key share',
})

const selectErasure = (db: Db, { merchantId, id }: Where) =>
  db
    .selectFrom('customers')
    .select(['erasedAt', 'erasingSince'])
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)

const erasureQueries = {
  sqlite: prepareQuery(selectErasure),
  postgres: prepareQuery((db, where: Where) => selectErasure(db, where).forKeyShare()),
}

/**
 * Returns when a customer was erased, and since when an unfinished erasure runs; undefined for an unknown customer. On
 * PostgreSQL, locks the row until the transaction ends.
 */
export const findErasure = async (db: Db, dialect: Dialect, where: Where) =>
  (await erasureQueries[dialect](db, where))[0]

/** Lists customers of all merchants whose unfinished erasure began at that instant or earlier. */
export const listErasing = (db: Db, { before, limit }: { before: string; limit: number }) =>
  db
    .selectFrom('customers')
    .select(['merchantId', 'id'])
    .where('erasingSince', '<=', before)
    .orderBy('erasingSince')
    .limit(limit)
    .execute()

/** Marks a customer's erasure as finished. */
export const endErasing = (db: Db, { merchantId, id }: Where) =>
  db
    .updateTable('customers')
    .set({ erasingSince: null })
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .execute()

export const findCustomer = (db: Db, { merchantId, id }: Where) =>
  db
    .selectFrom('customers')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Finds a customer and locks the row until the transaction ends, so that a change starts from the current state. */
export function findCustomerToChange(
  db: Db,
  dialect: Dialect,
  { merchantId, id }: Where,
): Promise<CustomerRow | undefined> {
  const query = db
    .selectFrom('customers')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
  return (dialect === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
}

/** Inserts customers whose e-mail address is new to the merchant, and returns their ids. */
export const insertNewCustomers: (
  db: Db,
  rows: readonly CustomerRow[],
) => Promise<{ id: string }[]> = insertMany('customers', {
  columns: [
    'merchantId',
    'id',
    'name',
    'email',
    'emailKey',
    'status',
    'createdAt',
    'updatedAt',
    'erasedAt',
    'erasingSince',
  ],
  onConflict: { key: ['merchantId', 'emailKey'] },
  returning: ['id'],
})

export const updateCustomerRow = (
  db: Db,
  { merchantId, id }: Where,
  change: Partial<
    Pick<CustomerRow, 'name' | 'email' | 'emailKey' | 'status' | 'erasedAt' | 'erasingSince'>
  > & {
    updatedAt: string
  },
) =>
  db
    .updateTable('customers')
    .set(change)
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** Lists a customer's payments and spending by currency, exact at all times. */
export const listCustomerTotals = (
  db: Db,
  { merchantId, calendar, id }: MerchantCalendar & Where,
) =>
  db
    .selectFrom('rollupCustomers')
    .select(['currency', 'transactionCount', 'totalSpent'])
    .where('merchantId', '=', merchantId)
    .where('calendar', '=', calendar)
    .where('customerId', '=', id)
    .orderBy('currency')
    .execute()

/** Lists customers' spending in each currency in which a payment of theirs succeeded. */
export const listTotalsOf = (
  db: Db,
  { merchantId, calendar, ids }: MerchantCalendar & { ids: readonly string[] },
) =>
  db
    .selectFrom('rollupCustomers')
    .select(['customerId', 'currency', 'totalSpent'])
    .where('merchantId', '=', merchantId)
    .where('calendar', '=', calendar)
    .where('customerId', 'in', ids)
    .where('totalSpent', '>', 0)
    .orderBy('customerId')
    .orderBy('currency')
    .execute()

export const lastPaymentsQuery = (
  db: Db,
  { merchantId, ids }: { merchantId: string; ids: readonly string[] },
) =>
  db
    .selectFrom('customers')
    .select((eb) => [
      'customers.id as customerId',
      eb
        .selectFrom('transactions')
        .select((inner) => inner.fn.max('transactions.createdAt').as('at'))
        .where('transactions.merchantId', '=', merchantId)
        .whereRef('transactions.customerId', '=', 'customers.id')
        .as('lastPaymentAt'),
    ])
    .where('customers.merchantId', '=', merchantId)
    .where('customers.id', 'in', ids)
    .orderBy('customers.id')

/** Lists the time of each customer's latest payment, of any status; omits customers without payments. */
export const listLastPayments = async (
  db: Db,
  where: { merchantId: string; ids: readonly string[] },
) =>
  (await lastPaymentsQuery(db, where).execute()).flatMap(({ customerId, lastPaymentAt }) =>
    lastPaymentAt === null ? [] : [{ customerId, lastPaymentAt }],
  )

/** Returns the times of a customer's first and last payments; both are undefined without payments. */
export async function findPaymentTimes(db: Db, { merchantId, id }: Where) {
  const findEdge = (direction: 'asc' | 'desc') =>
    db
      .selectFrom('transactions')
      .select('createdAt')
      .where('merchantId', '=', merchantId)
      .where('customerId', '=', id)
      .orderBy('createdAt', direction)
      .orderBy('id', direction)
      .limit(1)
      .executeTakeFirst()
  const [first, last] = await Promise.all([findEdge('asc'), findEdge('desc')])
  return { first: first?.createdAt, last: last?.createdAt }
}

export type CustomerFilter = MerchantCalendar & {
  dialect: Dialect
  /** The reporting currency, in which `totalSpent` is given. */
  currency: string
  /** Ids that a search found; undefined without a search. */
  ids?: readonly string[] | undefined
  status?: CustomerRow['status']
  /** Months in each of which the customer made a successful payment. */
  paidMonths: readonly Month[]
  /** True for customers who spent in the reporting currency, false for customers who did not. */
  spentInReporting?: boolean | undefined
  /** True for customers who spent in another currency, false for customers who did not. */
  spentInOther?: boolean | undefined
}

/**
 * A customer with the amount spent in the reporting currency, in minor units, and the number of payments in all
 * currencies.
 */
export type ListedCustomer = CustomerRow & { totalSpent: number; transactionCount: number }

type Builder = ExpressionBuilder<Database, 'customers'>

/** Returns the SQL condition of a filter, except for its `spentInReporting` and `spentInOther`. */
export function buildCondition(eb: Builder, filter: CustomerFilter): Expression<SqlBool> {
  const { merchantId, calendar, dialect, ids, status, paidMonths } = filter
  const conditions: Expression<SqlBool>[] = [
    eb('customers.merchantId', '=', merchantId),
    eb('customers.emailKey', '!=', counterCustomerOf(merchantId).email),
  ]
  if (status) conditions.push(eb('customers.status', '=', status))
  if (ids) conditions.push(eb('customers.id', 'in', inList(dialect, ids)))
  for (const month of paidMonths) {
    const paid = eb
      .selectFrom('rollupCustomerMonths as paid')
      .select('paid.customerId')
      .where('paid.merchantId', '=', merchantId)
      .where('paid.calendar', '=', calendar)
      .where('paid.month', '=', month)
      .whereRef('paid.customerId', '=', 'customers.id')
      .where('paid.count', '>', 0)
    conditions.push(eb.exists(paid))
  }
  return eb.and(conditions)
}

export type CustomerSlice = { sort: CustomerSort; limit: number; offset: number; after?: Cursor }

const sortColumns = {
  createdAt: ['customers.createdAt', 'customers.id'],
  name: ['customers.name', 'customers.id'],
  totalSpent: ['spent.totalSpent', 'spent.customerId'],
} as const

/** Matches customers who spent in another currency than the reporting one. */
const hasSpentInOther = (eb: Builder, { merchantId, calendar, currency }: CustomerFilter) =>
  eb.exists(
    eb
      .selectFrom('rollupCustomers as elsewhere')
      .select('elsewhere.customerId')
      .where('elsewhere.merchantId', '=', merchantId)
      .where('elsewhere.calendar', '=', calendar)
      .whereRef('elsewhere.customerId', '=', 'customers.id')
      .where('elsewhere.currency', '!=', currency)
      .where('elsewhere.totalSpent', '>', 0),
  )

/** The sort of a list, and the positions between which it is read; a missing bound is open. */
export type CustomerRange = {
  sort: CustomerSort
  after?: RowPosition | undefined
  upTo?: RowPosition | undefined
}

/** Selects matching customers with their spending in the reporting currency, in the order of a sort. */
export function selectInOrder(
  db: Db,
  filter: CustomerFilter,
  { sort, after, upTo }: CustomerRange,
) {
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const [column, id] = sortColumns[sort.replace('-', '') as keyof typeof sortColumns]
  // Every customer has a row in the reporting currency, so the join drops no customer.
  let query = db
    .selectFrom('customers')
    .innerJoin('rollupCustomers as spent', (join) =>
      join
        .onRef('spent.merchantId', '=', 'customers.merchantId')
        .onRef('spent.customerId', '=', 'customers.id')
        .on('spent.calendar', '=', filter.calendar)
        .on('spent.currency', '=', filter.currency),
    )
    .where((eb) => buildCondition(eb as unknown as Builder, filter))
    .where('spent.merchantId', '=', filter.merchantId)
    .where('spent.calendar', '=', filter.calendar)
    .orderBy(column, direction)
    .orderBy(id, direction)
  const { spentInReporting, spentInOther } = filter
  // In ascending order, a cursor after a positive amount already implies `spentInReporting`. With a second lower bound,
  // a database may search by the wider bound.
  const isImplied = spentInReporting && sort === 'totalSpent' && Number(after?.value) > 0
  if (spentInReporting !== undefined && !isImplied)
    query = query.where('spent.totalSpent', spentInReporting ? '>' : '=', 0)
  if (spentInOther !== undefined) {
    query = query.where((eb) => {
      const condition = hasSpentInOther(eb as unknown as Builder, filter)
      return spentInOther ? condition : eb.not(condition)
    })
  }
  // Customers who spent nothing in the reporting currency are sorted by id only.
  const isById = spentInReporting === false && column === 'spent.totalSpent'
  const compareRow = (sign: '<' | '>' | '<=' | '>=', { value, id: rowId }: RowPosition) =>
    isById
      ? sql<SqlBool>`${sql.ref(id)} ${sql.raw(sign)} ${rowId}`
      : sql<SqlBool>`(${sql.ref(column)}, ${sql.ref(id)}) ${sql.raw(sign)} (${value}, ${rowId})`
  const [afterSign, upToSign] =
    direction === 'desc' ? (['<', '>='] as const) : (['>', '<='] as const)
  if (after) query = query.where(compareRow(afterSign, after))
  if (upTo) query = query.where(compareRow(upToSign, upTo))
  return {
    query,
    value: sql<string | number>`${sql.ref(column)}`,
    id: sql<string>`${sql.ref(id)}`,
  }
}

export function customersQuery(db: Db, filter: CustomerFilter, slice: CustomerSlice) {
  const { sort, limit, offset, after } = slice
  const order = selectInOrder(db, filter, { sort, after })
  const query = order.query
    .selectAll('customers')
    .select('spent.totalSpent')
    .select(
      sql<number>`(
        select cast(sum(every.transaction_count) as bigint) from rollup_customers as every
        where every.merchant_id = ${filter.merchantId} and every.calendar = ${filter.calendar}
          and every.customer_id = customers.id
      )`.as('transactionCount'),
    )
    .limit(limit)
  return offset > 0 ? query.offset(offset) : query
}

export const listCustomers = (
  db: Db,
  filter: CustomerFilter,
  slice: CustomerSlice,
): Promise<ListedCustomer[]> => customersQuery(db, filter, slice).execute()
