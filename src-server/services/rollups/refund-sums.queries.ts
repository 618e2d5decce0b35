import { insertMany } from '#db/many-rows.ts'
import type { RefundRow } from '#db/tables/refund-tables.ts'
import type { DialectDb } from '#db/tables.ts'
import type { Place } from '#server/core/ports/payment-consequence.ts'
import { summed } from './summed.ts'

/** A refund as the sums count it: by its own business day and by customer. Every change of a refund updates them. */
type Change = Pick<
  RefundRow,
  'merchantId' | 'customerId' | 'currency' | 'paymentMethod' | 'status' | 'amount'
>

const dayKey = ['merchantId', 'calendar', 'day', 'currency', 'paymentMethod', 'status'] as const
const sums = ['count', 'amount'] as const
const addToDays = insertMany('rollupRefundDays', {
  columns: [...dayKey, ...sums],
  known: { key: dayKey, add: sums },
})

const customerKey = ['merchantId', 'customerId', 'currency'] as const
const addToCustomers = insertMany('rollupCustomerRefunds', {
  columns: [...customerKey, ...sums],
  known: { key: customerKey, add: sums },
})

/** A refund that now counts in a place (`sign` 1), or no longer does (-1). */
type Step = { row: Change; place: Place; sign: 1 | -1 }

async function add({ db }: DialectDb, steps: readonly Step[]): Promise<void> {
  const days = steps.map(({ row, place: { calendar, day }, sign }) => ({
    ...row,
    calendar,
    day,
    count: sign,
    amount: sign * row.amount,
  }))
  await addToDays(db, summed(days, dayKey, sums))
}

/** Adds to the customer's refunds, which count once however many calendars the refund is in. */
async function addToCustomer({ db }: DialectDb, row: Change, sign: number): Promise<void> {
  if (sign === 0) return
  await addToCustomers(db, [{ ...row, count: sign, amount: sign * row.amount }])
}

/** Adds a new refund to the sums of its places. */
export async function addRefund(
  world: DialectDb,
  row: Change,
  places: readonly Place[],
): Promise<void> {
  await add(
    world,
    places.map((place) => ({ row, place, sign: 1 as const })),
  )
  await addToCustomer(world, row, row.status === 'success' ? 1 : 0)
}

/** Updates the sums after a stored refund changed its status. */
export async function moveRefund(
  world: DialectDb,
  { before, after }: { before: Change; after: Change },
  places: readonly Place[],
): Promise<void> {
  await add(
    world,
    places.flatMap((place) => [
      { row: before, place, sign: -1 as const },
      { row: after, place, sign: 1 as const },
    ]),
  )
  const sign = Number(after.status === 'success') - Number(before.status === 'success')
  await addToCustomer(world, after, sign)
}
