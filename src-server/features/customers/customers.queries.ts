import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { prepared } from '#db/prepared.ts'
import type { Dialect } from '#db/portable.ts'
import type { CustomerRow, Database, Db } from '#db/tables.ts'
import type { Cursor } from '../../shared/cursor.ts'
import type { Month } from '../../shared/day.ts'
import { matchingIds } from '../search/search.queries.ts'
import type { CustomerSort } from './customers.schema.ts'

type Where = { merchantId: string; id: string }

type ByEmail = { merchantId: string; emailKey: string }

const byEmail = prepared((db, { merchantId, emailKey }: ByEmail) =>
  db
    .selectFrom('customers')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('emailKey', '=', emailKey),
)

export const findCustomerByEmail = async (db: Db, where: ByEmail) => (await byEmail(db, where))[0]

export const findCustomer = (db: Db, { merchantId, id }: Where) =>
  db
    .selectFrom('customers')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst()

/** The same look-up, held until the transaction ends, so that a change sees the state it changes. */
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

/** Undefined when a customer with that e-mail is already there. */
export const insertCustomerUnlessKnown = (db: Db, row: CustomerRow) =>
  db
    .insertInto('customers')
    .values(row)
    .onConflict((conflict) => conflict.columns(['merchantId', 'emailKey']).doNothing())
    .returningAll()
    .executeTakeFirst()

export const updateCustomerRow = (
  db: Db,
  { merchantId, id }: Where,
  change: Partial<Pick<CustomerRow, 'name' | 'email' | 'emailKey' | 'status'>> & {
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

/** Payments and spending by currency, exact at all times. */
export const listCustomerTotals = (db: Db, { merchantId, id }: Where) =>
  db
    .selectFrom('rollupCustomers')
    .select(['currency', 'transactionCount', 'totalSpent'])
    .where('merchantId', '=', merchantId)
    .where('customerId', '=', id)
    .orderBy('currency')
    .execute()

/** When a customer's first and last payments were made; undefined when there is none. */
export async function findPaymentTimes(db: Db, { merchantId, id }: Where) {
  const end = (direction: 'asc' | 'desc') =>
    db
      .selectFrom('transactions')
      .select('createdAt')
      .where('merchantId', '=', merchantId)
      .where('customerId', '=', id)
      .orderBy('createdAt', direction)
      .orderBy('id', direction)
      .limit(1)
      .executeTakeFirst()
  const [first, last] = await Promise.all([end('asc'), end('desc')])
  return { first: first?.createdAt, last: last?.createdAt }
}

export type CustomerFilter = {
  merchantId: string
  dialect: Dialect
  /** The reporting currency: what `totalSpent` is in. */
  currency: string
  terms: readonly string[]
  status?: CustomerRow['status']
  /** Each of these months holds a successful payment of theirs. */
  paidMonths: readonly Month[]
}

export type ListedCustomer = CustomerRow & { totalSpent: number; transactionCount: number }

type Builder = ExpressionBuilder<Database, 'customers'>

function matches(db: Db, eb: Builder, filter: CustomerFilter): Expression<SqlBool> {
  const { merchantId, dialect, terms, status, paidMonths } = filter
  const conditions: Expression<SqlBool>[] = [eb('customers.merchantId', '=', merchantId)]
  if (status) conditions.push(eb('customers.status', '=', status))
  if (terms.length > 0) {
    const found = matchingIds(db, dialect, { merchantId, kind: 'customer', terms })
    conditions.push(eb('customers.id', 'in', found))
  }
  for (const month of paidMonths) {
    const paid = eb
      .selectFrom('rollupCustomerMonths as paid')
      .select('paid.customerId')
      .where('paid.merchantId', '=', merchantId)
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

export function customersQuery(db: Db, filter: CustomerFilter, slice: CustomerSlice) {
  const { sort, limit, offset, after } = slice
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const [column, id] = sortColumns[sort.replace('-', '') as keyof typeof sortColumns]
  // Every customer has a line in the reporting currency, so joining it leaves nobody out.
  let query = db
    .selectFrom('customers')
    .innerJoin('rollupCustomers as spent', (join) =>
      join
        .onRef('spent.merchantId', '=', 'customers.merchantId')
        .onRef('spent.customerId', '=', 'customers.id')
        .on('spent.currency', '=', filter.currency),
    )
    .selectAll('customers')
    .select('spent.totalSpent')
    .select(
      sql<number>`(
        select cast(sum(every.transaction_count) as bigint) from rollup_customers as every
        where every.merchant_id = customers.merchant_id and every.customer_id = customers.id
      )`.as('transactionCount'),
    )
    .where((eb) => matches(db, eb as unknown as Builder, filter))
    .where('spent.merchantId', '=', filter.merchantId)
    .orderBy(column, direction)
    .orderBy(id, direction)
    .limit(limit)
  if (offset > 0) query = query.offset(offset)
  if (after) {
    query = query.where((eb) =>
      eb(
        eb.refTuple(column, id),
        direction === 'desc' ? '<' : '>',
        eb.tuple(after.value as never, after.id as never),
      ),
    )
  }
  return query
}

export const listCustomers = (
  db: Db,
  filter: CustomerFilter,
  slice: CustomerSlice,
): Promise<ListedCustomer[]> => customersQuery(db, filter, slice).execute()

/** How many customers match, counted no further than `limit`. */
export async function countMatchingCustomers(
  db: Db,
  filter: CustomerFilter,
  limit: number,
): Promise<number> {
  const { count } = await db
    .selectFrom(
      db
        .selectFrom('customers')
        .select('id')
        .where((eb) => matches(db, eb, filter))
        .limit(limit)
        .as('matching'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Ids of a customer's payments after a given one, in order. */
export const listPaymentsOf = (
  db: Db,
  { merchantId, id, after, limit }: Where & { after: string; limit: number },
) =>
  db
    .selectFrom('transactions')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('customerId', '=', id)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

export const renameOnPayments = (
  db: Db,
  { merchantId, id }: Where,
  { name, email }: { name: string; email: string },
) =>
  db
    .updateTable('transactions')
    .set({ customerName: name, customerEmail: email })
    .where('merchantId', '=', merchantId)
    .where('customerId', '=', id)
    .execute()
