import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/**
 * Adds when a customer was erased, and since when the name is being removed from payments and events; null once it is
 * removed from all. Customers erased earlier are processed once more: a payment in progress at that time may have kept
 * the name.
 */
export async function up(db: Kysely<unknown>, { text }: Portable): Promise<void> {
  for (const column of ['erased_at', 'erasing_since']) {
    await db.schema.alterTable('customers').addColumn(column, text).execute()
  }
  await sql`
    update customers set erased_at = updated_at, erasing_since = updated_at
    where email = lower(id) || '@erased.invalid' and name = 'Erased customer'
  `.execute(db)
  // A work queue: a job looks for interrupted erasures of all merchants.
  await sql`
    create index customers_erasing on customers (erasing_since) where erasing_since is not null
  `.execute(db)
  // An erasure processes a customer's events a few at a time, in the order of their ids.
  await sql`drop index webhook_events_customer`.execute(db)
  await sql`
    create index webhook_events_customer on webhook_events (merchant_id, customer_id, id)
    where customer_id is not null
  `.execute(db)
}
