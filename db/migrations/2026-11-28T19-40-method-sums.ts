import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/**
 * Creates the sums of successful payments by the method that the payer used. Reads only payments with a reported
 * method, through their index. Payments of the sandbox and older ones are the remainder of the sums by day.
 */
export async function up(
  db: Kysely<unknown>,
  { text, integer, bigint, dialect }: Portable,
): Promise<void> {
  await db.schema
    .createTable('rollup_method_days')
    // A table that is read by key only is stored in key order.
    .modifyEnd(dialect === 'sqlite' ? sql`strict, without rowid` : sql``)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('calendar', integer, (c) => c.notNull())
    .addColumn('day', text, (c) => c.notNull())
    .addColumn('currency', text, (c) => c.notNull())
    .addColumn('payment_method', text, (c) => c.notNull())
    .addColumn('method_type', text, (c) => c.notNull())
    .addColumn('count', bigint, (c) => c.notNull())
    .addColumn('amount', bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('rollup_method_days_pk', [
      'merchant_id',
      'calendar',
      'day',
      'currency',
      'payment_method',
      'method_type',
    ])
    .execute()
  // A calendar that is being built contains the payments up to its progress.
  await sql`
    insert into rollup_method_days
      (merchant_id, calendar, day, currency, payment_method, method_type, count, amount)
    select merchant_id, calendar, day, currency, payment_method, method_type, count(*), sum(amount)
    from (
      select t.merchant_id, m.calendar, case m.calendar when 0 then t.day else t.day_b end as day,
        t.currency, t.payment_method, t.method_type, t.amount
      from transactions t join merchants m on m.id = t.merchant_id
      where t.method_type <> 'sandbox' and t.status = 'success'
      union all
      select t.merchant_id, 1 - m.calendar, case m.calendar when 1 then t.day else t.day_b end,
        t.currency, t.payment_method, t.method_type, t.amount
      from transactions t join merchants m on m.id = t.merchant_id
      where t.method_type <> 'sandbox' and t.status = 'success' and m.new_timezone is not null
        and (t.created_at, t.id) <= (m.made_at, m.made_id)
    ) as placed
    group by merchant_id, calendar, day, currency, payment_method, method_type
  `.execute(db)
}
