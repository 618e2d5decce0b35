import { type RawBuilder, sql } from 'kysely'
import { findMany, insertMany } from '#db/many-rows.ts'
import type { Dialect } from '#db/portable.ts'
import type { RollupCustomerMonthRow } from '#db/tables/rollup-tables.ts'
import type { Database, Db, DialectDb } from '#db/tables.ts'
import { addMonths, type Month } from '#server/shared/day.ts'
import type { MerchantCalendar } from './rollups.queries.ts'
import { sumByKey } from './sum-by-key.ts'

/**
 * Payers by month. A customer counts once in a month, whatever the currencies, so these sums change only with the
 * customer's first payment in it.
 */

/** Returns the number of customers who paid in a month, and how many of them had also paid in the month before. */
export async function readPayers(
  db: Db,
  { merchantId, calendar, month }: MerchantCalendar & { month: Month },
): Promise<{ paid: number; returned: number }> {
  const row = await db
    .selectFrom('rollupPayerMonths')
    .select(['paid', 'returned'])
    .where('merchantId', '=', merchantId)
    .where('calendar', '=', calendar)
    .where('month', '=', month)
    .executeTakeFirst()
  return row ?? { paid: 0, returned: 0 }
}

/** Counts the customers who paid in both of two months, however far apart they are. */
export async function countPayersOfBoth(
  db: Db,
  {
    merchantId,
    calendar,
    months: [one, other],
  }: MerchantCalendar & { months: readonly [Month, Month] },
): Promise<number> {
  const { count } = await db
    .selectFrom('rollupCustomerMonths as one')
    .select(sql<number>`count(distinct one.customer_id)`.as('count'))
    .where('one.merchantId', '=', merchantId)
    .where('one.calendar', '=', calendar)
    .where('one.month', '=', one)
    .where('one.count', '>', 0)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('rollupCustomerMonths as other')
          .select('other.customerId')
          .where('other.merchantId', '=', merchantId)
          .where('other.calendar', '=', calendar)
          .where('other.month', '=', other)
          .whereRef('other.customerId', '=', 'one.customerId')
          .where('other.count', '>', 0),
      ),
    )
    .executeTakeFirstOrThrow()
  return count
}

const lockCustomers = findMany('customers', {
  by: ['merchantId', 'id'],
  columns: ['id'],
  lock: 'no key update',
})

const findMonths = findMany('rollupCustomerMonths', {
  by: ['merchantId', 'calendar', 'month', 'customerId'],
  columns: ['merchantId', 'calendar', 'month', 'customerId', 'currency', 'count'],
})

const payerKey = ['merchantId', 'calendar', 'month'] as const
const payerSums = ['paid', 'returned'] as const
const addToPayerMonths = insertMany('rollupPayerMonths', {
  columns: [...payerKey, ...payerSums],
  onConflict: { key: payerKey, add: payerSums },
})

type CustomerMonth = Omit<RollupCustomerMonthRow, 'amount'>
type SumKey = Omit<CustomerMonth, 'count'>
/** A sum as it is now, and the part of it that was just added. */
type MonthChange = CustomerMonth & { added: number }

/** Returns a text that identifies a customer's sum of one month and currency, as the key of a map. */
export const sumName = ({ merchantId, calendar, month, customerId, currency }: SumKey): string =>
  `${merchantId} ${calendar} ${month} ${customerId} ${currency}`

/**
 * Updates the numbers of payers in the months in which customers became payers, or are payers no longer. `changed`: all
 * sums that have just changed. `crossedZero`: the changed sums that rose from zero or returned to it. The customers are
 * locked meanwhile: two concurrent first payments in two currencies would each see only its own payment.
 */
export async function countPayers(
  { db, dialect }: DialectDb,
  changed: readonly MonthChange[],
  crossedZero: readonly MonthChange[],
): Promise<void> {
  // SQLite has one writer at a time, so it needs no lock.
  if (dialect === 'postgres') await lockCustomers(db, customersOf(crossedZero))
  const added = new Map(changed.map((sum) => [sumName(sum), sum.added]))
  const now = new Set<string>()
  const before = new Set<string>()
  for (const sum of await findMonths(db, monthsAround(crossedZero))) {
    if (sum.count > 0) now.add(monthName(sum))
    if (sum.count - (added.get(sumName(sum)) ?? 0) > 0) before.add(monthName(sum))
  }
  const hasReturned = (paid: Set<string>, { month, ...of }: PaidMonth) =>
    paid.has(monthName({ ...of, month })) &&
    paid.has(monthName({ ...of, month: addMonths(month, -1) }))
  const differences = monthsAround(crossedZero, [0, 1]).map((at) => ({
    ...at,
    paid: Number(now.has(monthName(at))) - Number(before.has(monthName(at))),
    returned: Number(hasReturned(now, at)) - Number(hasReturned(before, at)),
  }))
  const sums = sumByKey(differences, payerKey, payerSums)
  await addToPayerMonths(
    db,
    sums.filter(({ paid, returned }) => paid !== 0 || returned !== 0),
  )
}

type PaidMonth = Omit<CustomerMonth, 'currency' | 'count'>

const monthName = ({ merchantId, calendar, month, customerId }: PaidMonth): string =>
  `${merchantId} ${calendar} ${month} ${customerId}`

const customersOf = (sums: readonly PaidMonth[]) =>
  uniqueBy(
    sums.map(({ merchantId, customerId: id }) => ({ merchantId, id })),
    ({ merchantId, id }) => `${merchantId} ${id}`,
  )

/** Returns the months of these sums and the adjacent ones, each once. */
const monthsAround = (sums: readonly PaidMonth[], steps = [-1, 0, 1]): PaidMonth[] =>
  uniqueBy(
    sums.flatMap(({ merchantId, calendar, month, customerId }) =>
      steps.map((step) => ({ merchantId, calendar, month: addMonths(month, step), customerId })),
    ),
    monthName,
  )

function uniqueBy<T>(items: readonly T[], nameOf: (item: T) => string): T[] {
  const byName = new Map(items.map((item) => [nameOf(item), item]))
  return [...byName].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item)
}

/**
 * Returns SQL that recomputes the payers of each month from the customers' monthly sums. Its columns are merchant_id,
 * calendar, month, paid and returned.
 */
export function payerMonths(dialect: Dialect): RawBuilder<Database['rollupPayerMonths']> {
  const monthBefore =
    dialect === 'sqlite'
      ? sql`strftime('%Y-%m', payers.month || '-01', '-1 month')`
      : sql`to_char((payers.month || '-01')::date - interval '1 month', 'YYYY-MM')`
  return sql`
    select payers.merchant_id, payers.calendar, payers.month, count(*) as paid, sum(case when exists (
      select 1 from rollup_customer_months earlier
      where earlier.merchant_id = payers.merchant_id and earlier.calendar = payers.calendar
        and earlier.month = ${monthBefore}
        and earlier.customer_id = payers.customer_id and earlier.count > 0
    ) then 1 else 0 end) as returned
    from (
      select distinct merchant_id, calendar, month, customer_id from rollup_customer_months
      where count > 0
    ) as payers
    group by payers.merchant_id, payers.calendar, payers.month`
}
