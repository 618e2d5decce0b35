import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { insertMany } from '#db/many-rows.ts'
import type { Dialect } from '#db/portable.ts'
import type { Database, Db, TransactionEventRow, TransactionRow } from '#db/tables.ts'
import { narrowed } from '#server/core/work/key-range.ts'
import { placeColumnsOf } from '#server/services/rollups/places.ts'
import type { MerchantCalendar } from '#server/services/rollups/rollups.queries.ts'
import type { Cursor } from '#server/shared/cursor.ts'
import type { Minor } from '#server/shared/money/money.ts'
import type { TransactionSort } from './transaction-enums.schema.ts'

/**
 * A filter as the database sees it: terms are folded, amounts are minor units. Terms are looked for
 * before, in the texts of the search; a query compares the rest.
 */
export type TransactionFilter = MerchantCalendar & {
  dialect: Dialect
  terms: readonly string[]
  /** The same words with amounts as they are stored. */
  amountTerms?: readonly string[] | undefined
  status?: TransactionRow['status']
  /** True for what is success or failed, false for what is pending. */
  final?: boolean
  paymentMethod?: TransactionRow['paymentMethod']
  currency?: TransactionRow['currency']
  customerId?: string
  linkId?: string
  from?: string
  to?: string
  /** Instants around `from` and `to`: the index is by instant, the truth is the day in the row. */
  fromInstant?: string
  beforeInstant?: string
  minAmount?: Minor
  maxAmount?: Minor
  weekday?: number
  slot?: number
}

type Builder = ExpressionBuilder<Database, 'transactions'>

const sortColumns = {
  createdAt: 'createdAt',
  amount: 'amount',
  customerName: 'customerName',
  transactionId: 'transactionId',
} as const

export const directionOf = (sort: TransactionSort) => (sort.startsWith('-') ? 'desc' : 'asc')

export const sortColumnOf = (sort: TransactionSort): keyof typeof sortColumns =>
  sortColumns[sort.replace('-', '') as keyof typeof sortColumns]

export function matches(eb: Builder, filter: TransactionFilter): Expression<SqlBool> {
  const { merchantId, calendar } = filter
  const place = placeColumnsOf(calendar)
  const conditions: Expression<SqlBool>[] = [eb('transactions.merchantId', '=', merchantId)]
  if (filter.status) conditions.push(eb('status', '=', filter.status))
  // Not by the two statuses: that would tempt a planner to read the index by status and then sort.
  if (filter.final === true) conditions.push(eb('status', '!=', 'pending'))
  if (filter.final === false) conditions.push(eb('status', '=', 'pending'))
  if (filter.paymentMethod) conditions.push(eb('paymentMethod', '=', filter.paymentMethod))
  if (filter.currency) conditions.push(eb('currency', '=', filter.currency))
  if (filter.customerId) conditions.push(eb('customerId', '=', filter.customerId))
  if (filter.linkId) conditions.push(eb('linkId', '=', filter.linkId))
  if (filter.from) conditions.push(eb(place.day, '>=', filter.from))
  if (filter.to) conditions.push(eb(place.day, '<=', filter.to))
  if (filter.fromInstant) conditions.push(eb('createdAt', '>=', filter.fromInstant))
  if (filter.beforeInstant) conditions.push(eb('createdAt', '<', filter.beforeInstant))
  if (filter.minAmount !== undefined) conditions.push(eb('amount', '>=', filter.minAmount))
  if (filter.maxAmount !== undefined) conditions.push(eb('amount', '<=', filter.maxAmount))
  if (filter.weekday !== undefined) conditions.push(eb(place.weekday, '=', filter.weekday))
  if (filter.slot !== undefined) conditions.push(eb(place.slot, '=', filter.slot))
  return eb.and(conditions)
}

/** What a list shows; the other columns would be a third of what is read. */
export const listedColumns = [
  'id',
  'transactionId',
  'customerId',
  'customerName',
  'customerEmail',
  'amount',
  'currency',
  'paymentMethod',
  'description',
  'status',
  'failureReason',
  'createdAt',
  'updatedAt',
  'settledAt',
] as const

export type ListedTransaction = Pick<TransactionRow, (typeof listedColumns)[number]>

export type Slice = { sort: TransactionSort; limit: number; offset?: number; after?: Cursor }

