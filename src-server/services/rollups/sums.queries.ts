import { type RawBuilder, sql } from 'kysely'
import type { Dialect } from '#db/portable.ts'
import type { Db } from '#db/tables.ts'
import { COUNTER_EMAIL_PATTERN } from '#server/shared/counter-sales.ts'
import { positionRefs } from './calendar-positions.queries.ts'
import type { MerchantCalendar } from './rollups.queries.ts'

/** Sums of many rows at once, which are added to the sums of a calendar. */

/** Tables whose sums are kept per calendar. */
export const rollupTables = [
  'rollup_days',
  'rollup_slots',
  'rollup_method_days',
  'rollup_customers',
  'rollup_customer_days',
  'rollup_customer_months',
  'rollup_payer_months',
  'rollup_refund_days',
] as const
export type RollupTable = (typeof rollupTables)[number]

type World = { db: Db; dialect: Dialect }

/**
 * The rows to sum: the rows of a merchant's calendar (`target`) that meet a condition on `transactions`, `customers`
 * or `refunds` (`condition`).
 */
export type Part = { target: MerchantCalendar; condition: RawBuilder<unknown> }

/**
 * Returns SQL for the milliseconds from created to final, 0 while pending. Each database reads ISO text in its own way.
 */
export const processingMs = ({ dialect }: Pick<World, 'dialect'>) =>
  dialect === 'sqlite'
    ? sql`case when settled_at is null then 0 else
        cast(round((julianday(settled_at) - julianday(created_at)) * 86400000.0) as integer) end`
    : sql`case when settled_at is null then 0 else
        round(extract(epoch from (settled_at::timestamptz - created_at::timestamptz)) * 1000)::bigint end`

const columnList = (names: string[]) => sql.join(names.map((name) => sql.ref(name)))

/** Returns SQL that is false for the reserved customer of sales at the counter, whom no number of customers counts. */
export const isPerson = (emailColumn: 'customer_email' | 'email_key') =>
  sql`${sql.ref(emailColumn)} not like ${sql.lit(COUNTER_EMAIL_PATTERN)}`

