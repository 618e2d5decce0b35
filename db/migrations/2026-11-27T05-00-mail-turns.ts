import { type Kysely, sql } from 'kysely'

/**
 * Adds an index for round-robin sending, so that one merchant's many mails do not delay the mails of other merchants.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index mails_turns on mails (merchant_id, next_attempt_at)
    where next_attempt_at is not null`.execute(db)
}
