import { type Kysely, sql } from 'kysely'

/**
 * Adds the columns that a balance sums up to the index of entries in no payout, and the columns by which payouts are
 * filtered to their index in creation order. So neither reads a row that it does not show.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index balance_entries_unpaid`.execute(db)
  // SQLite reads the rows unless the index contains the column of its own condition, too.
  await sql`
    create index balance_entries_unpaid on balance_entries
      (merchant_id, balance_account_id, available_at, id, currency, balance_type, net, payout_id)
    where payout_id is null
  `.execute(db)
  await sql`drop index payouts_created`.execute(db)
  await sql`
    create index payouts_created on payouts (merchant_id, created_at, id,
      status, currency, processor, amount)
  `.execute(db)
}
