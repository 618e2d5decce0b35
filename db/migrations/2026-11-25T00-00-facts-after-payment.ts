import { type Kysely, sql } from 'kysely'
import { addColumns, type Portable } from '../portable.ts'

/**
 * What happens to a payment after it succeeded and that its processor tells of: disputes, warnings of fraud, refunds
 * made elsewhere. An event about one of them is a task until its object was read. And the payments that a merchant
 * had at a processor before they came here.
 */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text, integer, bigint, tableEnd } = portable
  await addColumns(db, portable, {
    table: 'processor_events',
    columns: [
      // When its object is to be read; null where nothing is left to do.
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
    // What the processor calls it.
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
      // `running` or `done`; null where nobody asked for what was before.
      ['import_state', text],
      ['import_since', text],
      ['import_until', text],
      // The last payment of the processor's list that was brought in.
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
      // When it was brought in from its processor, where it was not made here.
      ['imported_at', text],
      // Sealed: by which the processor's script in the merchant's own page goes on.
      ['payer_secret', text],
      // What its disputes come to, in one word; null where there are none.
      ['dispute_state', text],
    ],
  })
  // One row for each that was brought in, so that none comes twice.
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
