import { sql } from 'kysely'
import type { Db, TransactionRow } from '#db/tables.ts'
import { monthOf } from '../../shared/day.ts'

/**
 * Sums that are kept with every change, in its own database transaction, so that screens read a few
 * rows however many payments there are. Each function adds a difference, which may be negative.
 */
type Change = Pick<
  TransactionRow,
  | 'merchantId'
  | 'customerId'
  | 'day'
  | 'weekday'
  | 'slot'
  | 'currency'
  | 'paymentMethod'
  | 'status'
  | 'amount'
> & { processingMs: number }

/** Adds a payment to every roll-up (`sign` 1) or takes it out again (-1). */
async function addToRollups(db: Db, row: Change, sign: 1 | -1): Promise<void> {
  const { merchantId, day, weekday, slot, currency, paymentMethod, status, customerId } = row
  const count = sign
  const amount = sign * row.amount
  await db
    .insertInto('rollupDays')
    .values({
      merchantId,
      day,
      currency,
      paymentMethod,
      status,
      count,
      amount,
      processingMs: sign * row.processingMs,
    })
    .onConflict((conflict) =>
      conflict.columns(['merchantId', 'day', 'currency', 'paymentMethod', 'status']).doUpdateSet({
        count: sql`rollup_days.count + excluded.count`,
        amount: sql`rollup_days.amount + excluded.amount`,
        processingMs: sql`rollup_days.processing_ms + excluded.processing_ms`,
      }),
    )
    .execute()
  await db
    .insertInto('rollupSlots')
    .values({ merchantId, weekday, slot, currency, status, count, amount })
    .onConflict((conflict) =>
      conflict.columns(['merchantId', 'weekday', 'slot', 'currency', 'status']).doUpdateSet({
        count: sql`rollup_slots.count + excluded.count`,
        amount: sql`rollup_slots.amount + excluded.amount`,
      }),
    )
    .execute()
  if (status !== 'success') return
  await db
    .insertInto('rollupCustomerMonths')
    .values({ merchantId, month: monthOf(day), customerId, currency, count, amount })
    .onConflict((conflict) =>
      conflict.columns(['merchantId', 'month', 'customerId', 'currency']).doUpdateSet({
        count: sql`rollup_customer_months.count + excluded.count`,
        amount: sql`rollup_customer_months.amount + excluded.amount`,
      }),
    )
    .execute()
}

async function addToCustomer(
  db: Db,
  { merchantId, customerId, currency }: Change,
  difference: { transactionCount: number; totalSpent: number },
): Promise<void> {
  if (difference.transactionCount === 0 && difference.totalSpent === 0) return
  await db
    .insertInto('rollupCustomers')
    .values({ merchantId, customerId, currency, ...difference })
    .onConflict((conflict) =>
      conflict.columns(['merchantId', 'customerId', 'currency']).doUpdateSet({
        transactionCount: sql`rollup_customers.transaction_count + excluded.transaction_count`,
        totalSpent: sql`rollup_customers.total_spent + excluded.total_spent`,
      }),
    )
    .execute()
}

const spent = ({ status, amount }: Change): number => (status === 'success' ? amount : 0)

/** A payment was stored. */
export async function addPayment(db: Db, row: Change): Promise<void> {
  await addToRollups(db, row, 1)
  await addToCustomer(db, row, { transactionCount: 1, totalSpent: spent(row) })
}

/** A stored payment changed its status. */
export async function movePayment(db: Db, before: Change, after: Change): Promise<void> {
  await addToRollups(db, before, -1)
  await addToRollups(db, after, 1)
  await addToCustomer(db, after, { transactionCount: 0, totalSpent: spent(after) - spent(before) })
}

/** Customers known since a day, by status. */
export async function addToCustomerDay(
  db: Db,
  {
    merchantId,
    day,
    status,
    count,
  }: { merchantId: string; day: string; status: string; count: number },
): Promise<void> {
  await db
    .insertInto('rollupCustomerDays')
    .values({ merchantId, day, status, count })
    .onConflict((conflict) =>
      conflict
        .columns(['merchantId', 'day', 'status'])
        .doUpdateSet({ count: sql`rollup_customer_days.count + excluded.count` }),
    )
    .execute()
}

type Span = { merchantId: string; from?: string; to?: string }

// Sums of 64-bit integers are numeric on PostgreSQL, which arrives as text.
const sum = (column: string) => sql<number>`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`

/** Payments between two business days, inclusive, by currency and status. */
export const sumByCurrencyAndStatus = (db: Db, { merchantId, from, to }: Span) =>
  db
    .selectFrom('rollupDays')
    .select(['currency', 'status', sum('count').as('count'), sum('amount').as('amount')])
    .where('merchantId', '=', merchantId)
    .$if(from !== undefined, (q) => q.where('day', '>=', from as string))
    .$if(to !== undefined, (q) => q.where('day', '<=', to as string))
    .groupBy(['currency', 'status'])
    .execute()

/** Payments of every status and currency for each day that has any. */
export const countByDay = (db: Db, { merchantId, from, to }: Required<Span>) =>
  db
    .selectFrom('rollupDays')
    .select(['day', sum('count').as('count')])
    .where('merchantId', '=', merchantId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('day')
    .execute()

/** Payments of one status by method, over all time. */
export const countByMethod = (
  db: Db,
  { merchantId, status }: { merchantId: string; status: string },
) =>
  db
    .selectFrom('rollupDays')
    .select(['paymentMethod', sum('count').as('count')])
    .where('merchantId', '=', merchantId)
    .where('status', '=', status)
    .groupBy('paymentMethod')
    .execute()

/** How many customers of a status are known, or became known between two days. */
export async function countCustomers(
  db: Db,
  { merchantId, status, from, to }: Span & { status: string },
): Promise<number> {
  const { count } = await db
    .selectFrom('rollupCustomerDays')
    .select(sum('count').as('count'))
    .where('merchantId', '=', merchantId)
    .where('status', '=', status)
    .$if(from !== undefined, (q) => q.where('day', '>=', from ?? ''))
    .$if(to !== undefined, (q) => q.where('day', '<=', to ?? ''))
    .executeTakeFirstOrThrow()
  return count
}

export type RollupFilter = Span & { status?: string; paymentMethod?: string; currency?: string }

/** How many payments match a filter of which the day roll-ups know every part. */
export async function countPayments(db: Db, filter: RollupFilter): Promise<number> {
  const { merchantId, from, to, status, paymentMethod, currency } = filter
  let query = db
    .selectFrom('rollupDays')
    .select(sum('count').as('count'))
    .where('merchantId', '=', merchantId)
  if (from) query = query.where('day', '>=', from)
  if (to) query = query.where('day', '<=', to)
  if (status) query = query.where('status', '=', status)
  if (paymentMethod) query = query.where('paymentMethod', '=', paymentMethod)
  if (currency) query = query.where('currency', '=', currency)
  return (await query.executeTakeFirstOrThrow()).count
}
