import { type Kysely, sql } from 'kysely'
import { addColumns, type Portable } from '../portable.ts'

/**
 * Creates further webhook endpoints of a merchant, beside the one of the integration. Each stored event belongs to one
 * endpoint. Existing events belong to the integration's endpoint: their `endpoint_id` is empty.
 */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text, tableEnd } = portable
  await db.schema
    .createTable('webhook_endpoints')
    .modifyEnd(tableEnd)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('url', text, (c) => c.notNull())
    // Event types, separated by commas, or `*` for all, including event types of later releases.
    .addColumn('events', text, (c) => c.notNull())
    .addColumn('version', text, (c) => c.notNull().check(sql`version in ('v1', 'v2')`))
    .addColumn('secret', text)
    .addColumn('secret_last4', text, (c) => c.notNull())
    .addColumn('previous_secret', text)
    .addColumn('previous_secret_expires_at', text)
    .addColumn('failing_since', text)
    .addColumn('last_sync', text)
    .addColumn('disabled_at', text)
    .addColumn('disabled_reason', text, (c) =>
      c.check(sql`disabled_reason in ('by_hand', 'gone', 'failing')`),
    )
    // The first key of the chain of rotated keys that made the endpoint; null if a person made it.
    .addColumn('key_id', text)
    .addColumn('actor', text, (c) => c.notNull())
    // A deleted endpoint is kept for as long as its events.
    .addColumn('deleted_at', text)
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('updated_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('webhook_endpoints_pk', ['merchant_id', 'id'])
    .addForeignKeyConstraint('webhook_endpoints_merchant', ['merchant_id'], 'merchants', ['id'])
    .addCheckConstraint(
      'webhook_endpoints_disabled',
      sql`(disabled_at is null) = (disabled_reason is null)`,
    )
    .execute()
  await addColumns(db, portable, {
    table: 'integrations',
    columns: [
      // JSON: the enabled endpoints, which each event's transaction reads with the integration's own.
      ['other_endpoints', text],
      // Null also if the endpoint was disabled before this column existed.
      ['disabled_reason', text],
    ],
  })
  await addColumns(db, portable, {
    table: 'webhook_events',
    columns: [
      ['endpoint_id', text, (c) => c.notNull().defaultTo('')],
      // Ids of the endpoints that still need their own row of the event, separated by commas.
      ['copies_for', text],
    ],
  })
  await sql`drop index webhook_events_waiting`.execute(db)
  await sql`
    create index webhook_events_waiting on webhook_events (merchant_id, endpoint_id, next_attempt_at)
    where next_attempt_at is not null
  `.execute(db)
  await sql`
    create index webhook_events_endpoint on webhook_events (merchant_id, endpoint_id, id)
    where endpoint_id <> ''
  `.execute(db)
  await sql`
    create index webhook_events_copies on webhook_events (merchant_id, id)
    where copies_for is not null
  `.execute(db)
}
