import { type Kysely, sql } from 'kysely'
import { addColumns, type Portable } from '../portable.ts'

/**
 * Adds the reference of the order that a payment is for, as the API's caller sends it. The unique index allows an order
 * only one payment that is open or has succeeded. After a failed payment, another payment may use the reference.
 * Payments without a reference are in neither index.
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
