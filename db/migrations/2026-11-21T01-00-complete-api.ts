import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

type Table = CreateTableBuilder<string, never>

const table = (db: Kysely<unknown>, name: string, { tableEnd }: Portable): Table =>
  db.schema.createTable(name).modifyEnd(tableEnd) as Table

export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  await createKeys(db, portable)
  await createRateBuckets(db, portable)
  await createIntegrations(db, portable)
  await createAuditLog(db, portable)
  await createSearch(db, portable)
  await createCustomerIndexes(db)
}

async function createKeys(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text, integer } = portable
  await table(db, 'api_keys', portable)
    .addColumn('merchant_id', text, (c) => c.notNull().references('merchants.id'))
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('prefix', text, (c) => c.notNull())
    .addColumn('last4', text, (c) => c.notNull())
    .addColumn('hash', text, (c) => c.notNull())
    .addColumn('scopes', text, (c) => c.notNull())
    .addColumn('version', text, (c) => c.notNull())
    .addColumn('replaces', text)
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('expires_at', text)
    .addColumn('last_used_at', text)
    .addColumn('revoked_at', text)
    .addPrimaryKeyConstraint('api_keys_pk', ['merchant_id', 'id'])
    .execute()
  // A request contains only its API key: this index finds the merchant.
  await db.schema.createIndex('api_keys_hash').unique().on('api_keys').column('hash').execute()

  await table(db, 'idempotency_keys', portable)
    .addColumn('merchant_id', text, (c) => c.notNull().references('merchants.id'))
    .addColumn('key', text, (c) => c.notNull())
    .addColumn('fingerprint', text, (c) => c.notNull())
    .addColumn('object_id', text)
    .addColumn('status', integer)
    .addColumn('body', text)
    .addColumn('created_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_pk', ['merchant_id', 'key'])
    .execute()
  // Finds the stored responses about an object: to complete them once its outcome is known, and to erase names from
  // them.
  await db.schema
    .createIndex('idempotency_keys_object')
    .on('idempotency_keys')
    .columns(['merchant_id', 'object_id'])
    .execute()
  // Pruning looks for old keys of all merchants.
  await db.schema
    .createIndex('idempotency_keys_created')
    .on('idempotency_keys')
    .column('created_at')
    .execute()
}

/**
 * Creates the rate limits that the processes of one PostgreSQL share; on SQLite the only process has them in memory.
 */
async function createRateBuckets(db: Kysely<unknown>, portable: Portable): Promise<void> {
  if (portable.dialect === 'sqlite') return
  // Unlogged, to spare the write-ahead log: a crash loses one second of counting.
  await sql`
    create unlogged table rate_buckets (
      name ${portable.text} primary key,
      tokens double precision not null,
      granted integer not null,
      at_ms double precision not null
    )
  `.execute(db)
}

async function createIntegrations(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text } = portable
  await table(db, 'integrations', portable)
    .addColumn('merchant_id', text, (c) => c.notNull().references('merchants.id'))
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('version', text, (c) => c.notNull())
    .addColumn('webhook_url', text)
    .addColumn('disabled_at', text)
    .addColumn('last_sync', text)
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('updated_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('integrations_pk', ['merchant_id', 'id'])
    .execute()
}

async function createAuditLog(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text } = portable
  await table(db, 'audit_log', portable)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('at', text, (c) => c.notNull())
    .addColumn('actor', text, (c) => c.notNull())
    .addColumn('action', text, (c) => c.notNull())
    .addColumn('object_id', text, (c) => c.notNull())
    .addColumn('before', text)
    .addColumn('after', text)
    .addColumn('address', text)
    .addColumn('request_id', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('audit_log_pk', ['merchant_id', 'id'])
    .execute()
  await db.schema
    .createIndex('audit_log_action')
    .on('audit_log')
    .columns(['merchant_id', 'action', 'id'])
    .execute()
}

/**
 * Creates the searchable texts. The code that writes them folds them to lower case without accents, so that both
 * databases compare plain text. `seq` increases, so the newest matches are found first.
 */
async function createSearch(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text, dialect } = portable
  const isSqlite = dialect === 'sqlite'
  const seq = isSqlite
    ? sql`integer primary key autoincrement`
    : sql`bigint generated always as identity primary key`
  await sql`
    create table search_texts (
      seq ${seq},
      merchant_id ${text} not null,
      kind ${text} not null,
      object_id ${text} not null,
      text ${text} not null
    ) ${portable.tableEnd}
  `.execute(db)
  await db.schema
    .createIndex('search_texts_object')
    .unique()
    .on('search_texts')
    .columns(['merchant_id', 'kind', 'object_id'])
    .execute()
  await db.schema
    .createIndex('search_texts_recent')
    .on('search_texts')
    .columns(['merchant_id', 'kind', 'seq'])
    .execute()
  await createTrigramIndex(db, isSqlite)
}

async function createTrigramIndex(db: Kysely<unknown>, isSqlite: boolean): Promise<void> {
  if (!isSqlite) {
    await sql`create extension if not exists pg_trgm`.execute(db)
    await sql`create index search_texts_trigrams on search_texts using gin (text gin_trgm_ops)`.execute(
      db,
    )
    return
  }
  await sql`
    create virtual table search_trigrams using fts5(
      text, content = 'search_texts', content_rowid = 'seq', tokenize = 'trigram case_sensitive 1'
    )
  `.execute(db)
  // Triggers report each change to the external-content index; for it, an update is a delete and an insert.
  await sql`
    create trigger search_texts_inserted after insert on search_texts begin
      insert into search_trigrams (rowid, text) values (new.seq, new.text);
    end
  `.execute(db)
  await sql`
    create trigger search_texts_updated after update on search_texts begin
      insert into search_trigrams (search_trigrams, rowid, text) values ('delete', old.seq, old.text);
      insert into search_trigrams (rowid, text) values (new.seq, new.text);
    end
  `.execute(db)
  await sql`
    create trigger search_texts_deleted after delete on search_texts begin
      insert into search_trigrams (search_trigrams, rowid, text) values ('delete', old.seq, old.text);
    end
  `.execute(db)
}

async function createCustomerIndexes(db: Kysely<unknown>): Promise<void> {
  const index = (name: string, on: string, columns: string[]) =>
    db.schema.createIndex(name).on(on).columns(columns).execute()
  await index('customers_name', 'customers', ['merchant_id', 'name', 'id'])
  await index('customers_created', 'customers', ['merchant_id', 'created_at', 'id'])
  await index('customers_status', 'customers', ['merchant_id', 'status', 'created_at', 'id'])
  await index('rollup_customers_spent', 'rollup_customers', [
    'merchant_id',
    'currency',
    'total_spent',
    'customer_id',
  ])
}
