import { sql } from 'kysely'
import type { Dialect } from '#db/portable.ts'
import { prepared } from '#db/prepared.ts'
import type {
  Db,
  RollupCustomerMonthRow,
  RollupCustomerRow,
  RollupDayRow,
  RollupSlotRow,
  TransactionRow,
} from '#db/tables.ts'
import { monthOf } from '#server/shared/day.ts'
import { countPayer } from './payers.queries.ts'
import type { Place } from './places.ts'

/**
 * Sums that are kept with every change, in its own database transaction, so that screens read a few
 * rows however many payments there are. Each function adds a difference, which may be negative.
 */
type Change = Pick<
  TransactionRow,
  'merchantId' | 'customerId' | 'currency' | 'paymentMethod' | 'status' | 'amount'
> & { processingMs: number }

const addToDay = prepared((db, row: RollupDayRow) =>
  db
    .insertInto('rollupDays')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['merchantId', 'calendar', 'day', 'currency', 'paymentMethod', 'status'])
        .doUpdateSet({
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
      conflict
        .columns(['merchantId', 'calendar', 'weekday', 'slot', 'currency', 'status'])
        .doUpdateSet({
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
      conflict.columns(['merchantId', 'calendar', 'month', 'customerId', 'currency']).doUpdateSet({
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
      conflict.columns(['merchantId', 'calendar', 'customerId', 'currency']).doUpdateSet({
        transactionCount: sql`rollup_customers.transaction_count + excluded.transaction_count`,
        totalSpent: sql`rollup_customers.total_spent + excluded.total_spent`,
      }),
    ),
)

type Sums = { db: Db; dialect: Dialect }

type Step = { row: Change; place: Place; sign: 1 | -1 }

/**
 * Adds payments to every roll-up (`sign` 1) or takes them out again (-1), table by table: in two
 * calendars one after the other, two payments of a customer would wait for each other.
 */
async function addToRollups(world: Sums, steps: readonly Step[]): Promise<void> {
  const { db } = world
  for (const { row, place, sign } of steps) {
    const { merchantId, currency, paymentMethod, status } = row
    const { calendar, day } = place
    const sums = { count: sign, amount: sign * row.amount, processingMs: sign * row.processingMs }
    await addToDay(db, { merchantId, calendar, day, currency, paymentMethod, status, ...sums })
  }
  for (const { row, place, sign } of steps) {
    const { merchantId, currency, status } = row
    const { calendar, weekday, slot } = place
    const sums = { count: sign, amount: sign * row.amount }
    await addToSlot(db, { merchantId, calendar, weekday, slot, currency, status, ...sums })
  }
  const payers: Step[] = []
  for (const step of steps) {
    const { row, place, sign } = step
    if (row.status !== 'success') continue
    const { merchantId, customerId, currency } = row
    const month = monthOf(place.day)
    const sums = { count: sign, amount: sign * row.amount }
    const key = { merchantId, calendar: place.calendar, month, customerId, currency }
    const [sum] = await addToCustomerMonth(db, { ...key, ...sums })
    const isFirstOrLast = sum?.count === (sign === 1 ? 1 : 0)
    if (isFirstOrLast) payers.push(step)
  }
  for (const { row, place, sign } of payers) {
    const { merchantId, customerId } = row
    const { calendar, day } = place
    await countPayer(world, { merchantId, calendar, customerId, month: monthOf(day) }, sign)
  }
}

async function addToCustomer(
  db: Db,
  { merchantId, customerId, currency }: Change,
  { calendar }: Place,
  difference: { transactionCount: number; totalSpent: number },
): Promise<void> {
  if (difference.transactionCount === 0 && difference.totalSpent === 0) return
  await addToCustomerTotals(db, { merchantId, calendar, customerId, currency, ...difference })
}

const spent = ({ status, amount }: Change): number => (status === 'success' ? amount : 0)

/** A payment was stored. */
export async function addPayment(
  world: Sums,
  row: Change,
  places: readonly Place[],
): Promise<void> {
  await addToRollups(
    world,
    places.map((place) => ({ row, place, sign: 1 })),
  )
  for (const place of places) {
    await addToCustomer(world.db, row, place, { transactionCount: 1, totalSpent: spent(row) })
  }
}

/** A stored payment changed its status. */
export async function movePayment(
  world: Sums,
  { before, after }: { before: Change; after: Change },
  places: readonly Place[],
): Promise<void> {
  const totalSpent = spent(after) - spent(before)
  await addToRollups(
    world,
    places.flatMap((place) => [
      { row: before, place, sign: -1 as const },
      { row: after, place, sign: 1 as const },
    ]),
  )
  for (const place of places) {
    await addToCustomer(world.db, after, place, { transactionCount: 0, totalSpent })
  }
}
