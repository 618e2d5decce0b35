import { type Kysely, sql } from 'kysely'
import { addColumns, type Portable } from '../portable.ts'

/**
 * Adds the caller's reference of an order. The unique index keeps two payments of one order from being open or paid at
 * once; a failed payment leaves its reference free. Payments without a reference have no entry in either index.
 */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  await addColumns(db, portable, {
    table: 'transactions',
    columns: [['order_reference', portable.text]],
  })
  await sql`
    create unique index transactions_order on transactions (merchant_id, order_reference)
    where order_reference is not null and status <> 'failed'
  `.execute(db)
  await sql`
    create index transactions_order_reference on transactions (merchant_id, order_reference, created_at, id)
    where order_reference is not null
  `.execute(db)
}
