import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'
import { addColumns, type NewColumn, type Portable } from '../portable.ts'

/**
 * Adds refunds, manual captures and the operations requested from processors. No payment is read: triggers bound the
 * amounts, because a check would read all payments.
 */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  await addToPayments(db, portable)
  await boundAmounts(db, portable)
  await createRefunds(db, portable)
  await createSums(db, portable)
  await createAtProcessors(db, portable)
  await guardHistory(db, portable, 'refund_events')
}

async function addToPayments(db: Kysely<unknown>, portable: Portable) {
  const { text, integer, bigint } = portable
  const nought = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0)
  const columns: NewColumn[] = [
    // Null in older rows, whose status contains the same information.
    ['stage', text],
    ['capture_method', text],
    ['capture_before', text],
    ['processor_account_id', text],
    ['processor_ref', text],
    ['wish', text],
    ['leased_until', text],
    ['amount_authorized', bigint],
    ['amount_refunded', bigint, nought],
    ['amount_refunding', bigint, nought],
    ['amount_disputed', bigint, nought],
    ['check_count', integer, nought],
  ]
  await addColumns(db, portable, { table: 'transactions', columns })
  const merchants = () => db.schema.alterTable('merchants')
  await merchants().addColumn('processor_accounts', text).execute()
  await merchants().addColumn('made_refund_id', text).execute()
  await merchants().addColumn('staff_refund_limit', bigint).execute()
  await merchants().addColumn('staff_refund_day_limit', bigint).execute()
}

const bounded = [
  'amount',
  'amount_authorized',
  'amount_refunded',
  'amount_refunding',
  'amount_disputed',
]

const isWithin = `new.amount_refunded >= 0 and new.amount_refunding >= 0 and new.amount_disputed >= 0
  and new.amount_refunded + new.amount_refunding + new.amount_disputed <= new.amount
  and (new.amount_authorized is null or new.amount <= new.amount_authorized)
  and (new.status = 'success' or new.amount_refunded + new.amount_refunding + new.amount_disputed = 0)`

const OUT_OF_BOUNDS = 'the amounts of a payment are out of bounds'

async function boundAmounts(db: Kysely<unknown>, { dialect }: Portable): Promise<void> {
  const when = `before update of ${bounded.join(', ')}, status on transactions`
  if (dialect === 'sqlite') {
    await sql
      .raw(`
        create trigger transactions_amounts ${when} when not (${isWithin}) begin
          select raise(abort, '${OUT_OF_BOUNDS}');
        end`)
      .execute(db)
    return
  }
  await sql
    .raw(`
      create function refuse_amounts() returns trigger language plpgsql as $$
      begin
        raise exception '${OUT_OF_BOUNDS}' using errcode = 'check_violation';
      end $$`)
    .execute(db)
  await sql
    .raw(`
      create trigger transactions_amounts ${when}
      for each row when (not (${isWithin})) execute function refuse_amounts()`)
    .execute(db)
}

