import { type Kysely, sql } from 'kysely'
import { addColumns, type Portable } from '../portable.ts'

/** Adds the time since which the refunds that a processor reports exceed their payment, so that people can see it. */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  await addColumns(db, portable, {
    table: 'processor_events',
    columns: [['unfit_at', portable.text]],
  })
  // The index is partial: very few rows have a value.
  await sql`create index processor_events_unfit on processor_events (merchant_id)
    where unfit_at is not null`.execute(db)
}
