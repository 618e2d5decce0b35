import { sql } from 'kysely'
import { prepared } from '#db/prepared.ts'
import type {
  Db,
  RollupCustomerMonthRow,
  RollupCustomerRow,
  RollupDayRow,
  RollupSlotRow,
  TransactionRow,
} from '#db/tables.ts'
import type { Dialect } from '#db/portable.ts'
import { monthOf } from '../../shared/day.ts'
import { countPayer } from './payers.queries.ts'

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

const addToDay = prepared((db, row: RollupDayRow) =>
  db
    .insertInto('rollupDays')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['merchantId', 'day', 'currency', 'paymentMethod', 'status']).doUpdateSet({
        count: sql`rollup_days.count + excluded.count`,
        amount: sql`rollup_days.amount + excluded.amount`,
        processingMs: sql`rollup_days.processing_ms + excluded.processing_ms`,
      }),
    ),
)

const addToSlot = prepared((db, row: RollupSlotRow) =>
  db
    .insertInto('rollupSlots')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['merchantId', 'weekday', 'slot', 'currency', 'status']).doUpdateSet({
        count: sql`rollup_slots.count + excluded.count`,
        amount: sql`rollup_slots.amount + excluded.amount`,
      }),
    ),
)

const addToCustomerMonth = prepared((db, row: RollupCustomerMonthRow) =>
  db
    .insertInto('rollupCustomerMonths')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['merchantId', 'month', 'customerId', 'currency']).doUpdateSet({
        count: sql`rollup_customer_months.count + excluded.count`,
        amount: sql`rollup_customer_months.amount + excluded.amount`,
      }),
    )
    .returning('count'),
)

const addToCustomerTotals = prepared((db, row: RollupCustomerRow) =>
  db
    .insertInto('rollupCustomers')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['merchantId', 'customerId', 'currency']).doUpdateSet({
        transactionCount: sql`rollup_customers.transaction_count + excluded.transaction_count`,
        totalSpent: sql`rollup_customers.total_spent + excluded.total_spent`,
      }),
    ),
)

type Sums = { db: Db; dialect: Dialect }

/** Adds a payment to every roll-up (`sign` 1) or takes it out again (-1). */
async function addToRollups(world: Sums, row: Change, sign: 1 | -1): Promise<void> {
  const { db } = world
  const { merchantId, day, weekday, slot, currency, paymentMethod, status, customerId } = row
  const count = sign
  const amount = sign * row.amount
  const processingMs = sign * row.processingMs
  await addToDay(db, {
    merchantId,
    day,
    currency,
    paymentMethod,
    status,
    count,
    amount,
    processingMs,
  })
  await addToSlot(db, { merchantId, weekday, slot, currency, status, count, amount })
  if (status !== 'success') return
  const month = monthOf(day)
  const [sum] = await addToCustomerMonth(db, {
    merchantId,
    month,
    customerId,
    currency,
    count,
    amount,
  })
  const isFirstOrLast = sum?.count === (sign === 1 ? 1 : 0)
  if (isFirstOrLast) await countPayer(world, { merchantId, customerId, month }, sign)
}

async function addToCustomer(
  db: Db,
  { merchantId, customerId, currency }: Change,
  difference: { transactionCount: number; totalSpent: number },
): Promise<void> {
  if (difference.transactionCount === 0 && difference.totalSpent === 0) return
  await addToCustomerTotals(db, { merchantId, customerId, currency, ...difference })
}

const spent = ({ status, amount }: Change): number => (status === 'success' ? amount : 0)

/** A payment was stored. */
export async function addPayment(world: Sums, row: Change): Promise<void> {
  await addToRollups(world, row, 1)
  await addToCustomer(world.db, row, { transactionCount: 1, totalSpent: spent(row) })
}

/** A stored payment changed its status. */
export async function movePayment(world: Sums, before: Change, after: Change): Promise<void> {
  await addToRollups(world, before, -1)
  await addToRollups(world, after, 1)
  const totalSpent = spent(after) - spent(before)
  await addToCustomer(world.db, after, { transactionCount: 0, totalSpent })
}

/**
 * Gives every customer a line in a currency, at zero, so that a list sorted by what they spent can
 * read one index and leaves nobody out.
 */
export const ensureCustomerTotals = (
  db: Db,
  {
    merchantId,
    currency,
    customerId,
  }: { merchantId: string; currency: string; customerId?: string },
) =>
  db
    .insertInto('rollupCustomers')
    .columns(['merchantId', 'customerId', 'currency', 'transactionCount', 'totalSpent'])
    .expression((eb) => {
      const all = eb
        .selectFrom('customers')
        .where('merchantId', '=', merchantId)
        .select([
          'merchantId',
          'id',
          sql<string>`${currency}`.as('currency'),
          sql<number>`0`.as('transactionCount'),
          sql<number>`0`.as('totalSpent'),
        ])
      return customerId === undefined ? all : all.where('id', '=', customerId)
    })
    .onConflict((conflict) =>
      conflict.columns(['merchantId', 'customerId', 'currency']).doNothing(),
    )
    .execute()

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

