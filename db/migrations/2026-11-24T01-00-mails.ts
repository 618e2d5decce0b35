import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/**
 * Creates the queue of mails that must arrive: written in the transaction of the change that they report, sent by a
 * worker. Mails of the sign-in belong to no merchant.
 */
export async function up(
  db: Kysely<unknown>,
  { text, integer, tableEnd }: Portable,
): Promise<void> {
  await db.schema
    .createTable('mails')
    .modifyEnd(tableEnd)
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('merchant_id', text, (c) => c.references('merchants.id').onDelete('cascade'))
    .addColumn('customer_id', text)
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('object_id', text)
    .addColumn('recipient', text, (c) => c.notNull())
    .addColumn('language', text, (c) => c.notNull().check(sql`language in ('it', 'en')`))
    .addColumn('subject', text, (c) => c.notNull())
    .addColumn('text', text)
    .addColumn('html', text)
    .addColumn('status', text, (c) =>
      c.notNull().check(sql`status in ('waiting', 'sent', 'failed')`),
    )
    .addColumn('attempts', integer, (c) => c.notNull())
    .addColumn('next_attempt_at', text)
    .addColumn('leased_until', text)
    .addColumn('not_after', text)
    .addColumn('last_error', text)
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('sent_at', text)
    .addPrimaryKeyConstraint('mails_key', ['id'])
    .execute()
  // An object has one mail of each kind, even after a double click or a second check of a payment.
  await db.schema
    .createIndex('mails_object')
    .on('mails')
    .columns(['merchant_id', 'kind', 'object_id'])
    .where('object_id', 'is not', null)
    .unique()
    .execute()
  await db.schema
    .createIndex('mails_customer')
    .on('mails')
    .columns(['merchant_id', 'customer_id', 'id'])
    .where('customer_id', 'is not', null)
    .execute()
  await db.schema
    .createIndex('mails_due')
    .on('mails')
    .column('next_attempt_at')
    .where('next_attempt_at', 'is not', null)
    .execute()
  await sql`create index mails_failed on mails (created_at) where status = 'failed'`.execute(db)
  await db.schema.createIndex('mails_created').on('mails').column('created_at').execute()
}
