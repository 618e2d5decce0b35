import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { Portable } from '../portable.ts'

type Table = CreateTableBuilder<string, never>

const oneOf = (column: string, values: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} in (${sql.join(values.map((value) => sql.lit(value)))})`

const statuses = ['pending', 'success', 'failed']

export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  await createMerchants(db, portable)
  await createCustomers(db, portable)
  await createTransactions(db, portable)
  await createRollups(db, portable)
}

const table = (db: Kysely<unknown>, name: string, { tableEnd }: Portable): Table =>
  db.schema.createTable(name).modifyEnd(tableEnd) as Table

async function createMerchants(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text } = portable
  await table(db, 'merchants', portable)
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('business_name', text, (c) => c.notNull())
    .addColumn('business_type', text, (c) => c.notNull())
    .addColumn('business_address', text)
    .addColumn('business_phone', text, (c) => c.notNull())
    .addColumn('business_website', text)
    .addColumn('business_description', text)
    .addColumn('estimated_volume', text)
    .addColumn('email', text, (c) => c.notNull())
    .addColumn('verification_status', text, (c) =>
      c.notNull().check(oneOf('verification_status', ['pending', 'verified', 'suspended'])),
    )
    .addColumn('currency', text, (c) => c.notNull())
    .addColumn('timezone', text, (c) => c.notNull())
    .addColumn('accepted_terms_at', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('updated_at', text, (c) => c.notNull())
    .execute()

  await table(db, 'merchant_members', portable)
    .addColumn('merchant_id', text, (c) => c.notNull().references('merchants.id'))
    .addColumn('provider', text, (c) => c.notNull())
    .addColumn('subject', text, (c) => c.notNull())
    .addColumn('role', text, (c) => c.notNull().check(oneOf('role', ['owner', 'staff'])))
    .addColumn('created_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('merchant_members_pk', ['merchant_id', 'provider', 'subject'])
    .execute()
  // A person belongs to one merchant; this index also finds the merchant of a signed-in person.
  await db.schema
    .createIndex('merchant_members_person')
    .unique()
    .on('merchant_members')
    .columns(['provider', 'subject'])
    .execute()
}

async function createCustomers(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text } = portable
  await table(db, 'customers', portable)
    .addColumn('merchant_id', text, (c) => c.notNull().references('merchants.id'))
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('email', text, (c) => c.notNull())
    .addColumn('email_key', text, (c) => c.notNull())
    .addColumn('status', text, (c) => c.notNull().check(oneOf('status', ['active', 'inactive'])))
    .addColumn('day', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('updated_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('customers_pk', ['merchant_id', 'id'])
    .execute()
  await db.schema
    .createIndex('customers_email')
    .unique()
    .on('customers')
    .columns(['merchant_id', 'email_key'])
    .execute()
}

async function createTransactions(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text, integer, bigint } = portable
  await table(db, 'transactions', portable)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('transaction_id', text, (c) => c.notNull())
    .addColumn('customer_id', text, (c) => c.notNull())
    .addColumn('customer_name', text, (c) => c.notNull())
    .addColumn('customer_email', text, (c) => c.notNull())
    .addColumn('amount', bigint, (c) => c.notNull().check(sql`amount > 0`))
    .addColumn('currency', text, (c) => c.notNull().check(oneOf('currency', ['USD', 'EUR', 'GBP'])))
    .addColumn('payment_method', text, (c) =>
      c.notNull().check(oneOf('payment_method', ['card', 'paypal', 'bank'])),
    )
    .addColumn('description', text)
    .addColumn('status', text, (c) => c.notNull().check(oneOf('status', statuses)))
    .addColumn('failure_reason', text)
    .addColumn('day', text, (c) => c.notNull())
    .addColumn('weekday', integer, (c) => c.notNull())
    .addColumn('slot', integer, (c) => c.notNull())
    .addColumn('processor', text, (c) => c.notNull())
    .addColumn('next_check_at', text)
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('updated_at', text, (c) => c.notNull())
    .addColumn('settled_at', text)
    .addPrimaryKeyConstraint('transactions_pk', ['merchant_id', 'id'])
    .addForeignKeyConstraint('transactions_customer', ['merchant_id', 'customer_id'], 'customers', [
      'merchant_id',
      'id',
    ])
    // Only a payment in a final state has `settled_at`, and only a failed payment has a reason.
    .addCheckConstraint('transactions_settled', sql`(status = 'pending') = (settled_at is null)`)
    .addCheckConstraint('transactions_reason', sql`status = 'failed' or failure_reason is null`)
    .execute()

  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(name).on('transactions').columns(columns)
  await index('transactions_reference', ['merchant_id', 'transaction_id']).unique().execute()
  await index('transactions_created', ['merchant_id', 'created_at', 'id']).execute()
  await index('transactions_status', ['merchant_id', 'status', 'created_at', 'id']).execute()
  await index('transactions_amount', ['merchant_id', 'amount', 'id']).execute()
  await index('transactions_customer_name', ['merchant_id', 'customer_name', 'id']).execute()
  await index('transactions_customer', ['merchant_id', 'customer_id', 'created_at', 'id']).execute()
  // A work queue: workers look for due payments of all merchants.
  await sql`create index transactions_due on transactions (next_check_at) where next_check_at is not null`.execute(
    db,
  )

  await table(db, 'transaction_events', portable)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('transaction_id', text, (c) => c.notNull())
    .addColumn('sequence', integer, (c) => c.notNull())
    .addColumn('at', text, (c) => c.notNull())
    .addColumn('type', text, (c) => c.notNull().check(oneOf('type', ['created', 'status_changed'])))
    .addColumn('status', text, (c) => c.notNull().check(oneOf('status', statuses)))
    .addColumn('reason', text)
    .addColumn('actor', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('transaction_events_pk', ['merchant_id', 'transaction_id', 'sequence'])
    .addForeignKeyConstraint(
      'transaction_events_transaction',
      ['merchant_id', 'transaction_id'],
      'transactions',
      ['merchant_id', 'id'],
    )
    .execute()
}

async function createRollups(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text, integer, bigint } = portable
  await table(db, 'rollup_days', portable)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('day', text, (c) => c.notNull())
    .addColumn('currency', text, (c) => c.notNull())
    .addColumn('payment_method', text, (c) => c.notNull())
    .addColumn('status', text, (c) => c.notNull())
    .addColumn('count', bigint, (c) => c.notNull())
    .addColumn('amount', bigint, (c) => c.notNull())
    .addColumn('processing_ms', bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('rollup_days_pk', [
      'merchant_id',
      'day',
      'currency',
      'payment_method',
      'status',
    ])
    .execute()

  await table(db, 'rollup_slots', portable)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('weekday', integer, (c) => c.notNull())
    .addColumn('slot', integer, (c) => c.notNull())
    .addColumn('currency', text, (c) => c.notNull())
    .addColumn('status', text, (c) => c.notNull())
    .addColumn('count', bigint, (c) => c.notNull())
    .addColumn('amount', bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('rollup_slots_pk', [
      'merchant_id',
      'weekday',
      'slot',
      'currency',
      'status',
    ])
    .execute()

  await table(db, 'rollup_customers', portable)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('customer_id', text, (c) => c.notNull())
    .addColumn('currency', text, (c) => c.notNull())
    .addColumn('transaction_count', bigint, (c) => c.notNull())
    .addColumn('total_spent', bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('rollup_customers_pk', ['merchant_id', 'customer_id', 'currency'])
    .execute()

  await table(db, 'rollup_customer_days', portable)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('day', text, (c) => c.notNull())
    .addColumn('status', text, (c) => c.notNull())
    .addColumn('count', bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('rollup_customer_days_pk', ['merchant_id', 'day', 'status'])
    .execute()

  await table(db, 'rollup_customer_months', portable)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('month', text, (c) => c.notNull())
    .addColumn('customer_id', text, (c) => c.notNull())
    .addColumn('currency', text, (c) => c.notNull())
    .addColumn('count', bigint, (c) => c.notNull())
    .addColumn('amount', bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('rollup_customer_months_pk', [
      'merchant_id',
      'month',
      'customer_id',
      'currency',
    ])
    .execute()
}
