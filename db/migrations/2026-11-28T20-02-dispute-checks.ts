import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/**
 * Creates the queue of payments whose disputes must be read at a known time: their processor sends no notifications.
 * `id` is the payment's id.
 */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text, integer, tableEnd } = portable
  await db.schema
    .createTable('dispute_checks')
    .modifyEnd(tableEnd)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('due_at', text, (c) => c.notNull())
    .addColumn('leased_until', text)
    .addColumn('check_count', integer, (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('dispute_checks_pk', ['merchant_id', 'id'])
    .addForeignKeyConstraint('dispute_checks_payment', ['merchant_id', 'id'], 'transactions', [
      'merchant_id',
      'id',
    ])
    .execute()
  // A work queue: workers look for due payments of all merchants.
  await sql`create index dispute_checks_due on dispute_checks (due_at)`.execute(db)
}
