import { type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

/** Creates notices, the record of who has read them, and members' choices of kinds. */
export async function up(db: Kysely<unknown>, { text, tableEnd }: Portable): Promise<void> {
  // No foreign key to the merchant: a transaction that raises a notice has locked other rows before. The foreign key
  // would lock the merchant after them, against the order of locks.
  await db.schema
    .createTable('notices')
    .modifyEnd(tableEnd)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('object_id', text, (c) => c.notNull())
    .addColumn('occurrence', text, (c) => c.notNull())
    .addColumn('facts', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('gone_at', text)
    .addColumn('due_at', text)
    .addColumn('leased_until', text)
    .addColumn('mailed_at', text)
    .addPrimaryKeyConstraint('notices_key', ['merchant_id', 'id'])
    .execute()
  // A cause has one notice of each kind, however often it is raised.
  await db.schema
    .createIndex('notices_cause')
    .on('notices')
    .columns(['merchant_id', 'object_id', 'kind', 'occurrence'])
    .unique()
    .execute()
  await db.schema
    .createIndex('notices_listed')
    .on('notices')
    .columns(['merchant_id', 'created_at', 'id'])
    .execute()
  await sql`create index notices_due on notices (due_at) where due_at is not null`.execute(db)
  await db.schema.createIndex('notices_created').on('notices').column('created_at').execute()
  await db.schema
    .createTable('notice_reads')
    .modifyEnd(tableEnd)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('provider', text, (c) => c.notNull())
    .addColumn('subject', text, (c) => c.notNull())
    .addColumn('notice_id', text, (c) => c.notNull())
    .addColumn('read_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('notice_reads_key', [
      'merchant_id',
      'notice_id',
      'provider',
      'subject',
    ])
    .addForeignKeyConstraint(
      'notice_reads_notice',
      ['merchant_id', 'notice_id'],
      'notices',
      ['merchant_id', 'id'],
      (key) => key.onDelete('cascade'),
    )
    .execute()
  await db.schema
    .createTable('notice_choices')
    .modifyEnd(tableEnd)
    .addColumn('merchant_id', text, (c) => c.notNull().references('merchants.id'))
    .addColumn('provider', text, (c) => c.notNull())
    .addColumn('subject', text, (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('choice', text, (c) =>
      c.notNull().check(sql`choice in ('page', 'mail', 'both', 'none')`),
    )
    .addPrimaryKeyConstraint('notice_choices_key', ['merchant_id', 'provider', 'subject', 'kind'])
    .execute()
}
