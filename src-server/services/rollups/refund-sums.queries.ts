import { insertMany } from '#db/many-rows.ts'
import type { RefundRow } from '#db/tables/refund-tables.ts'
import type { DialectDb } from '#db/tables.ts'
import type { CalendarPosition } from '#server/core/ports/payment-consequence.ts'
import { sumByKey } from './sum-by-key.ts'

/** A refund as the sums count it: by its own business day and by customer. Every change of a refund updates them. */
type CountedRefund = Pick<
  RefundRow,
  'merchantId' | 'customerId' | 'currency' | 'paymentMethod' | 'status' | 'amount'
>

const dayKey = ['merchantId', 'calendar', 'day', 'currency', 'paymentMethod', 'status'] as const
const sums = ['count', 'amount'] as const
const addToDays = insertMany('rollupRefundDays', {
  columns: [...dayKey, ...sums],
  onConflict: { key: dayKey, add: sums },
})

const customerKey = ['merchantId', 'customerId', 'currency'] as const
const addToCustomers = insertMany('rollupCustomerRefunds', {
  columns: [...customerKey, ...sums],
  onConflict: { key: customerKey, add: sums },
})

/** A refund to add to the sums of a day in one calendar (`sign` 1), or to subtract (-1). */
type Step = { row: CountedRefund; position: CalendarPosition; sign: 1 | -1 }

async function addSteps({ db }: DialectDb, steps: readonly Step[]): Promise<void> {
  const days = steps.map(({ row, position: { calendar, day }, sign }) => ({
    ...row,
    calendar,
    day,
    count: sign,
    amount: sign * row.amount,
  }))
  await addToDays(db, sumByKey(days, dayKey, sums))
}

/** Adds to the customer's refunds, which count once however many calendars the refund is in. */
async function addToCustomer({ db }: DialectDb, row: CountedRefund, sign: number): Promise<void> {
  if (sign === 0) return
  await addToCustomers(db, [{ ...row, count: sign, amount: sign * row.amount }])
}

/** Adds a new refund to the sums by day of each calendar, and to the sums of its customer. */
export async function addRefund(
  world: DialectDb,
  row: CountedRefund,
  positions: readonly CalendarPosition[],
): Promise<void> {
  await addSteps(
    world,
    positions.map((position) => ({ row, position, sign: 1 as const })),
  )
  await addToCustomer(world, row, row.status === 'success' ? 1 : 0)
}

/** Updates the sums after a stored refund changed its status. */
export async function updateRefundSums(
  world: DialectDb,
  { before, after }: { before: CountedRefund; after: CountedRefund },
  positions: readonly CalendarPosition[],
): Promise<void> {
  await addSteps(
    world,
    positions.flatMap((position) => [
      { row: before, position, sign: -1 as const },
      { row: after, position, sign: 1 as const },
    ]),
  )
  const sign = Number(after.status === 'success') - Number(before.status === 'success')
  await addToCustomer(world, after, sign)
}
