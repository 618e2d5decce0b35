import { insertMany } from '#db/many-rows.ts'
import { runPipelined } from '#db/pipeline.ts'
import type { RollupCustomerMonthRow } from '#db/tables/rollup-tables.ts'
import type { Db, DialectDb, TransactionRow } from '#db/tables.ts'
import type { CalendarPosition } from '#server/core/ports/payment-consequence.ts'
import { isCounterEmail } from '#server/shared/counter-sales.ts'
import { monthOf } from '#server/shared/day.ts'
import { countPayers, sumName } from './payers.queries.ts'
import { sumByKey } from './sum-by-key.ts'

/**
 * A payment as the sums count it. Sums are updated in the transaction of each change, so that screens read a few rows
 * however many payments there are. Each function adds differences, which may be negative. The row of a sum is written
 * once, however many payments change it.
 */
type CountedPayment = Pick<
  TransactionRow,
  | 'merchantId'
  | 'customerId'
  | 'customerEmail'
  | 'currency'
  | 'paymentMethod'
  | 'status'
  | 'amount'
  | 'methodType'
> & { processingMs: number }

const dayKey = ['merchantId', 'calendar', 'day', 'currency', 'paymentMethod', 'status'] as const
const daySums = ['count', 'amount', 'processingMs'] as const
const addToDays = insertMany('rollupDays', {
  columns: [...dayKey, ...daySums],
  onConflict: { key: dayKey, add: daySums },
})

const slotKey = ['merchantId', 'calendar', 'weekday', 'slot', 'currency', 'status'] as const
const slotSums = ['count', 'amount'] as const
const addToSlots = insertMany('rollupSlots', {
  columns: [...slotKey, ...slotSums],
  onConflict: { key: slotKey, add: slotSums },
})

const methodKey = [
  'merchantId',
  'calendar',
  'day',
  'currency',
  'paymentMethod',
  'methodType',
] as const
const methodSums = ['count', 'amount'] as const
const addToMethodDays = insertMany('rollupMethodDays', {
  columns: [...methodKey, ...methodSums],
  onConflict: { key: methodKey, add: methodSums },
})

const monthKey = ['merchantId', 'calendar', 'month', 'customerId', 'currency'] as const
const monthSums = ['count', 'amount'] as const
const addToCustomerMonths = insertMany('rollupCustomerMonths', {
  columns: [...monthKey, ...monthSums],
  onConflict: { key: monthKey, add: monthSums },
  returning: [...monthKey, 'count'],
})

const customerKey = ['merchantId', 'calendar', 'customerId', 'currency'] as const
const customerSums = ['transactionCount', 'totalSpent'] as const
const addToCustomerTotals = insertMany('rollupCustomers', {
  columns: [...customerKey, ...customerSums],
  onConflict: { key: customerKey, add: customerSums },
})

/** A payment to add to the sums of a day and a slot in one calendar (`sign` 1), or to subtract (-1). */
type Step = { row: CountedPayment; position: CalendarPosition; sign: 1 | -1 }

/** A step for `runPipelined`: no step needs the result of another. */
type SumStep = (world: DialectDb) => Promise<unknown>

/**
 * Returns steps that add payments to every sum, table by table. If they went calendar by calendar, two payments of a
 * customer would deadlock.
 */
