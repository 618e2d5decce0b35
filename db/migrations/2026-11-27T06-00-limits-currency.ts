import { type Kysely, sql } from 'kysely'
import { addColumns, type Portable } from '../portable.ts'

/** Adds the currency in which the limits of staff were set: they do not follow the reporting currency. */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  await addColumns(db, portable, {
    table: 'merchants',
    columns: [['staff_refund_currency', portable.text]],
  })
  await sql`update merchants set staff_refund_currency = currency
    where staff_refund_limit is not null or staff_refund_day_limit is not null`.execute(db)
}
