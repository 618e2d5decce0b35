import { type Kysely, sql } from 'kysely'
import { type Portable, tableText, writeTableText } from '../portable.ts'

/**
 * Adds the balances of merchants at their processors: the accounts that are read, their entries and their payouts. No
 * existing row is read.
 */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  await createAccounts(db, portable)
  await createEntries(db, portable)
  await createPayouts(db, portable)
  await createSandboxFacts(db, portable)
  await allowViews(db, portable)
}

async function createAccounts(db: Kysely<unknown>, { text, integer, tableEnd }: Portable) {
  await db.schema
    .createTable('balance_accounts')
    .modifyEnd(tableEnd)
    .addColumn('merchant_id', text, (c) => c.notNull().references('merchants.id'))
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('processor', text, (c) => c.notNull())
    // The processor's id of the account, so that an account connected twice is read once.
    .addColumn('account_key', text, (c) => c.notNull())
    // The processor account whose API key reads the balance; null for the sandbox.
    .addColumn('account_id', text)
    // Cursors in the processor's lists, in the processor's own form.
    .addColumn('entry_cursor', text)
    .addColumn('payout_cursor', text)
    // Instant and id of the last payment and the last refund that were read; used by the sandbox alone.
    .addColumn('payment_position', text)
    .addColumn('refund_position', text)
    // JSON: the balance as the processor reports it; null if it is computed from the entries.
    .addColumn('reported', text)
    .addColumn('ledger_generation', integer, (c) => c.notNull().defaultTo(1))
    .addColumn('next_payout_at', text)
    .addColumn('read_at', text)
    .addColumn('due_at', text)
    .addColumn('leased_until', text)
    .addColumn('failures', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('balance_accounts_pk', ['merchant_id', 'id'])
    .addUniqueConstraint('balance_accounts_key', ['merchant_id', 'processor', 'account_key'])
    .execute()
  await sql`create index balance_accounts_due on balance_accounts (due_at) where due_at is not null`.execute(
    db,
  )
}

async function createEntries(db: Kysely<unknown>, portable: Portable) {
  const { text, integer, bigint, tableEnd, dialect } = portable
  await db.schema
    .createTable('balance_entries')
    .modifyEnd(tableEnd)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('balance_account_id', text, (c) => c.notNull())
    .addColumn('processor', text, (c) => c.notNull())
    // The processor's id of the entry.
    .addColumn('ref', text, (c) => c.notNull())
    .addColumn('type', text, (c) => c.notNull())
    .addColumn('raw_type', text, (c) => c.notNull())
    .addColumn('balance_type', text, (c) => c.notNull())
    .addColumn('amount', bigint, (c) => c.notNull())
    .addColumn('fee', bigint, (c) => c.notNull())
    .addColumn('net', bigint, (c) => c.notNull())
    .addColumn('currency', text, (c) => c.notNull())
    // JSON: a list of type, amount and description.
    .addColumn('fee_details', text, (c) => c.notNull())
    // The amount before its conversion to the settlement currency; null without a conversion.
    .addColumn('original_amount', bigint)
    .addColumn('original_currency', text)
    .addColumn('transaction_id', text)
    .addColumn('refund_id', text)
    .addColumn('dispute_id', text)
    .addColumn('payout_id', text)
    // The processor's id of the entry's object, such as a charge or a refund.
    .addColumn('source_ref', text)
    .addColumn('description', text)
    // Generation of the ledger that has this entry; 0 until it is posted.
    .addColumn('ledger_generation', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('available_at', text, (c) => c.notNull())
    .addColumn('recorded_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('balance_entries_pk', ['merchant_id', 'id'])
    .addUniqueConstraint('balance_entries_ref', ['merchant_id', 'processor', 'ref'])
    .addForeignKeyConstraint(
      'balance_entries_account',
      ['merchant_id', 'balance_account_id'],
      'balance_accounts',
      ['merchant_id', 'id'],
    )
    .execute()
  const index = (name: string, columns: string[]) =>
    db.schema
      .createIndex(`balance_entries_${name}`)
      .on('balance_entries')
      .columns(['merchant_id', ...columns])
      .execute()
  await index('created', ['created_at', 'id'])
  await index('type', ['type', 'created_at', 'id'])
  await index('amount', ['amount', 'id'])
  await index('posted', ['balance_account_id', 'ledger_generation', 'id'])
  for (const column of ['payout_id', 'transaction_id']) {
    await sql`create index ${sql.ref(`balance_entries_${column}`)} on balance_entries
      (merchant_id, ${sql.ref(column)}, created_at, id) where ${sql.ref(column)} is not null`.execute(
      db,
    )
  }
  await sql`create index balance_entries_unpaid on balance_entries
    (merchant_id, balance_account_id, available_at, id) where payout_id is null`.execute(db)

  await db.schema
    .createTable('balance_totals')
    .modifyEnd(dialect === 'sqlite' ? sql`strict, without rowid` : sql``)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('balance_account_id', text, (c) => c.notNull())
    .addColumn('currency', text, (c) => c.notNull())
    .addColumn('balance_type', text, (c) => c.notNull())
    .addColumn('type', text, (c) => c.notNull())
    .addColumn('count', bigint, (c) => c.notNull())
    .addColumn('amount', bigint, (c) => c.notNull())
    .addColumn('fee', bigint, (c) => c.notNull())
    .addColumn('net', bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('balance_totals_pk', [
      'merchant_id',
      'balance_account_id',
      'currency',
      'balance_type',
      'type',
    ])
    .execute()
}

const payoutStatuses = sql`status in ('pending', 'in_transit', 'paid', 'failed', 'canceled')`

async function createPayouts(db: Kysely<unknown>, { text, integer, bigint, tableEnd }: Portable) {
  await db.schema
    .createTable('payouts')
    .modifyEnd(tableEnd)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('balance_account_id', text, (c) => c.notNull())
    .addColumn('processor', text, (c) => c.notNull())
    .addColumn('ref', text, (c) => c.notNull())
    .addColumn('status', text, (c) => c.notNull().check(payoutStatuses))
    .addColumn('amount', bigint, (c) => c.notNull())
    .addColumn('currency', text, (c) => c.notNull())
    .addColumn('arrival_at', text)
    .addColumn('trace_id', text)
    .addColumn('bank_last4', text)
    .addColumn('is_automatic', integer, (c) => c.notNull())
    .addColumn('failure_reason', text)
    .addColumn('entry_count', bigint, (c) => c.notNull().defaultTo(0))
    // Entries that became available later belong to the next payout; null where the processor names the entries.
    .addColumn('available_until', text)
    .addColumn('contents', text, (c) =>
      c.notNull().check(sql`contents in ('pending', 'complete', 'unavailable')`),
    )
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('updated_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('payouts_pk', ['merchant_id', 'id'])
    .addUniqueConstraint('payouts_ref', ['merchant_id', 'processor', 'ref'])
    .addForeignKeyConstraint(
      'payouts_account',
      ['merchant_id', 'balance_account_id'],
      'balance_accounts',
      ['merchant_id', 'id'],
    )
    .execute()
  const index = (name: string, columns: string[]) =>
    db.schema
      .createIndex(`payouts_${name}`)
      .on('payouts')
      .columns(['merchant_id', ...columns])
      .execute()
  await index('created', ['created_at', 'id'])
  await index('status', ['status', 'created_at', 'id'])
  await index('amount', ['amount', 'id'])
}

/** Creates the queue of the sandbox's payments and refunds that may still change, and so are read again. */
async function createSandboxFacts(db: Kysely<unknown>, { text, integer, tableEnd }: Portable) {
  await db.schema
    .createTable('sandbox_open_facts')
    .modifyEnd(tableEnd)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull().check(sql`kind in ('payment', 'refund')`))
    .addColumn('object_id', text, (c) => c.notNull())
    .addColumn('check_at', text, (c) => c.notNull())
    .addColumn('check_count', integer, (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('sandbox_open_facts_pk', ['merchant_id', 'kind', 'object_id'])
    .execute()
  await db.schema
    .createIndex('sandbox_open_facts_check')
    .on('sandbox_open_facts')
    .columns(['merchant_id', 'check_at'])
    .execute()
}

const NEW_LISTS = ['balance_entries', 'payouts']

/** Allows views of the two new lists besides views of the existing lists. Every existing row passes the wider check. */
async function allowViews(db: Kysely<unknown>, { dialect }: Portable): Promise<void> {
  if (dialect === 'postgres') {
    const { rows } = await sql<{ text: string }>`
      select pg_get_constraintdef(oid) as text from pg_constraint
      where conname = 'saved_views_list_check' and conrelid = 'saved_views'::regclass
    `.execute(db)
    const check = checkOf(namesIn(rows[0]?.text ?? ''))
    await sql`alter table saved_views drop constraint saved_views_list_check`.execute(db)
    await sql`alter table saved_views add constraint saved_views_list_check ${sql.raw(check)}`.execute(
      db,
    )
    return
  }
  const text = await tableText(db, 'saved_views')
  const [before = ''] = /check \(list in \([^)]*\)\)/i.exec(text) ?? []
  await writeTableText(db, 'saved_views', text.replace(before, checkOf(namesIn(before))))
}

/** Returns the names of lists in the definition of a check constraint. */
function namesIn(text: string): string[] {
  const names = [...text.matchAll(/'(\w+)'/g)].map(([, name = '']) => name)
  if (names.length === 0) throw new Error('the table of views is not as it was made')
  return names
}

const checkOf = (names: readonly string[]): string =>
  `check (list in (${[...new Set([...names, ...NEW_LISTS])].map((name) => `'${name}'`).join(', ')}))`
