import { type Kysely, sql } from 'kysely'
import { addColumns, type Portable } from '../portable.ts'

/**
 * Adds the disputes, fraud warnings and external refunds that processors report after a payment has succeeded. An event
 * about a dispute, warning or refund is due until its object was read. Also adds the payments that a merchant had at a
 * processor before joining.
 */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text, integer, bigint, tableEnd } = portable
  await addColumns(db, portable, {
    table: 'processor_events',
    columns: [
      // Time at which its object is due to be read; null if nothing is left to do.
      ['due_at', text],
      ['leased_until', text],
      ['check_count', integer, (c) => c.notNull().defaultTo(0)],
    ],
  })
  await sql`create index processor_events_due on processor_events (due_at) where due_at is not null`.execute(
    db,
  )
  await db.schema
    .createTable('disputes')
    .modifyEnd(tableEnd)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('transaction_id', text, (c) => c.notNull())
    .addColumn('account_id', text, (c) => c.notNull())
    // The processor's id of the dispute or the warning.
    .addColumn('ref', text, (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull().check(sql`kind in ('dispute', 'fraud_warning')`))
    .addColumn('status', text, (c) => c.notNull())
    .addColumn('amount', bigint, (c) => c.notNull().check(sql`amount >= 0`))
    .addColumn('currency', text, (c) => c.notNull())
    .addColumn('reason', text)
    .addColumn('evidence_due_at', text)
    .addColumn('opened_at', text, (c) => c.notNull())
    .addColumn('updated_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('disputes_pk', ['merchant_id', 'id'])
    .addUniqueConstraint('disputes_ref', ['merchant_id', 'account_id', 'ref'])
    .addForeignKeyConstraint(
      'disputes_transaction',
      ['merchant_id', 'transaction_id'],
      'transactions',
      ['merchant_id', 'id'],
    )
    .execute()
  await db.schema
    .createIndex('disputes_of_payment')
    .on('disputes')
    .columns(['merchant_id', 'transaction_id'])
    .execute()

  await addColumns(db, portable, {
    table: 'processor_accounts',
    columns: [
      // `running` or `done`; null if no import was requested.
      ['import_state', text],
      ['import_since', text],
      ['import_until', text],
      // The last imported payment of the processor's list.
      ['import_cursor', text],
      ['import_count', integer, (c) => c.notNull().defaultTo(0)],
      ['import_due_at', text],
      ['import_leased_until', text],
      ['import_failures', integer, (c) => c.notNull().defaultTo(0)],
    ],
  })
  await sql`create index processor_accounts_import on processor_accounts (import_due_at) where import_due_at is not null`.execute(
    db,
  )
  await addColumns(db, portable, {
    table: 'transactions',
    columns: [
      // Time of its import from the processor; null if it was made here.
      ['imported_at', text],
      // Sealed: the client secret for the processor's script in the merchant's own page.
      ['payer_secret', text],
      // Summary of its disputes, in one word; null if it has none.
      ['dispute_state', text],
    ],
  })
  // Stores a row for each imported payment, so that none is imported twice.
  await db.schema
    .createTable('imported_payments')
    .modifyEnd(tableEnd)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('account_id', text, (c) => c.notNull())
    .addColumn('ref', text, (c) => c.notNull())
    .addColumn('transaction_id', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('imported_payments_pk', ['merchant_id', 'account_id', 'ref'])
    .addForeignKeyConstraint(
      'imported_payments_transaction',
      ['merchant_id', 'transaction_id'],
      'transactions',
      ['merchant_id', 'id'],
    )
    .execute()
}
