import { sql } from 'kysely'
import { insertMany } from '#db/many-rows.ts'
import type { RollupCustomerDayRow, RollupCustomerRow } from '#db/tables/rollup-tables.ts'
import type { Calendar, Db } from '#db/tables.ts'
import { sumByKey } from './sum-by-key.ts'

const totalsKey = ['merchantId', 'calendar', 'customerId', 'currency'] as const
const insertTotals = insertMany('rollupCustomers', {
  columns: [...totalsKey, 'transactionCount', 'totalSpent'],
  onConflict: { key: totalsKey },
})

/**
 * Stores totals of zero in a currency for customers who have none in it. A list sorted by spending then reads one index
 * and leaves out no customer.
 */
export const ensureCustomerTotals = (
  db: Db,
  lines: readonly Pick<RollupCustomerRow, (typeof totalsKey)[number]>[],
) =>
  insertTotals(
    db,
    lines.map((line) => ({ ...line, transactionCount: 0, totalSpent: 0 })),
  )

const customerDayKey = ['merchantId', 'calendar', 'day', 'status'] as const
const addCustomerDays = insertMany('rollupCustomerDays', {
  columns: [...customerDayKey, 'count'],
  onConflict: { key: customerDayKey, add: ['count'] },
})

/** Adds to the numbers of customers by day of their creation and by status. */
export const addToCustomerDays = (db: Db, rows: readonly RollupCustomerDayRow[]) =>
  addCustomerDays(db, sumByKey(rows, customerDayKey, ['count']))

/** A merchant and one of its two calendars. A calendar is a set of sums by day in one time zone. */
export type MerchantCalendar = { merchantId: string; calendar: Calendar }

type Span = MerchantCalendar & { from?: string; to?: string }

// Sums of 64-bit integers are numeric on PostgreSQL, and arrive as text.
const sum = (column: string) => sql<number>`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`

/**
 * Sums all payments by currency and status. It reads the sums of the week's slots, which are few however many days
 * there are.
 */
const sumAllPayments = (db: Db, { merchantId, calendar }: MerchantCalendar) =>
  db
    .selectFrom('rollupSlots')
    .select(['currency', 'status', sum('count').as('count'), sum('amount').as('amount')])
    .where('merchantId', '=', merchantId)
    .where('calendar', '=', calendar)
    .groupBy(['currency', 'status'])
    .execute()

/** Sums payments between two business days, inclusive, by currency and status. */
export const sumByCurrencyAndStatus = (db: Db, span: Span) => sumPayments(db, span)

/** Sums the payments of each day that has any, by status; of every currency unless one is given. */
export function sumByDay(
  db: Db,
  { merchantId, calendar, from, to, currency }: Required<Span> & { currency?: string },
) {
  const query = db
    .selectFrom('rollupDays')
    .select(['day', 'status', sum('count').as('count'), sum('amount').as('amount')])
    .where('merchantId', '=', merchantId)
    .where('calendar', '=', calendar)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy(['day', 'status'])
  return (currency === undefined ? query : query.where('currency', '=', currency)).execute()
}

/** Finds the first business day that has a payment; null when there is no payment. */
export async function findFirstDay(
  db: Db,
  { merchantId, calendar }: MerchantCalendar,
): Promise<string | null> {
  const row = await db
    .selectFrom('rollupDays')
    .select('day')
    .where('merchantId', '=', merchantId)
    .where('calendar', '=', calendar)
    .where('count', '>', 0)
    .orderBy('day')
    .limit(1)
    .executeTakeFirst()
  return row?.day ?? null
}

/** Counts payments of one status by method. */
export function countByMethod(
  db: Db,
  {
    merchantId,
    calendar,
    status,
    currency,
    from,
    to,
  }: Span & { status: string; currency?: string },
) {
  let query = db
    .selectFrom('rollupDays')
    .select(['paymentMethod', sum('count').as('count')])
    .where('merchantId', '=', merchantId)
    .where('calendar', '=', calendar)
    .where('status', '=', status)
    .groupBy('paymentMethod')
  if (currency) query = query.where('currency', '=', currency)
  if (from) query = query.where('day', '>=', from)
  if (to) query = query.where('day', '<=', to)
  return query.execute()
}

/**
 * Sums successful payments by method and currency, and also by the type of method that the payer used
 * (`methodType`; null for the sums of all types). One statement reads both, so that they agree.
 */
