import { type Kysely, sql } from 'kysely'
import { addColumns, type Portable } from '../portable.ts'

/** Reminders of a link that was mailed to its customer, and links that somebody has closed for good. */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text, integer } = portable
  await addColumns(db, portable, {
    table: 'payment_links',
    columns: [
      ['has_reminders', integer, (c) => c.notNull().defaultTo(0)],
      // How many were mailed. They are among those that `sent` counts.
      ['reminded', integer, (c) => c.notNull().defaultTo(0)],
      // Null where none is to come.
      ['next_reminder_at', text],
      // Until then one worker is at it.
      ['reminder_leased_until', text],
      ['closed_at', text],
    ],
  })
  // What somebody has paused is in no queue until it is resumed; what rests by itself goes on by itself.
  await sql`create index payment_links_reminders on payment_links (next_reminder_at)
    where next_reminder_at is not null and (paused_at is null or paused_until is not null)`.execute(
    db,
  )
}
