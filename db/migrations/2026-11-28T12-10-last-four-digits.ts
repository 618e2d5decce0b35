import { type Kysely, sql } from 'kysely'

/** Indexes the last four digits of cards and accounts, by which payments are searched; most payments may have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index transactions_last_four on transactions (merchant_id, method_last4, created_at)
    where method_last4 is not null
  `.execute(db)
}
