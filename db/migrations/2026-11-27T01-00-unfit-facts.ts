import { type Kysely, sql } from 'kysely'
import { addColumns, type Portable } from '../portable.ts'

/** When facts were read that did not fit their payment, such as a refund of more than was captured. */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  await addColumns(db, portable, {
    table: 'processor_events',
    columns: [['unfit_at', portable.text]],
  })
  // Hardly a row has one.
  await sql`create index processor_events_unfit on processor_events (merchant_id)
    where unfit_at is not null`.execute(db)
}
