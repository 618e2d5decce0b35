import { type RawBuilder, sql } from 'kysely'
import type { Dialect } from '#db/portable.ts'
import type { Database, Db, RollupPayerMonthRow } from '#db/tables.ts'
import { addMonths, type Month } from '#server/shared/day.ts'
import type { MerchantCalendar } from './rollups.queries.ts'

/**
 * Who paid in which month. A customer counts once in a month, whatever the currencies, so these sums
 * change only with the first payment of theirs in it.
 */

/** How many customers paid in a month, and how many of those had paid in the month before as well. */
export async function payersOf(
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

/** How many customers paid in both of two months, however far they are apart. */
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

type Payer = MerchantCalendar & { customerId: string; month: Month }

/**
 * Counts a customer in a month (`sign` 1) or takes them out again (-1), when the sum of one of their
 * currencies has just come up from nought or gone back to it; not when another currency counts them
 * already. The customer is held meanwhile: two first payments at once would each see only itself.
 */
export async function countPayer(
  { db, dialect }: { db: Db; dialect: Dialect },
  { merchantId, calendar, customerId, month }: Payer,
  sign: 1 | -1,
): Promise<void> {
  await holdCustomer(db, { dialect, merchantId, customerId })
  const [before, after] = [addMonths(month, -1), addMonths(month, 1)]
  const rows = await db
    .selectFrom('rollupCustomerMonths')
    .select(['month', 'currency'])
    .where('merchantId', '=', merchantId)
    .where('calendar', '=', calendar)
    .where('customerId', '=', customerId)
    .where('month', 'in', [before, month, after])
    .where('count', '>', 0)
    .execute()
  const currencies = rows.filter((row) => row.month === month).length
  const isChange = currencies === (sign === 1 ? 1 : 0)
  if (!isChange) return
  const hasPaidIn = (wanted: Month) => rows.some((row) => row.month === wanted)
  await addToMonth(db, {
    merchantId,
    calendar,
    month,
    paid: sign,
    returned: hasPaidIn(before) ? sign : 0,
  })
  if (hasPaidIn(after)) {
    await addToMonth(db, { merchantId, calendar, month: after, paid: 0, returned: sign })
  }
}

async function holdCustomer(
  db: Db,
  where: { dialect: Dialect; merchantId: string; customerId: string },
): Promise<void> {
  // SQLite has one writer at a time.
  if (where.dialect === 'sqlite') return
  await db
    .selectFrom('customers')
    .select('id')
    .where('merchantId', '=', where.merchantId)
    .where('id', '=', where.customerId)
    .forNoKeyUpdate()
    .execute()
}

const addToMonth = (db: Db, row: RollupPayerMonthRow) =>
  db
    .insertInto('rollupPayerMonths')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['merchantId', 'calendar', 'month']).doUpdateSet({
        paid: sql`rollup_payer_months.paid + excluded.paid`,
        returned: sql`rollup_payer_months.returned + excluded.returned`,
      }),
    )
    .execute()

/** The sums as they must be, from who paid when: (merchant_id, calendar, month, paid, returned). */
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