function addToSums(steps: readonly Step[]): SumStep[] {
  // Columns are copied one by one: for each payment, a spread of its row costs a microsecond and more.
  const days = steps.map(({ row, position: { calendar, day }, sign }) => ({
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
  const slots = steps.map(({ row, position: { calendar, weekday, slot }, sign }) => ({
    merchantId: row.merchantId,
    calendar,
    weekday,
    slot,
    currency: row.currency,
    status: row.status,
    count: sign,
    amount: sign * row.amount,
  }))
  const methods = methodsOf(steps)
  const months = steps
    // Sales at the counter have no payer who could come back in another month.
    .filter(({ row }) => row.status === 'success' && !isCounterEmail(row.customerEmail))
    .map(({ row, position: { calendar, day }, sign }) => ({
      merchantId: row.merchantId,
      calendar,
      month: monthOf(day),
      customerId: row.customerId,
      currency: row.currency,
      count: sign,
      amount: sign * row.amount,
    }))
  return [
    ({ db }) => addToDays(db, sumByKey(days, dayKey, daySums)),
    ({ db }) => addToSlots(db, sumByKey(slots, slotKey, slotSums)),
    ...(methods.length > 0
      ? [({ db }: DialectDb) => addToMethodDays(db, sumByKey(methods, methodKey, methodSums))]
      : []),
    (world) => addToMonths(world, sumByKey(months, monthKey, monthSums)),
  ]
}

/**
 * Returns what the successful payments with a reported type of method add to the sums of methods. Sample payments add
 * nothing there, so that taking one needs no further statement.
 */
const methodsOf = (steps: readonly Step[]) =>
  steps.flatMap(({ row, position: { calendar, day }, sign }) => {
    const { status, methodType } = row
    if (status !== 'success' || !methodType || methodType === 'sandbox') return []
    const { merchantId, currency, paymentMethod, amount } = row
    const key = { merchantId, calendar, day, currency, paymentMethod, methodType }
    return [{ ...key, count: sign, amount: sign * amount }]
  })

async function addToMonths(
  world: DialectDb,
  added: readonly RollupCustomerMonthRow[],
): Promise<void> {
  const counts = new Map(added.map((sum) => [sumName(sum), sum.count]))
  const sums = await addToCustomerMonths(world.db, added)
  const differences = sums.map((sum) => ({ ...sum, added: counts.get(sumName(sum)) ?? 0 }))
  // A sum rose from zero or returned to it: whether the customer paid in the month may have changed.
  const crossedZero = differences.filter((sum) => sum.count === 0 || sum.count === sum.added)
  if (crossedZero.length > 0) await countPayers(world, differences, crossedZero)
}

type CustomerStep = {
  row: CountedPayment
  position: CalendarPosition
  transactionCount: number
  totalSpent: number
}

function addToCustomers(db: Db, steps: readonly CustomerStep[]): Promise<unknown> {
  const totals = steps
    .filter(({ transactionCount, totalSpent }) => transactionCount !== 0 || totalSpent !== 0)
    .map(({ row, position: { calendar }, transactionCount, totalSpent }) => ({
      merchantId: row.merchantId,
      calendar,
      customerId: row.customerId,
      currency: row.currency,
      transactionCount,
      totalSpent,
    }))
  return addToCustomerTotals(db, sumByKey(totals, customerKey, customerSums))
}

const spentAmount = ({ status, amount }: CountedPayment): number =>
  status === 'success' ? amount : 0

/**
 * Returns steps for `runPipelined` that add new payments to every sum. `positions`: the payment's day, weekday and slot
 * in each calendar.
 */
export function addNewPayments(
  payments: readonly { row: CountedPayment; positions: readonly CalendarPosition[] }[],
): SumStep[] {
  const steps = payments.flatMap(({ row, positions }) =>
    positions.map((position) => ({ row, position, sign: 1 as const })),
  )
  const totals = steps.map(({ row, position }) => ({
    row,
    position,
    transactionCount: 1,
    totalSpent: spentAmount(row),
  }))
  return [...addToSums(steps), ({ db }) => addToCustomers(db, totals)]
}

/**
 * Updates the sums after a stored payment changed its status. `positions`: its day, weekday and slot in each calendar.
 */
export async function updatePaymentSums(
  world: DialectDb,
  { before, after }: { before: CountedPayment; after: CountedPayment },
  positions: readonly CalendarPosition[],
): Promise<void> {
  const totalSpent = spentAmount(after) - spentAmount(before)
  const steps = positions.flatMap((position) => [
    { row: before, position, sign: -1 as const },
    { row: after, position, sign: 1 as const },
  ])
  const totals = positions.map((position) => ({
    row: after,
    position,
    transactionCount: 0,
    totalSpent,
  }))
  await runPipelined(world, [...addToSums(steps), ({ db }) => addToCustomers(db, totals)])
}
