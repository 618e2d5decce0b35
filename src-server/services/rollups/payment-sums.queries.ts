import { inOneGo } from '#db/in-one-go.ts'
import { insertMany } from '#db/many-rows.ts'
import type { RollupCustomerMonthRow } from '#db/tables/rollup-tables.ts'
import type { Db, DialectDb, TransactionRow } from '#db/tables.ts'
import type { Place } from '#server/core/ports/payment-consequence.ts'
import { monthOf } from '#server/shared/day.ts'
import { countPayers, sumName } from './payers.queries.ts'
import { summed } from './summed.ts'

/**
 * Sums that are kept with every change, in its own database transaction, so that screens read a few
 * rows however many payments there are. Each function adds differences, which may be negative: however
 * many payments change a sum, its row is written once.
 */
type Change = Pick<
  TransactionRow,
  'merchantId' | 'customerId' | 'currency' | 'paymentMethod' | 'status' | 'amount'
> & { processingMs: number }

const dayKey = ['merchantId', 'calendar', 'day', 'currency', 'paymentMethod', 'status'] as const
const daySums = ['count', 'amount', 'processingMs'] as const
const addToDays = insertMany('rollupDays', {
  columns: [...dayKey, ...daySums],
  known: { key: dayKey, add: daySums },
})

const slotKey = ['merchantId', 'calendar', 'weekday', 'slot', 'currency', 'status'] as const
const slotSums = ['count', 'amount'] as const
const addToSlots = insertMany('rollupSlots', {
  columns: [...slotKey, ...slotSums],
  known: { key: slotKey, add: slotSums },
})

const monthKey = ['merchantId', 'calendar', 'month', 'customerId', 'currency'] as const
const monthSums = ['count', 'amount'] as const
const addToCustomerMonths = insertMany('rollupCustomerMonths', {
  columns: [...monthKey, ...monthSums],
  known: { key: monthKey, add: monthSums },
  returning: [...monthKey, 'count'],
})

const customerKey = ['merchantId', 'calendar', 'customerId', 'currency'] as const
const customerSums = ['transactionCount', 'totalSpent'] as const
const addToCustomerTotals = insertMany('rollupCustomers', {
  columns: [...customerKey, ...customerSums],
  known: { key: customerKey, add: customerSums },
})

/** A payment that is counted in a place (`sign` 1), or is no longer (-1). */
type Step = { row: Change; place: Place; sign: 1 | -1 }

/** For `inOneGo`: none needs what another answers. */
type SumStep = (world: DialectDb) => Promise<unknown>

/**
 * What adds payments to every sum, table by table: in two calendars one after the other, two payments of a
 * customer would wait for each other.
 */
function addToSums(steps: readonly Step[]): SumStep[] {
  // Column by column, with every payment: a spread of its row costs a microsecond and more.
  const days = steps.map(({ row, place: { calendar, day }, sign }) => ({
    merchantId: row.merchantId,
    calendar,
    day,
    currency: row.currency,
    paymentMethod: row.paymentMethod,
    status: row.status,
    count: sign,
    amount: sign * row.amount,
    processingMs: sign * row.processingMs,
  }))
  const slots = steps.map(({ row, place: { calendar, weekday, slot }, sign }) => ({
    merchantId: row.merchantId,
    calendar,
    weekday,
    slot,
    currency: row.currency,
    status: row.status,
    count: sign,
    amount: sign * row.amount,
  }))
  const months = steps
    .filter(({ row }) => row.status === 'success')
    .map(({ row, place: { calendar, day }, sign }) => ({
      merchantId: row.merchantId,
      calendar,
      month: monthOf(day),
      customerId: row.customerId,
      currency: row.currency,
      count: sign,
      amount: sign * row.amount,
    }))
  return [
    ({ db }) => addToDays(db, summed(days, dayKey, daySums)),
    ({ db }) => addToSlots(db, summed(slots, slotKey, slotSums)),
    (world) => addToMonths(world, summed(months, monthKey, monthSums)),
  ]
}

async function addToMonths(
  world: DialectDb,
  added: readonly RollupCustomerMonthRow[],
): Promise<void> {
  const counts = new Map(added.map((sum) => [sumName(sum), sum.count]))
  const sums = await addToCustomerMonths(world.db, added)
  const differences = sums.map((sum) => ({ ...sum, added: counts.get(sumName(sum)) ?? 0 }))
  // A sum that came up from nought or went back to it: whether they paid in the month may have changed.
  const isFirstOrLast = differences.filter((sum) => sum.count === 0 || sum.count === sum.added)
  if (isFirstOrLast.length > 0) await countPayers(world, differences, isFirstOrLast)
}

type CustomerStep = { row: Change; place: Place; transactionCount: number; totalSpent: number }

function addToCustomers(db: Db, steps: readonly CustomerStep[]): Promise<unknown> {
  const totals = steps
    .filter(({ transactionCount, totalSpent }) => transactionCount !== 0 || totalSpent !== 0)
    .map(({ row, place: { calendar }, transactionCount, totalSpent }) => ({
      merchantId: row.merchantId,
      calendar,
      customerId: row.customerId,
      currency: row.currency,
      transactionCount,
      totalSpent,
    }))
  return addToCustomerTotals(db, summed(totals, customerKey, customerSums))
}

const spent = ({ status, amount }: Change): number => (status === 'success' ? amount : 0)

/** What stores in every sum that payments were stored, each of which counts in its places. */
export function addNewPayments(
  payments: readonly { row: Change; places: readonly Place[] }[],
): SumStep[] {
  const steps = payments.flatMap(({ row, places }) =>
    places.map((place) => ({ row, place, sign: 1 as const })),
  )
  const totals = steps.map(({ row, place }) => ({
    row,
    place,
    transactionCount: 1,
    totalSpent: spent(row),
  }))
  return [...addToSums(steps), ({ db }) => addToCustomers(db, totals)]
}

/** A stored payment changed its status. */
export async function movePayment(
  world: DialectDb,
  { before, after }: { before: Change; after: Change },
  places: readonly Place[],
): Promise<void> {
  const totalSpent = spent(after) - spent(before)
  const steps = places.flatMap((place) => [
    { row: before, place, sign: -1 as const },
    { row: after, place, sign: 1 as const },
  ])
  const totals = places.map((place) => ({ row: after, place, transactionCount: 0, totalSpent }))
  await inOneGo(world, [...addToSums(steps), ({ db }) => addToCustomers(db, totals)])
}
