import { type RawBuilder, sql } from 'kysely'
import type { Dialect } from '#db/portable.ts'
import { payerMonths } from '#server/services/rollups/payers.queries.ts'
import {
  isPerson,
  processingMs,
  type RollupTable,
  rollupTables,
} from '#server/services/rollups/sums.queries.ts'
import { everyRow, type InvariantStatement } from './slices.queries.ts'

/** Selects the rollups of calendars in use or being built; rollups of other calendars need not be correct. */
const storedSums = (table: RollupTable, columns: RawBuilder<unknown>, within = everyRow) => sql`
  select r.merchant_id, r.calendar, ${columns} from ${sql.table(table)} r
  join merchants m on m.id = r.merchant_id
  where (r.calendar = m.calendar or m.new_timezone is not null) and ${within}`

/**
 * Selects payments once for each calendar that must contain them: a calendar being built contains them up to its
 * progress.
 */
const paymentsByCalendar = (within = everyRow) => sql`(
  select t.*, m.calendar, case m.calendar when 0 then t.day else t.day_b end as its_day,
    case m.calendar when 0 then t.weekday else t.weekday_b end as its_weekday,
    case m.calendar when 0 then t.slot else t.slot_b end as its_slot
  from transactions t join merchants m on m.id = t.merchant_id where ${within}
  union all
  select t.*, 1 - m.calendar, case m.calendar when 1 then t.day else t.day_b end,
    case m.calendar when 1 then t.weekday else t.weekday_b end,
    case m.calendar when 1 then t.slot else t.slot_b end
  from transactions t join merchants m on m.id = t.merchant_id
  where m.new_timezone is not null and (t.created_at, t.id) <= (m.made_at, m.made_id) and ${within}
) as placed`

/**
 * Returns the invariants of stored sums. Each name states an invariant. Each statement selects the sums
 * that differ from their rows.
 */
export const sumInvariants = (world: { dialect: Dialect }): Record<string, InvariantStatement> => ({
  'the sums by day are those of the transactions': selectDifferences(
    sql`merchant_id, calendar, day, currency, payment_method, status`,
    storedSums(
      'rollup_days',
      sql`day, r.currency, payment_method, status, count, amount, processing_ms as ms`,
    ),
    sql`select merchant_id, calendar, its_day, currency, payment_method, status,
        -count(*), -sum(amount), -sum(${processingMs(world)}) from ${paymentsByCalendar()}
        group by merchant_id, calendar, its_day, currency, payment_method, status`,
  ),
  'the sums by weekday and slot are those of the transactions': selectDifferences(
    sql`merchant_id, calendar, weekday, slot, currency, status`,
    storedSums('rollup_slots', sql`weekday, slot, r.currency, status, count, amount, 0 as ms`),
    sql`select merchant_id, calendar, its_weekday, its_slot, currency, status,
        -count(*), -sum(amount), 0
        from ${paymentsByCalendar()} group by merchant_id, calendar, its_weekday, its_slot, currency, status`,
  ),
  'the sums by type of method are those of the transactions': selectDifferences(
    sql`merchant_id, calendar, day, currency, payment_method, method_type`,
    storedSums(
      'rollup_method_days',
      sql`day, r.currency, payment_method, method_type, count, amount, 0 as ms`,
    ),
    sql`select merchant_id, calendar, its_day, currency, payment_method, method_type,
        -count(*), -sum(amount), 0 from ${paymentsByCalendar(sql`t.method_type <> 'sandbox'`)}
        where status = 'success'
        group by merchant_id, calendar, its_day, currency, payment_method, method_type`,
  ),
  'the counts of payers by month are those of the sums of customers': selectDifferences(
    sql`merchant_id, calendar, month`,
    storedSums('rollup_payer_months', sql`month, paid as count, returned as amount, 0 as ms`),
    sql`select p.merchant_id, p.calendar, p.month, -p.paid, -p.returned, 0
        from (${payerMonths(world.dialect)}) as p join merchants m on m.id = p.merchant_id
        where p.calendar = m.calendar or m.new_timezone is not null`,
  ),
  'a calendar that is not in use is empty, unless it is being built or waits to be cleared': sql`
    select distinct r.merchant_id, r.held_in from (${sql.join(
      rollupTables.map(
        (table) => sql`
          select merchant_id, calendar, ${sql.lit(table)} as held_in from ${sql.table(table)}`,
      ),
      sql` union all `,
    )}) as r join merchants m on m.id = r.merchant_id
    where r.calendar <> m.calendar and m.change_id is null and m.stale_since is null`,
})

/**
 * Invariants of stored sums for each customer. They are checked in slices, because there are as many sums as customers
 * and months.
 */
export const customerSumInvariants: Record<string, InvariantStatement> = {
  'the totals of customers are those of their transactions': {
    by: 'customers',
    statement: (slice) =>
      selectDifferences(
        sql`merchant_id, calendar, customer_id, currency`,
        storedSums(
          'rollup_customers',
          sql`customer_id, r.currency, transaction_count as count, total_spent as amount, 0 as ms`,
          slice('r.merchant_id', 'r.customer_id'),
        ),
        sql`select merchant_id, calendar, customer_id, currency, -count(*),
          -sum(case when status = 'success' then amount else 0 end), 0
          from ${paymentsByCalendar(slice('t.merchant_id', 't.customer_id'))}
          group by merchant_id, calendar, customer_id, currency`,
      ),
  },
  'the sums of customers by month are those of their transactions': {
    by: 'customers',
    statement: (slice) =>
      selectDifferences(
        sql`merchant_id, calendar, month, customer_id, currency`,
        storedSums(
          'rollup_customer_months',
          sql`month, customer_id, r.currency, count, amount, 0 as ms`,
          slice('r.merchant_id', 'r.customer_id'),
        ),
        sql`select merchant_id, calendar, substr(its_day, 1, 7), customer_id, currency,
          -count(*), -sum(amount), 0
          from ${paymentsByCalendar(slice('t.merchant_id', 't.customer_id'))} where status = 'success'
            and ${isPerson('customer_email')}
          group by merchant_id, calendar, substr(its_day, 1, 7), customer_id, currency`,
      ),
  },
  'every customer has a total in the reporting currency': {
    by: 'customers',
    statement: (slice) => sql`
      select c.merchant_id, c.id from customers c join merchants m on m.id = c.merchant_id
      where ${slice('c.merchant_id', 'c.id')}
        and not exists (select 1 from rollup_customers r where r.merchant_id = c.merchant_id
          and r.calendar = m.calendar and r.customer_id = c.id and r.currency = m.currency)`,
  },
}

/**
 * Returns a statement that selects the keys whose stored sums differ from the sums of `rows`. It adds both with
 * opposite signs and selects what is not zero.
 */
export function selectDifferences(
  key: RawBuilder<unknown>,
  storedSums: RawBuilder<unknown>,
  rows: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select ${key}, sum(count) as count, sum(amount) as amount, sum(ms) as ms
    from (${storedSums} union all ${rows}) as both_sides group by ${key}
    having sum(count) <> 0 or sum(amount) <> 0 or sum(ms) <> 0`
}
