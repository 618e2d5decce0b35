import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/** Creates refunds of money that a processor took after a payment had ended. `id` is the payment's id. */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text, bigint, integer, tableEnd } = portable
  await db.schema
    .createTable('late_refunds')
    .modifyEnd(tableEnd)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('refund_id', text, (c) => c.notNull())
    .addColumn('amount', bigint, (c) => c.notNull().check(sql`amount > 0`))
    .addColumn('status', text, (c) =>
      c.notNull().check(sql`status in ('pending', 'success', 'failed')`),
    )
    .addColumn('failure_reason', text)
    .addColumn('actor', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('settled_at', text)
    .addColumn('next_check_at', text)
    .addColumn('leased_until', text)
    .addColumn('check_count', integer, (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('late_refunds_pk', ['merchant_id', 'id'])
    .addForeignKeyConstraint('late_refunds_capture', ['merchant_id', 'id'], 'late_captures', [
      'merchant_id',
      'transaction_id',
    ])
    .execute()
  // A work queue: workers look for due refunds of all merchants.
  await sql`create index late_refunds_due on late_refunds (next_check_at)
    where next_check_at is not null`.execute(db)
}
