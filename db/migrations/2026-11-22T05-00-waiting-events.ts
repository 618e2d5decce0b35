import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/**
 * Finds the next event of each endpoint without going through those of the others, however many wait.
 * Only what waits is in it, so it is small and quickly made on a table of any size.
 */
export async function up(db: Kysely<unknown>, _: Portable): Promise<void> {
  await sql`
    create index webhook_events_waiting on webhook_events (merchant_id, next_attempt_at)
    where next_attempt_at is not null
  `.execute(db)
}