export const transactionsQuery = (
  db: Db,
  wanted: TransactionFilter,
  { sort, limit, offset = 0, ...ends }: Slice,
) => {
  const direction = directionOf(sort)
  const column = sortColumnOf(sort)
  const { filter, after } = narrowed(wanted, { column, direction, ...ends })
  let query = db
    .selectFrom('transactions')
    .select(listedColumns)
    .where((eb) => matches(eb, filter))
    .orderBy(column, direction)
    .limit(limit)
  // A reference is unique, so its index alone is the order.
  if (column !== 'transactionId') query = query.orderBy('id', direction)
  if (offset > 0) query = query.offset(offset)
  if (after) {
    // The id makes the order total, so rows that share a value are neither skipped nor repeated.
    query = query.where((eb) =>
      eb(
        eb.refTuple(column, 'id'),
        direction === 'desc' ? '<' : '>',
        eb.tuple(after.value as never, after.id),
      ),
    )
  }
  return query
}

export const listTransactions = (
  db: Db,
  filter: TransactionFilter,
  slice: Slice,
): Promise<ListedTransaction[]> => transactionsQuery(db, filter, slice).execute()

/** Whole rows, for what few who read a list want of them. */
export const listRowsByIds = (
  db: Db,
  { merchantId, ids }: { merchantId: string; ids: readonly string[] },
): Promise<TransactionRow[]> =>
  db
    .selectFrom('transactions')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('id', 'in', [...ids])
    .execute()

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

/** The same look-up, held until the transaction ends, so that a change sees the state it changes. */
export function findTransactionToChange(
  db: Db,
  dialect: Dialect,
  where: { merchantId: string; id: string },
): Promise<TransactionRow | undefined> {
  const query = db
    .selectFrom('transactions')
    .selectAll()
    .where('merchantId', '=', where.merchantId)
    .where('id', '=', where.id)
  return (dialect === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
}

/**
 * Inserts payments, and answers the ids of those whose reference was free; another payment of the
 * merchant has that of the others.
 */
export const insertTransactions: (
  db: Db,
  rows: readonly TransactionRow[],
) => Promise<{ id: string }[]> = insertMany('transactions', {
  columns: [
    'merchantId',
    'id',
    'transactionId',
    'customerId',
    'customerName',
    'customerEmail',
    'amount',
    'currency',
    'paymentMethod',
    'description',
    'status',
    'failureReason',
    'day',
    'weekday',
    'slot',
    'dayB',
    'weekdayB',
    'slotB',
    'stage',
    'captureMethod',
    'amountAuthorized',
    'captureBefore',
    'metadata',
    'linkId',
    'processor',
    'processorAccountId',
    'processorRef',
    'nextCheckAt',
    'createdAt',
    'updatedAt',
    'settledAt',
    'importedAt',
  ],
  known: { key: ['merchantId', 'transactionId'] },
  returning: ['id'],
})

/** Makes a pending payment final. Undefined when it was final already: the second request changes nothing. */
export const settleTransaction = (
  db: Db,
  where: { merchantId: string; id: string },
  outcome: Pick<
    TransactionRow,
    'status' | 'stage' | 'amount' | 'failureReason' | 'settledAt' | 'updatedAt'
  > &
    Partial<Pick<TransactionRow, 'customerName' | 'customerEmail'>>,
) =>
  db
    .updateTable('transactions')
    .set({ ...outcome, nextCheckAt: null, leasedUntil: null, wish: null, payerSecret: null })
    .where('merchantId', '=', where.merchantId)
    .where('id', '=', where.id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst()

/** Changes what a payment is about while it is pending. Undefined when it is final. */
export const changeOpenTransaction = (
  db: Db,
  where: { merchantId: string; id: string },
  change: Partial<
    Pick<
      TransactionRow,
      | 'customerName'
      | 'customerEmail'
      | 'stage'
      | 'amountAuthorized'
      | 'captureBefore'
      | 'processorRef'
      | 'payerSecret'
      | 'wish'
      | 'nextCheckAt'
      | 'checkCount'
      | 'leasedUntil'
      | 'updatedAt'
    >
  >,
) =>
  db
    .updateTable('transactions')
    .set(change)
    .where('merchantId', '=', where.merchantId)
    .where('id', '=', where.id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst()

export const insertEvents: (db: Db, rows: readonly TransactionEventRow[]) => Promise<unknown> =
  insertMany('transactionEvents', {
    columns: ['merchantId', 'transactionId', 'sequence', 'at', 'type', 'status', 'reason', 'actor'],
  })

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