/** Adds rows to the sums of a table: stored sums grow, missing sums are inserted. */
function addTo(table: RollupTable, key: string[], values: string[], rows: RawBuilder<unknown>) {
  const full = ['merchant_id', 'calendar', ...key]
  const sums = values.map(
    (name) =>
      sql`${sql.ref(name)} = ${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
  )
  return sql`
    insert into ${sql.table(table)} (${columnList([...full, ...values])}) ${rows}
    on conflict (${columnList(full)}) do update set ${sql.join(sums)}`
}

/**
 * Adds stored payments, with their stored days, weekdays and slots, to every sum. The sums of payers follow from the
 * customers' monthly sums.
 */
export async function addPayments(world: World, part: Part): Promise<void> {
  const { db } = world
  const { target, condition } = part
  const { merchantId, calendar } = target
  const { day, weekday, slot } = positionRefs(calendar)
  const of = sql`${merchantId}, ${sql.lit(calendar)}`
  const rows = sql`from transactions where merchant_id = ${merchantId} and ${condition}`
  await addTo(
    'rollup_days',
    ['day', 'currency', 'payment_method', 'status'],
    ['count', 'amount', 'processing_ms'],
    sql`select ${of}, ${day}, currency, payment_method, status,
          count(*), sum(amount), sum(${processingMs(world)}) ${rows}
        group by ${day}, currency, payment_method, status`,
  ).execute(db)
  await addTo(
    'rollup_slots',
    ['weekday', 'slot', 'currency', 'status'],
    ['count', 'amount'],
    sql`select ${of}, ${weekday}, ${slot}, currency, status, count(*), sum(amount) ${rows}
        group by ${weekday}, ${slot}, currency, status`,
  ).execute(db)
  await addTo(
    'rollup_method_days',
    ['day', 'currency', 'payment_method', 'method_type'],
    ['count', 'amount'],
    sql`select ${of}, ${day}, currency, payment_method, method_type, count(*), sum(amount) ${rows}
          and status = 'success' and method_type <> 'sandbox'
        group by ${day}, currency, payment_method, method_type`,
  ).execute(db)
  await addTo(
    'rollup_customers',
    ['customer_id', 'currency'],
    ['transaction_count', 'total_spent'],
    sql`select ${of}, customer_id, currency, count(*),
          sum(case when status = 'success' then amount else 0 end) ${rows}
        group by customer_id, currency`,
  ).execute(db)
  await addTo(
    'rollup_customer_months',
    ['month', 'customer_id', 'currency'],
    ['count', 'amount'],
    sql`select ${of}, substr(${day}, 1, 7), customer_id, currency, count(*), sum(amount) ${rows}
          and status = 'success' and ${isPerson('customer_email')}
        group by substr(${day}, 1, 7), customer_id, currency`,
  ).execute(db)
  await addPayers(world, part)
}

/**
 * Counts new payers among the payments just added. A customer is new in a month when all their payments of that month
 * are among these. The customer has returned when they had also paid in the month before. A customer who had already
 * paid in the month after has now returned in that month too.
 */
async function addPayers({ db, dialect }: World, { target, condition }: Part): Promise<void> {
  const { merchantId, calendar } = target
  const { day } = positionRefs(calendar)
  const of = sql`m.merchant_id = ${merchantId} and m.calendar = ${sql.lit(calendar)}`
  const paidIn = (month: RawBuilder<unknown>) => sql`
    select 1 from rollup_customer_months m
    where ${of} and m.month = ${month} and m.customer_id = fresh.customer_id and m.count > 0`
  const fresh = sql`
    select added.month, added.customer_id from (
      select substr(${day}, 1, 7) as month, customer_id, count(*) as count from transactions
      where merchant_id = ${merchantId} and ${condition} and status = 'success'
        and ${isPerson('customer_email')}
      group by substr(${day}, 1, 7), customer_id
    ) as added
    where added.count = (
      select sum(m.count) from rollup_customer_months m
      where ${of} and m.month = added.month and m.customer_id = added.customer_id)`
  const after = monthFrom(dialect, sql.ref('fresh.month'), 1)
  await addTo(
    'rollup_payer_months',
    ['month'],
    ['paid', 'returned'],
    sql`
      with fresh as (${fresh})
      select ${merchantId}, ${sql.lit(calendar)}, month, sum(paid), sum(returned) from (
        select month, 1 as paid, case when exists (
          ${paidIn(monthFrom(dialect, sql.ref('fresh.month'), -1))}
        ) then 1 else 0 end as returned from fresh
        union all
        select ${after}, 0, 1 from fresh where exists (${paidIn(after)}) and not exists (
          select 1 from fresh as other
          where other.month = ${after} and other.customer_id = fresh.customer_id)
      ) as counts where true group by month`,
  ).execute(db)
}

const monthFrom = (dialect: Dialect, month: RawBuilder<unknown>, months: 1 | -1) =>
  dialect === 'sqlite'
    ? sql`strftime('%Y-%m', ${month} || '-01', ${sql.lit(`${months} month`)})`
    : sql`to_char((${month} || '-01')::date + ${sql.lit(months)} * interval '1 month', 'YYYY-MM')`

/** Adds stored refunds to the sums of their days. The days must be stored already. */
export async function addRefunds({ db }: World, { target, condition }: Part): Promise<void> {
  const { merchantId, calendar } = target
  const { day } = positionRefs(calendar)
  await addTo(
    'rollup_refund_days',
    ['day', 'currency', 'payment_method', 'status'],
    ['count', 'amount'],
    sql`select ${merchantId}, ${sql.lit(calendar)}, ${day}, currency, payment_method, status,
          count(*), sum(amount) from refunds where merchant_id = ${merchantId} and ${condition}
        group by ${day}, currency, payment_method, status`,
  ).execute(db)
}

/** Adds customers to the numbers of customers by day. `day`: SQL for a customer's day of creation. */
export const addCustomers = (
  { db }: World,
  { target: { merchantId, calendar }, condition }: Part,
  day: RawBuilder<string>,
) =>
  addTo(
    'rollup_customer_days',
    ['day', 'status'],
    ['count'],
    sql`select merchant_id, ${sql.lit(calendar)}, ${day}, status, count(*) from customers
        where merchant_id = ${merchantId} and ${condition} and ${isPerson('email_key')}
        group by merchant_id, ${day}, status`,
  ).execute(db)

/** Stores totals of zero in a currency for these customers, if they have none in it; see `ensureCustomerTotals`. */
export const ensureTotals = (
  { db }: World,
  { target: { merchantId, calendar }, condition }: Part,
  currency: string,
) =>
  sql`
    insert into rollup_customers
      (merchant_id, calendar, customer_id, currency, transaction_count, total_spent)
    select merchant_id, ${sql.lit(calendar)}, id, ${currency}, 0, 0 from customers
    where merchant_id = ${merchantId} and ${condition}
    on conflict (merchant_id, calendar, customer_id, currency) do nothing`.execute(db)

const keys: Record<RollupTable, string[]> = {
  rollup_days: ['day', 'currency', 'payment_method', 'status'],
  rollup_slots: ['weekday', 'slot', 'currency', 'status'],
  rollup_method_days: ['day', 'currency', 'payment_method', 'method_type'],
  rollup_customers: ['customer_id', 'currency'],
  rollup_customer_days: ['day', 'status'],
  rollup_customer_months: ['month', 'customer_id', 'currency'],
  rollup_payer_months: ['month'],
  rollup_refund_days: ['day', 'currency', 'payment_method', 'status'],
}

/** Deletes at most `limit` of a calendar's sums from a table; returns the number of deleted rows. */
export async function deleteSums(
  db: Db,
  table: RollupTable,
  { merchantId, calendar }: MerchantCalendar,
  limit: number,
): Promise<number> {
  const key = columnList(['merchant_id', 'calendar', ...keys[table]])
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where (${key}) in (
      select ${key} from ${sql.table(table)}
      where merchant_id = ${merchantId} and calendar = ${sql.lit(calendar)} limit ${sql.lit(limit)}
    )`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
