import { type Kysely, sql } from 'kysely'
import { addColumns, type Portable } from '../portable.ts'

/**
 * Adds the ledger: double entry, made from balance entries by a job. A posting has one debit and one credit account in
 * one currency, so the ledger sums to zero in each currency.
 */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text } = portable
  await addColumns(db, portable, {
    table: 'payouts',
    // Position in the processor's list of the payout's entries, while that list is being read.
    columns: [['contents_cursor', text]],
  })
  await sql`create index balance_entries_source on balance_entries (merchant_id, source_ref)
    where source_ref is not null`.execute(db)
  await createLedger(db, portable)
  for (const table of ['ledger_transfers', 'ledger_postings']) {
    await guardHistory(db, portable, table)
  }
}

async function createLedger(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text, integer, bigint, tableEnd, dialect } = portable
  await db.schema
    .createTable('ledger_accounts')
    .modifyEnd(tableEnd)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('balance_account_id', text, (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('currency', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('ledger_accounts_pk', ['merchant_id', 'id'])
    .addUniqueConstraint('ledger_accounts_kind', [
      'merchant_id',
      'balance_account_id',
      'kind',
      'currency',
    ])
    // Postings refer to an account together with its currency, so both accounts of a posting have the same currency.
    .addUniqueConstraint('ledger_accounts_currency', ['merchant_id', 'id', 'currency'])
    .addForeignKeyConstraint(
      'ledger_accounts_account',
      ['merchant_id', 'balance_account_id'],
      'balance_accounts',
      ['merchant_id', 'id'],
    )
    .execute()
  await db.schema
    .createTable('ledger_transfers')
    .modifyEnd(tableEnd)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('generation', integer, (c) => c.notNull())
    // The balance entry from which the transfer follows.
    .addColumn('entry_id', text, (c) => c.notNull())
    .addColumn('balance_account_id', text, (c) => c.notNull())
    .addColumn('type', text, (c) => c.notNull())
    .addColumn('at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('ledger_transfers_pk', ['merchant_id', 'generation', 'entry_id'])
    .execute()
  await db.schema
    .createTable('ledger_postings')
    .modifyEnd(tableEnd)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('generation', integer, (c) => c.notNull())
    .addColumn('entry_id', text, (c) => c.notNull())
    .addColumn('sequence', integer, (c) => c.notNull())
    .addColumn('debit_id', text, (c) => c.notNull())
    .addColumn('credit_id', text, (c) => c.notNull())
    .addColumn('currency', text, (c) => c.notNull())
    .addColumn('amount', bigint, (c) => c.notNull().check(sql`amount > 0`))
    .addPrimaryKeyConstraint('ledger_postings_pk', [
      'merchant_id',
      'generation',
      'entry_id',
      'sequence',
    ])
    .addForeignKeyConstraint(
      'ledger_postings_debit',
      ['merchant_id', 'debit_id', 'currency'],
      'ledger_accounts',
      ['merchant_id', 'id', 'currency'],
    )
    .addForeignKeyConstraint(
      'ledger_postings_credit',
      ['merchant_id', 'credit_id', 'currency'],
      'ledger_accounts',
      ['merchant_id', 'id', 'currency'],
    )
    .execute()
  await db.schema
    .createTable('ledger_balances')
    .modifyEnd(dialect === 'sqlite' ? sql`strict, without rowid` : sql``)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('generation', integer, (c) => c.notNull())
    .addColumn('ledger_account_id', text, (c) => c.notNull())
    .addColumn('debits', bigint, (c) => c.notNull())
    .addColumn('credits', bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('ledger_balances_pk', [
      'merchant_id',
      'generation',
      'ledger_account_id',
    ])
    .execute()
}

/** Makes a table append-only; only a demo's rows can be deleted. */
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
