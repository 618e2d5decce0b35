import { type Kysely, sql } from 'kysely'
import { addColumns, type Portable, tableText, writeTableText } from '../portable.ts'

/**
 * Creates links by which customers pay on a page of Incasso's. The token in a link's URL is looked up by its hash. The
 * token is also stored sealed, for the merchant to copy the URL: a copied database opens no link.
 */
export async function up(db: Kysely<unknown>, portable: Portable): Promise<void> {
  const { text, integer, bigint, tableEnd } = portable
  await db.schema
    .createTable('payment_links')
    .modifyEnd(tableEnd)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('token_hash', text, (c) => c.notNull())
    .addColumn('token', text, (c) => c.notNull())
    .addColumn('title', text, (c) => c.notNull())
    .addColumn('description', text)
    .addColumn('amount_kind', text, (c) =>
      c.notNull().check(sql`amount_kind in ('fixed', 'chosen')`),
    )
    .addColumn('amount', bigint, (c) => c.check(sql`amount > 0`))
    .addColumn('min_amount', bigint, (c) => c.check(sql`min_amount > 0`))
    .addColumn('max_amount', bigint, (c) => c.check(sql`max_amount > 0`))
    // JSON: suggested amounts, if the payer chooses the amount.
    .addColumn('presets', text)
    .addColumn('currency', text, (c) => c.notNull())
    // Maximum number of payments; null for any number.
    .addColumn('max_uses', integer, (c) => c.check(sql`max_uses > 0`))
    .addColumn('expires_at', text)
    // JSON: the merchant's questions to the payer.
    .addColumn('questions', text, (c) => c.notNull())
    .addColumn('after_message', text)
    .addColumn('after_url', text)
    // Null for the language of the payer's browser.
    .addColumn('language', text, (c) => c.check(sql`language in ('it', 'en')`))
    // The only customer that the link is for, and the failed payment that it replaces, if any.
    .addColumn('customer_id', text)
    .addColumn('source_transaction_id', text)
    .addColumn('paused_at', text)
    // Null if a person must resume the link.
    .addColumn('paused_until', text)
    .addColumn('pause_reason', text, (c) =>
      c.check(sql`pause_reason in ('by_hand', 'card_testing')`),
    )
    // Counters, each updated in the transaction that it counts.
    .addColumn('sent', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('opened', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('payments', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('paid', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('failed', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('paid_amount', bigint, (c) => c.notNull().defaultTo(0))
    .addColumn('actor', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('updated_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('payment_links_pk', ['merchant_id', 'id'])
    .addForeignKeyConstraint('payment_links_merchant', ['merchant_id'], 'merchants', ['id'])
    .addCheckConstraint('payment_links_amount', sql`(amount_kind = 'fixed') = (amount is not null)`)
    .addCheckConstraint(
      'payment_links_uses',
      sql`max_uses is null or payments - failed <= max_uses`,
    )
    .execute()
  // A payer has only the link: this index finds it by its token.
  await db.schema
    .createIndex('payment_links_token')
    .on('payment_links')
    .column('token_hash')
    .unique()
    .execute()
  await db.schema
    .createIndex('payment_links_created')
    .on('payment_links')
    .columns(['merchant_id', 'created_at', 'id'])
    .execute()
  await db.schema
    .createIndex('payment_links_customer')
    .on('payment_links')
    .columns(['merchant_id', 'customer_id', 'created_at', 'id'])
    .execute()

  await addColumns(db, portable, { table: 'transactions', columns: [['link_id', text]] })
  await sql`create index transactions_link on transactions (merchant_id, link_id, created_at, id) where link_id is not null`.execute(
    db,
  )

  // Stores a row for each payment of a link: the payer's answers, and the form that was sent.
  await db.schema
    .createTable('payment_link_answers')
    .modifyEnd(tableEnd)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('transaction_id', text, (c) => c.notNull())
    .addColumn('link_id', text, (c) => c.notNull())
    .addColumn('form_hash', text, (c) => c.notNull())
    .addColumn('language', text, (c) => c.notNull())
    // JSON; null once the customer is erased.
    .addColumn('answers', text)
    .addPrimaryKeyConstraint('payment_link_answers_pk', ['merchant_id', 'transaction_id'])
    .addUniqueConstraint('payment_link_answers_form', ['merchant_id', 'form_hash'])
    .addForeignKeyConstraint(
      'payment_link_answers_transaction',
      ['merchant_id', 'transaction_id'],
      'transactions',
      ['merchant_id', 'id'],
    )
    .execute()

  // Counts against card testing: sent forms and declined cards.
  await db.schema
    .createTable('payment_link_tries')
    .modifyEnd(tableEnd)
    .addColumn('merchant_id', text, (c) => c.notNull())
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('link_id', text, (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull().check(sql`kind in ('sent', 'declined')`))
    // For a form, the hash of the link and the IP address. For a decline, a name by which it is counted only once.
    .addColumn('subject', text, (c) => c.notNull())
    .addColumn('at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('payment_link_tries_pk', ['merchant_id', 'id'])
    .execute()
  await db.schema
    .createIndex('payment_link_tries_counted')
    .on('payment_link_tries')
    .columns(['merchant_id', 'kind', 'at'])
    .execute()
  await sql`create unique index payment_link_tries_once on payment_link_tries (merchant_id, subject) where kind = 'declined'`.execute(
    db,
  )
  await db.schema
    .createIndex('payment_link_tries_at')
    .on('payment_link_tries')
    .column('at')
    .execute()

  await addColumns(db, portable, {
    table: 'processor_accounts',
    columns: [
      // IBAN and holder of the merchant's own bank account, if transfers go there; every payer sees them.
      ['bank_account', text],
      ['bank_holder', text],
    ],
  })
  await allowViewsOfLinks(db, portable)
}

const BEFORE = "check (list in ('transactions', 'refunds'))"
const AFTER = "check (list in ('transactions', 'refunds', 'payment_links'))"

/** Allows views of payment links. Every existing row passes the wider check. */
async function allowViewsOfLinks(db: Kysely<unknown>, { dialect }: Portable): Promise<void> {
  if (dialect === 'postgres') {
    await sql`alter table saved_views drop constraint saved_views_list_check`.execute(db)
    await sql`alter table saved_views add constraint saved_views_list_check ${sql.raw(AFTER)}`.execute(
      db,
    )
    return
  }
  const text = await tableText(db, 'saved_views')
  if (!text.includes(BEFORE)) throw new Error('the table of views is not as it was made')
  await writeTableText(db, 'saved_views', text.replace(BEFORE, AFTER))
}
