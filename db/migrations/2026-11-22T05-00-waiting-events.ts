import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/**
 * Indexes the next event of each endpoint, so that events of other endpoints are not read, however many wait. The index
 * contains waiting events only: it is small and quickly created on a table of any size.
 */
export async function up(db: Kysely<unknown>, _: Portable): Promise<void> {
  await sql`
    create index webhook_events_waiting on webhook_events (merchant_id, next_attempt_at)
    where next_attempt_at is not null
  `.execute(db)
}
