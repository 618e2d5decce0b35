import { type Kysely, sql } from 'kysely'

/**
 * Adds the columns that a balance sums up to the index of entries in no payout, so that it reads no rows. Adds an index
 * of the payouts of a currency, which may be few of many.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index balance_entries_unpaid`.execute(db)
  // SQLite reads the rows unless the index contains the column of its own condition, too.
  await sql`
    create index balance_entries_unpaid on balance_entries
      (merchant_id, balance_account_id, available_at, id, currency, balance_type, net, payout_id)
    where payout_id is null
  `.execute(db)
  await db.schema
    .createIndex('payouts_currency')
    .on('payouts')
    .columns(['merchant_id', 'currency', 'created_at', 'id'])
    .execute()
}
