import { type Kysely, sql } from 'kysely'

/** Adds an index by which merchants alternate in sending, however many mails one of them has. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index mails_turns on mails (merchant_id, next_attempt_at)
    where next_attempt_at is not null`.execute(db)
}