export function sumByMethodType(
  db: Db,
  { merchantId, calendar, currency, from, to }: Span & { currency?: string },
) {
  const sums = [sum('count').as('count'), sum('amount').as('amount')] as const
  let all = db
    .selectFrom('rollupDays')
    .select(['paymentMethod', 'currency', sql<string | null>`null`.as('methodType'), ...sums])
    .where('merchantId', '=', merchantId)
    .where('calendar', '=', calendar)
    .where('status', '=', 'success')
    .groupBy(['paymentMethod', 'currency'])
  let byType = db
    .selectFrom('rollupMethodDays')
    .select([
      'paymentMethod',
      'currency',
      sql<string | null>`method_type`.as('methodType'),
      ...sums,
    ])
    .where('merchantId', '=', merchantId)
    .where('calendar', '=', calendar)
    .groupBy(['paymentMethod', 'currency', 'methodType'])
  if (currency) {
    all = all.where('currency', '=', currency)
    byType = byType.where('currency', '=', currency)
  }
  if (from) {
    all = all.where('day', '>=', from)
    byType = byType.where('day', '>=', from)
  }
  if (to) {
    all = all.where('day', '<=', to)
    byType = byType.where('day', '<=', to)
  }
  return all.unionAll(byType).execute()
}

/** Sums successful payments in one currency by month. */
export const sumByMonth = (
  db: Db,
  { merchantId, calendar, currency }: MerchantCalendar & { currency: string },
) =>
  db
    .selectFrom('rollupDays')
    .select([
      sql<string>`substr(day, 1, 7)`.as('month'),
      sum('count').as('count'),
      sum('amount').as('amount'),
    ])
    .where('merchantId', '=', merchantId)
    .where('calendar', '=', calendar)
    .where('currency', '=', currency)
    .where('status', '=', 'success')
    .groupBy(sql`substr(day, 1, 7)`)
    .execute()

/** Returns successful payments in one currency by weekday and six-hour slot. */
export const sumBySlot = (
  db: Db,
  { merchantId, calendar, currency }: MerchantCalendar & { currency: string },
) =>
  db
    .selectFrom('rollupSlots')
    .select(['weekday', 'slot', 'count', 'amount'])
    .where('merchantId', '=', merchantId)
    .where('calendar', '=', calendar)
    .where('currency', '=', currency)
    .where('status', '=', 'success')
    .execute()

/** Sums the processing times of final payments between two days, inclusive, and counts these payments. */
export const sumProcessing = (db: Db, { merchantId, calendar, from, to }: Required<Span>) =>
  db
    .selectFrom('rollupDays')
    .select([sum('count').as('count'), sum('processing_ms').as('processingMs')])
    .where('merchantId', '=', merchantId)
    .where('calendar', '=', calendar)
    .where('status', 'in', ['success', 'failed'])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .executeTakeFirstOrThrow()

/** Counts the merchant's customers, or only the customers who were created between two days, inclusive. */
export async function countCustomers(
  db: Db,
  { merchantId, calendar, status, from, to }: Span & { status?: string },
): Promise<number> {
  let query = db
    .selectFrom('rollupCustomerDays')
    .select(sum('count').as('count'))
    .where('merchantId', '=', merchantId)
    .where('calendar', '=', calendar)
  if (status) query = query.where('status', '=', status)
  if (from) query = query.where('day', '>=', from)
  if (to) query = query.where('day', '<=', to)
  return (await query.executeTakeFirstOrThrow()).count
}

/** Counts the customers of a status by their day of creation. Days without any are left out. */
export const countCustomersByDay = (
  db: Db,
  { merchantId, calendar, status, from, to }: Required<Span> & { status: string },
) =>
  db
    .selectFrom('rollupCustomerDays')
    .select(['day', 'count'])
    .where('merchantId', '=', merchantId)
    .where('calendar', '=', calendar)
    .where('status', '=', status)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute()

/**
 * Filter of payments; `from` and `to` are business days, inclusive. `final`: true for payments in a final state, false
 * for pending ones.
 */
export type RollupFilter = Span & {
  status?: string
  final?: boolean
  paymentMethod?: string
  currency?: string
}

/** Counts the payments that match a filter, from stored sums: no payment is read. */
export const countPayments = async (db: Db, filter: RollupFilter): Promise<number> =>
  (await sumPayments(db, filter)).reduce((total, { count }) => total + count, 0)

/** Sums the payments that match a filter, by currency and status, from stored sums: no payment is read. */
export function sumPayments(db: Db, filter: RollupFilter) {
  const { merchantId, calendar, from, to, status, final, paymentMethod, currency } = filter
  const dayFilters = [from, to, status, final, paymentMethod, currency]
  if (dayFilters.every((part) => part === undefined)) return sumAllPayments(db, filter)
  let query = db
    .selectFrom('rollupDays')
    .select(['currency', 'status', sum('count').as('count'), sum('amount').as('amount')])
    .where('merchantId', '=', merchantId)
    .where('calendar', '=', calendar)
    .groupBy(['currency', 'status'])
  if (from) query = query.where('day', '>=', from)
  if (to) query = query.where('day', '<=', to)
  if (status) query = query.where('status', '=', status)
  if (final !== undefined) query = query.where('status', final ? '!=' : '=', 'pending')
  if (paymentMethod) query = query.where('paymentMethod', '=', paymentMethod)
  if (currency) query = query.where('currency', '=', currency)
  return query.execute()
}
