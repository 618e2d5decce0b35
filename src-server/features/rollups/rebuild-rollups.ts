import { sql } from 'kysely'
import type { World } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { localMoment } from '../../shared/day.ts'
import { holdMerchantRow } from '../merchants/merchants.queries.ts'
import { payerMonths } from './payers.queries.ts'
import { ensureCustomerTotals } from './rollups.queries.ts'

const BATCH = 1000

/**
 * Makes every sum of a merchant again from the rows, in the merchant's zone as it is now.
 * Call it in a transaction: nobody may see the sums half made. New payments wait until it commits;
 * those that settle wait too, because their rows are written here before the sums are.
 */
export async function rebuildRollups(world: World, { id }: { id: string }): Promise<void> {
  const { db, dialect } = world
  const merchant = await holdMerchantRow(db, { dialect, merchantId: id, hold: 'change' })
  if (!merchant) throw new AppError('not_found', 'There is no such merchant.')
  await assignLocalDays(world, merchant)
  await sumAgain(world, merchant)
}

/** The sums alone, from rows whose days are right. Call it in a transaction. */
export async function sumAgain(
  world: Pick<World, 'db' | 'dialect'>,
  { id, currency }: { id: string; currency: string },
): Promise<void> {
  const { db, dialect } = world
  for (const table of [
    'rollupDays',
    'rollupSlots',
    'rollupCustomers',
    'rollupCustomerDays',
    'rollupCustomerMonths',
    'rollupPayerMonths',
  ] as const) {
    await db.deleteFrom(table).where('merchantId', '=', id).execute()
  }
  await sql`
    insert into rollup_days
      (merchant_id, day, currency, payment_method, status, count, amount, processing_ms)
    select merchant_id, day, currency, payment_method, status, count(*), sum(amount),
      sum(${processingMs(world)})
    from transactions where merchant_id = ${id}
    group by merchant_id, day, currency, payment_method, status
  `.execute(db)
  await sql`
    insert into rollup_slots (merchant_id, weekday, slot, currency, status, count, amount)
    select merchant_id, weekday, slot, currency, status, count(*), sum(amount)
    from transactions where merchant_id = ${id}
    group by merchant_id, weekday, slot, currency, status
  `.execute(db)
  await sql`
    insert into rollup_customer_months
      (merchant_id, month, customer_id, currency, count, amount)
    select merchant_id, substr(day, 1, 7), customer_id, currency, count(*), sum(amount)
    from transactions where merchant_id = ${id} and status = 'success'
    group by merchant_id, substr(day, 1, 7), customer_id, currency
  `.execute(db)
  await sql`
    insert into rollup_payer_months (merchant_id, month, paid, returned)
    select * from (${payerMonths(dialect)}) as sums where merchant_id = ${id}
  `.execute(db)
  await sql`
    insert into rollup_customers
      (merchant_id, customer_id, currency, transaction_count, total_spent)
    select merchant_id, customer_id, currency, count(*),
      sum(case when status = 'success' then amount else 0 end)
    from transactions where merchant_id = ${id}
    group by merchant_id, customer_id, currency
  `.execute(db)
  await sql`
    insert into rollup_customer_days (merchant_id, day, status, count)
    select merchant_id, day, status, count(*)
    from customers where merchant_id = ${id}
    group by merchant_id, day, status
  `.execute(db)
  await ensureCustomerTotals(db, { merchantId: id, currency })
}

/** Created to final in milliseconds, 0 while pending, in each database's own way to read ISO text. */
export const processingMs = ({ dialect }: Pick<World, 'dialect'>) =>
  dialect === 'sqlite'
    ? sql`case when settled_at is null then 0 else
        cast(round((julianday(settled_at) - julianday(created_at)) * 86400000.0) as integer) end`
    : sql`case when settled_at is null then 0 else
        round(extract(epoch from (settled_at::timestamptz - created_at::timestamptz)) * 1000)::bigint end`

/** Puts each payment and customer on its business day, a batch at a time. */
async function assignLocalDays(
  { db }: World,
  { id, timezone }: { id: string; timezone: string },
): Promise<void> {
  for (const table of ['transactions', 'customers'] as const) {
    let after = ''
    for (;;) {
      const rows = await db
        .selectFrom(table)
        .select(['id', 'createdAt'])
        .where('merchantId', '=', id)
        .where('id', '>', after)
        .orderBy('id')
        .limit(BATCH)
        .execute()
      const last = rows.at(-1)
      if (!last) break
      after = last.id
      for (const row of rows) {
        const { day, weekday, slot } = localMoment(Date.parse(row.createdAt), timezone)
        const change = table === 'transactions' ? { day, weekday, slot } : { day }
        await db
          .updateTable(table)
          .set(change)
          .where('merchantId', '=', id)
          .where('id', '=', row.id)
          .execute()
      }
    }
  }
}
