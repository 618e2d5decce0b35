import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/** Creates the number of customers who paid in each month, and of customers who had also paid in the month before. */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text, bigint, dialect, tableEnd } = portable
  await db.schema
    .createTable('rollup_payer_months')
    .modifyEnd(tableEnd)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('month', text, (c) => c.notNull())
    .addColumn('paid', bigint, (c) => c.notNull())
    .addColumn('returned', bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('rollup_payer_months_pk', ['merchant_id', 'month'])
    .execute()
  const monthBefore =
    dialect === 'sqlite'
      ? sql`strftime('%Y-%m', payers.month || '-01', '-1 month')`
      : sql`to_char((payers.month || '-01')::date - interval '1 month', 'YYYY-MM')`
  await sql`
    insert into rollup_payer_months (merchant_id, month, paid, returned)
    select payers.merchant_id, payers.month, count(*), sum(case when exists (
      select 1 from rollup_customer_months earlier
      where earlier.merchant_id = payers.merchant_id and earlier.month = ${monthBefore}
        and earlier.customer_id = payers.customer_id and earlier.count > 0
    ) then 1 else 0 end)
    from (
      select distinct merchant_id, month, customer_id from rollup_customer_months where count > 0
    ) as payers
    group by payers.merchant_id, payers.month
  `.execute(db)
}
