import { type Kysely, sql } from 'kysely'
import { addColumns, type Portable } from '../portable.ts'

/**
 * Creates listeners: temporary webhook endpoints without a URL, whose events an open stream reads. The integration's
 * row lists them, so that the transaction of an event finds them with the endpoint that it reads anyway.
 */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text, integer, tableEnd } = portable
  const create = (name: string) =>
    db.schema
      .createTable(name)
      .modifyEnd(tableEnd)
      .addColumn('merchant_id', text, (c) =>
        c.notNull().references('merchants.id').onDelete('cascade'),
      )

  await create('webhook_listeners')
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('key_id', text, (c) => c.notNull())
    .addColumn('events', text)
    .addColumn('version', text, (c) => c.notNull())
    .addColumn('stream_id', text)
    .addColumn('last_position', integer, (c) => c.notNull())
    .addColumn('expires_at', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('webhook_listeners_key', ['merchant_id', 'id'])
    .execute()
  // Without a foreign key to the listener: a payment must not fail because its listener has just ended.
  await create('listener_events')
    .addColumn('listener_id', text, (c) => c.notNull())
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('event_type', text, (c) => c.notNull())
    .addColumn('is_test', integer, (c) => c.notNull())
    .addColumn('customer_id', text)
    .addColumn('payload', text, (c) => c.notNull())
    .addColumn('position', integer)
    .addColumn('created_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('listener_events_key', ['merchant_id', 'listener_id', 'id'])
    .execute()
  await sql`
    create index listener_events_unsent on listener_events (merchant_id, listener_id, id)
    where position is null
  `.execute(db)
  await sql`
    create index listener_events_sent on listener_events (merchant_id, listener_id, position)
    where position is not null
  `.execute(db)
  await addColumns(db, portable, { table: 'integrations', columns: [['listeners', text]] })
}
