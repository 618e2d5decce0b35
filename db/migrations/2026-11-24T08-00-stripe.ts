import { type Kysely, sql } from 'kysely'
import { addColumns, type Portable } from '../portable.ts'

/**
 * Adds the credentials of a merchant's processor account, and the processor's events, from webhooks or from polling. An
 * event is stored as names only, without its content.
 */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text, integer, tableEnd } = portable
  await addColumns(db, portable, {
    table: 'processor_accounts',
    columns: [
      // Sealed: only SECRET_KEY opens them.
      ['secret_key', text],
      ['webhook_secret', text],
      ['former_webhook_secret', text],
      ['former_webhook_secret_until', text],
      ['key_hint', text],
      ['publishable_key', text],
      // The processor's id of the endpoint that we created there, so that it can be deleted.
      ['webhook_ref', text],
      // The newest event that was polled, and the time of the next poll.
      ['event_ref', text],
      ['next_poll_at', text],
      ['leased_until', text],
      ['polled_at', text],
      ['heard_at', text],
      ['updated_at', text],
      ['poll_failures', integer, (c) => c.notNull().defaultTo(0)],
    ],
  })
  // A processor's notification identifies the account by its id only.
  await db.schema
    .createIndex('processor_accounts_id')
    .on('processor_accounts')
    .column('id')
    .unique()
    .execute()
  await sql`create index processor_accounts_due on processor_accounts (next_poll_at) where next_poll_at is not null`.execute(
    db,
  )
  await addColumns(db, portable, {
    table: 'payment_attempts',
    columns: [
      ['processor_ref', text],
      ['processor_code', text],
    ],
  })
  await db.schema
    .createTable('processor_events')
    .modifyEnd(tableEnd)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('account_id', text, (c) => c.notNull())
    .addColumn('ref', text, (c) => c.notNull())
    .addColumn('type', text, (c) => c.notNull())
    .addColumn('object_ref', text, (c) => c.notNull())
    // Our payment or refund that the event is about, if the object names one.
    .addColumn('subject', text)
    .addColumn('created_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('processor_events_pk', ['merchant_id', 'account_id', 'ref'])
    .addForeignKeyConstraint(
      'processor_events_account',
      ['merchant_id', 'account_id'],
      'processor_accounts',
      ['merchant_id', 'id'],
    )
    .execute()
  await db.schema
    .createIndex('processor_events_created')
    .on('processor_events')
    .column('created_at')
    .execute()
}
