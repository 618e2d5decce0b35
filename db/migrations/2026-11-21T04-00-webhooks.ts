import type { Kysely } from 'kysely'
import type { Portable } from '../portable.ts'

/** Creates webhook events (an outbox), their delivery attempts, signing secrets and the request log. */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text, integer, tableEnd } = portable
  const create = (name: string) => db.schema.createTable(name).modifyEnd(tableEnd)

  for (const column of [
    'secret',
    'secret_last4',
    'previous_secret',
    'previous_secret_expires_at',
    'failing_since',
  ]) {
    await db.schema.alterTable('integrations').addColumn(column, text).execute()
  }

  await create('webhook_events')
    .addColumn('merchant_id', text, (c) =>
      c.notNull().references('merchants.id').onDelete('cascade'),
    )
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('event_type', text, (c) => c.notNull())
    .addColumn('is_test', integer, (c) => c.notNull())
    .addColumn('object_id', text)
    .addColumn('customer_id', text)
    .addColumn('payload', text, (c) => c.notNull())
    .addColumn('status', text, (c) => c.notNull())
    .addColumn('attempts', integer, (c) => c.notNull())
    .addColumn('next_attempt_at', text)
    .addColumn('leased_until', text)
    .addColumn('created_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('webhook_events_key', ['merchant_id', 'id'])
    .execute()
  await db.schema
    .createIndex('webhook_events_due')
    .on('webhook_events')
    .columns(['next_attempt_at', 'merchant_id'])
    .where('next_attempt_at', 'is not', null)
    .execute()
  await db.schema
    .createIndex('webhook_events_status')
    .on('webhook_events')
    .columns(['merchant_id', 'status', 'id'])
    .execute()
  await db.schema
    .createIndex('webhook_events_type')
    .on('webhook_events')
    .columns(['merchant_id', 'event_type', 'id'])
    .execute()
  await db.schema
    .createIndex('webhook_events_customer')
    .on('webhook_events')
    .columns(['merchant_id', 'customer_id'])
    .where('customer_id', 'is not', null)
    .execute()
  await db.schema
    .createIndex('webhook_events_created')
    .on('webhook_events')
    .column('created_at')
    .execute()

  await create('webhook_attempts')
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('event_id', text, (c) => c.notNull())
    .addColumn('number', integer, (c) => c.notNull())
    .addColumn('at', text, (c) => c.notNull())
    .addColumn('status_code', integer)
    .addColumn('duration_ms', integer, (c) => c.notNull())
    .addColumn('error', text)
    .addColumn('response', text)
    .addPrimaryKeyConstraint('webhook_attempts_key', ['merchant_id', 'event_id', 'number'])
    .addForeignKeyConstraint(
      'webhook_attempts_event',
      ['merchant_id', 'event_id'],
      'webhook_events',
      ['merchant_id', 'id'],
      (c) => c.onDelete('cascade'),
    )
    .execute()

  await create('request_log')
    .addColumn('merchant_id', text, (c) =>
      c.notNull().references('merchants.id').onDelete('cascade'),
    )
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('at', text, (c) => c.notNull())
    .addColumn('method', text, (c) => c.notNull())
    .addColumn('path', text, (c) => c.notNull())
    .addColumn('status', integer, (c) => c.notNull())
    .addColumn('duration_ms', integer, (c) => c.notNull())
    .addColumn('key_id', text, (c) => c.notNull())
    .addColumn('key_prefix', text, (c) => c.notNull())
    .addColumn('idempotency_key', text)
    .addColumn('request_id', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('request_log_key', ['merchant_id', 'id'])
    .execute()
}
