import { type Kysely, sql } from 'kysely'
import { addColumns, type Portable } from '../portable.ts'

/** Adds reminders of links that were mailed to their customer, and links that a person has closed permanently. */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text, integer } = portable
  await addColumns(db, portable, {
    table: 'payment_links',
    columns: [
      ['has_reminders', integer, (c) => c.notNull().defaultTo(0)],
      // Number of mailed reminders; `sent` includes them.
      ['reminded', integer, (c) => c.notNull().defaultTo(0)],
      // Null if no reminder will follow.
      ['next_reminder_at', text],
      // End of a worker's lease.
      ['reminder_leased_until', text],
      ['closed_at', text],
    ],
  })
  // A link paused by a person is in no queue until it is resumed; an automatic pause ends by itself.
  await sql`create index payment_links_reminders on payment_links (next_reminder_at)
    where next_reminder_at is not null and (paused_at is null or paused_until is not null)`.execute(
    db,
  )
}