const oneOf = (column: string, values: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} in (${sql.join(values.map((value) => sql.lit(value)))})`

const refundStatuses = ['pending', 'success', 'failed', 'cancelled']

async function createRefunds(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text, integer, bigint, tableEnd } = portable
  await db.schema
    .createTable('refunds')
    .modifyEnd(tableEnd)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('transaction_id', text, (c) => c.notNull())
    .addColumn('reference', text, (c) => c.notNull())
    .addColumn('customer_id', text, (c) => c.notNull())
    .addColumn('customer_name', text, (c) => c.notNull())
    .addColumn('customer_email', text, (c) => c.notNull())
    .addColumn('amount', bigint, (c) => c.notNull().check(sql`amount > 0`))
    .addColumn('currency', text, (c) => c.notNull())
    .addColumn('payment_method', text, (c) => c.notNull())
    .addColumn('reason', text, (c) => c.notNull())
    .addColumn('note', text)
    .addColumn('status', text, (c) => c.notNull().check(oneOf('status', refundStatuses)))
    .addColumn('failure_reason', text)
    .addColumn('approval', text, (c) => c.check(oneOf('approval', ['needed', 'given', 'refused'])))
    .addColumn('day', text, (c) => c.notNull())
    .addColumn('day_b', text)
    .addColumn('processor', text, (c) => c.notNull())
    .addColumn('processor_account_id', text)
    .addColumn('processor_ref', text)
    .addColumn('actor', text, (c) => c.notNull())
    .addColumn('next_check_at', text)
    .addColumn('check_count', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('leased_until', text)
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('updated_at', text, (c) => c.notNull())
    .addColumn('settled_at', text)
    .addPrimaryKeyConstraint('refunds_pk', ['merchant_id', 'id'])
    .addForeignKeyConstraint(
      'refunds_transaction',
      ['merchant_id', 'transaction_id'],
      'transactions',
      ['merchant_id', 'id'],
    )
    .addCheckConstraint('refunds_settled', sql`(status = 'pending') = (settled_at is null)`)
    .execute()
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(`refunds_${name}`).on('refunds').columns(columns).execute()
  await index('created', ['merchant_id', 'created_at', 'id'])
  await index('status', ['merchant_id', 'status', 'created_at', 'id'])
  await index('amount', ['merchant_id', 'amount', 'id'])
  await index('customer_name', ['merchant_id', 'customer_name', 'id'])
  await index('reference', ['merchant_id', 'reference', 'id'])
  await index('payment', ['merchant_id', 'transaction_id', 'id'])
  await index('customer', ['merchant_id', 'customer_id', 'created_at', 'id'])
  // A work queue: workers look for due refunds of all merchants.
  await sql`create index refunds_due on refunds (next_check_at) where next_check_at is not null`.execute(
    db,
  )

  await db.schema
    .createTable('refund_events')
    .modifyEnd(tableEnd)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('refund_id', text, (c) => c.notNull())
    .addColumn('sequence', integer, (c) => c.notNull())
    .addColumn('at', text, (c) => c.notNull())
    .addColumn('type', text, (c) =>
      c.notNull().check(oneOf('type', ['created', 'approved', 'status_changed'])),
    )
    .addColumn('status', text, (c) => c.notNull().check(oneOf('status', refundStatuses)))
    .addColumn('reason', text)
    .addColumn('actor', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('refund_events_pk', ['merchant_id', 'refund_id', 'sequence'])
    .addForeignKeyConstraint('refund_events_refund', ['merchant_id', 'refund_id'], 'refunds', [
      'merchant_id',
      'id',
    ])
    .execute()
}

async function createSums(db: Kysely<unknown>, { text, integer, bigint, dialect }: Portable) {
  // Tables that are read by key only are stored in key order.
  const end = dialect === 'sqlite' ? sql`strict, without rowid` : sql``
  await db.schema
    .createTable('rollup_refund_days')
    .modifyEnd(end)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('calendar', integer, (c) => c.notNull())
    .addColumn('day', text, (c) => c.notNull())
    .addColumn('currency', text, (c) => c.notNull())
    .addColumn('payment_method', text, (c) => c.notNull())
    .addColumn('status', text, (c) => c.notNull())
    .addColumn('count', bigint, (c) => c.notNull())
    .addColumn('amount', bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('rollup_refund_days_pk', [
      'merchant_id',
      'calendar',
      'day',
      'currency',
      'payment_method',
      'status',
    ])
    .execute()
  await db.schema
    .createTable('rollup_customer_refunds')
    .modifyEnd(end)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('customer_id', text, (c) => c.notNull())
    .addColumn('currency', text, (c) => c.notNull())
    .addColumn('count', bigint, (c) => c.notNull())
    .addColumn('amount', bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('rollup_customer_refunds_pk', [
      'merchant_id',
      'customer_id',
      'currency',
    ])
    .execute()
}

/**
 * Creates the records of requests to processors: attempts at a payment, processor accounts, and the sandbox's ledger.
 */
async function createAtProcessors(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text, integer, bigint, tableEnd } = portable
  await db.schema
    .createTable('payment_attempts')
    .modifyEnd(tableEnd)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('transaction_id', text, (c) => c.notNull())
    .addColumn('number', integer, (c) => c.notNull())
    .addColumn('at', text, (c) => c.notNull())
    .addColumn('ended_at', text)
    .addColumn('outcome', text, (c) =>
      c.check(oneOf('outcome', ['succeeded', 'authorized', 'declined', 'abandoned'])),
    )
    .addColumn('reason', text)
    .addPrimaryKeyConstraint('payment_attempts_pk', ['merchant_id', 'transaction_id', 'number'])
    .addForeignKeyConstraint(
      'payment_attempts_transaction',
      ['merchant_id', 'transaction_id'],
      'transactions',
      ['merchant_id', 'id'],
    )
    .execute()

  await db.schema
    .createTable('processor_accounts')
    .modifyEnd(tableEnd)
    .addColumn('merchant_id', text, (c) => c.notNull().references('merchants.id'))
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('processor', text, (c) => c.notNull())
    .addColumn('payment_method', text, (c) =>
      c.notNull().check(oneOf('payment_method', ['card', 'paypal', 'bank'])),
    )
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('closed_at', text)
    .addPrimaryKeyConstraint('processor_accounts_pk', ['merchant_id', 'id'])
    .execute()
  await sql`
    create unique index processor_accounts_open on processor_accounts (merchant_id, payment_method)
    where closed_at is null
  `.execute(db)

  await db.schema
    .createTable('sandbox_operations')
    .modifyEnd(tableEnd)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('transaction_id', text, (c) => c.notNull())
    .addColumn('key', text, (c) => c.notNull())
    .addColumn('kind', text, (c) =>
      c.notNull().check(oneOf('kind', ['capture', 'cancel', 'approve', 'decline', 'refund'])),
    )
    .addColumn('amount', bigint)
    .addColumn('at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('sandbox_operations_pk', ['merchant_id', 'transaction_id', 'key'])
    .execute()
}

/** Makes a history append-only; only a demo's rows can be deleted. */
async function guardHistory(db: Kysely<unknown>, { dialect }: Portable, table: string) {
  if (dialect === 'sqlite') {
    await sql
      .raw(`
        create trigger ${table}_no_update before update on ${table} begin
          select raise(abort, '${table} is append-only: its rows are never changed');
        end`)
      .execute(db)
    await sql
      .raw(`
        create trigger ${table}_no_delete before delete on ${table}
        when not exists (select 1 from merchants where id = old.merchant_id and is_demo = 1) begin
          select raise(abort, '${table} is append-only: only a demo''s rows can be deleted');
        end`)
      .execute(db)
    return
  }
  for (const change of ['update', 'delete', 'truncate']) {
    await sql
      .raw(`
        create trigger ${table}_no_${change} before ${change} on ${table}
        for each ${change === 'truncate' ? 'statement' : 'row'} execute function refuse_change()`)
      .execute(db)
  }
}