/** All payments by currency and status: their places in the week are few, however many days there are. */
const sumEver = (db: Db, merchantId: string) =>
  db
    .selectFrom('rollupSlots')
    .select(['currency', 'status', sum('count').as('count'), sum('amount').as('amount')])
    .where('merchantId', '=', merchantId)
    .groupBy(['currency', 'status'])
    .execute()

/** Payments between two business days, inclusive, by currency and status. */
export function sumByCurrencyAndStatus(db: Db, { merchantId, from, to }: Span) {
  if (from === undefined && to === undefined) return sumEver(db, merchantId)
  return db
    .selectFrom('rollupDays')
    .select(['currency', 'status', sum('count').as('count'), sum('amount').as('amount')])
    .where('merchantId', '=', merchantId)
    .$if(from !== undefined, (q) => q.where('day', '>=', from as string))
    .$if(to !== undefined, (q) => q.where('day', '<=', to as string))
    .groupBy(['currency', 'status'])
    .execute()
}

/** Payments of each day that has any, by status; of every currency unless one is given. */
export function sumByDay(
  db: Db,
  { merchantId, from, to, currency }: Required<Span> & { currency?: string },
) {
  const query = db
    .selectFrom('rollupDays')
    .select(['day', 'status', sum('count').as('count'), sum('amount').as('amount')])
    .where('merchantId', '=', merchantId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy(['day', 'status'])
  return (currency === undefined ? query : query.where('currency', '=', currency)).execute()
}

/** Payments of one status by method. */
export function countByMethod(
  db: Db,
  { merchantId, status, currency, from, to }: Span & { status: string; currency?: string },
) {
  let query = db
    .selectFrom('rollupDays')
    .select(['paymentMethod', sum('count').as('count')])
    .where('merchantId', '=', merchantId)
    .where('status', '=', status)
    .groupBy('paymentMethod')
  if (currency) query = query.where('currency', '=', currency)
  if (from) query = query.where('day', '>=', from)
  if (to) query = query.where('day', '<=', to)
  return query.execute()
}

/** Successful payments in one currency by month. */
export const sumByMonth = (
  db: Db,
  { merchantId, currency }: { merchantId: string; currency: string },
) =>
  db
    .selectFrom('rollupDays')
    .select([
      sql<string>`substr(day, 1, 7)`.as('month'),
      sum('count').as('count'),
      sum('amount').as('amount'),
    ])
    .where('merchantId', '=', merchantId)
    .where('currency', '=', currency)
    .where('status', '=', 'success')
    .groupBy(sql`substr(day, 1, 7)`)
    .execute()

/** Successful payments in one currency by weekday and six-hour slot. */
export const sumBySlot = (
  db: Db,
  { merchantId, currency }: { merchantId: string; currency: string },
) =>
  db
    .selectFrom('rollupSlots')
    .select(['weekday', 'slot', 'count', 'amount'])
    .where('merchantId', '=', merchantId)
    .where('currency', '=', currency)
    .where('status', '=', 'success')
    .execute()

/** How long final payments took between two days, inclusive: their number and their summed time. */
export const sumProcessing = (db: Db, { merchantId, from, to }: Required<Span>) =>
  db
    .selectFrom('rollupDays')
    .select([sum('count').as('count'), sum('processing_ms').as('processingMs')])
    .where('merchantId', '=', merchantId)
    .where('status', 'in', ['success', 'failed'])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .executeTakeFirstOrThrow()

/** How many customers are known, or became known between two days. */
export async function countCustomers(
  db: Db,
  { merchantId, status, from, to }: Span & { status?: string },
): Promise<number> {
  let query = db
    .selectFrom('rollupCustomerDays')
    .select(sum('count').as('count'))
    .where('merchantId', '=', merchantId)
  if (status) query = query.where('status', '=', status)
  if (from) query = query.where('day', '>=', from)
  if (to) query = query.where('day', '<=', to)
  return (await query.executeTakeFirstOrThrow()).count
}

export type RollupFilter = Span & {
  status?: string
  final?: boolean
  paymentMethod?: string
  currency?: string
}

/** How many payments match a filter of which the day roll-ups know every part. */
export async function countPayments(db: Db, filter: RollupFilter): Promise<number> {
  const { merchantId, from, to, status, final, paymentMethod, currency } = filter
  if ([from, to, status, final, paymentMethod, currency].every((part) => part === undefined)) {
    return (await sumEver(db, merchantId)).reduce((total, { count }) => total + count, 0)
  }
  let query = db
    .selectFrom('rollupDays')
    .select(sum('count').as('count'))
    .where('merchantId', '=', merchantId)
  if (from) query = query.where('day', '>=', from)
  if (to) query = query.where('day', '<=', to)
  if (status) query = query.where('status', '=', status)
  if (final !== undefined) query = query.where('status', final ? '!=' : '=', 'pending')
  if (paymentMethod) query = query.where('paymentMethod', '=', paymentMethod)
  if (currency) query = query.where('currency', '=', currency)
  return (await query.executeTakeFirstOrThrow()).count
}
