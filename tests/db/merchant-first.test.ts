import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { dialect, freshDatabase } from '../support/database.ts'

/** Tables that belong to no merchant. */
const coordinatorTables = new Set([
  'merchants',
  'preferences',
  'rate_buckets',
  'sign_in_attempts',
  'search_index',
  'search_stale',
  'search_lists',
  'operator_runs',
  'database_moves',
])

/** Indexes of merchants' tables that begin with another column, with the reason; docs/growing.md lists them too. */
const exceptions: Record<string, string> = {
  api_keys_hash: 'a request brings nothing but its key',
  merchant_invitations_token: 'whoever was invited brings nothing but the link',
  merchant_looks_logo_hash: 'a browser that shows a logo brings nothing but its address',
  merchant_members_person: 'a session brings nothing but its person',
  payment_links_token: 'a payer brings nothing but the link',
  payment_links_reminders: 'a queue of all merchants',
  payment_link_tries_at: 'pruning looks for what is old',
  transactions_due: 'a queue of all merchants',
  customers_erasing: 'a queue of all merchants',
  refunds_due: 'a queue of all merchants',
  balance_accounts_due: 'a queue of all merchants',
  webhook_events_due: 'a queue of all merchants',
  processor_accounts_due: 'a queue of all merchants',
  processor_accounts_id: 'a processor that calls brings nothing but the account',
  processor_events_created: 'pruning looks for what is old',
  processor_events_due: 'a job reads what is due, of all merchants',
  processor_accounts_import: 'a job brings in what is due, of all merchants',
  disputes_due: 'a queue of all merchants',
  dispute_checks_due: 'a queue of all merchants',
  late_refunds_due: 'a queue of all merchants',
  notices_due: 'a queue of all merchants',
  notices_created: 'pruning looks for what is old',
  webhook_events_created: 'pruning looks for what is old',
  mails_key: 'mails of the sign-in belong to no merchant',
  sqlite_autoindex_mails_1: 'mails of the sign-in belong to no merchant',
  mails_due: 'a queue of all merchants',
  mails_failed: 'counts over all merchants',
  mails_created: 'pruning looks for what is old',
  merchant_invitations_expires: 'pruning looks for what is old',
  idempotency_keys_created: 'pruning looks for what is old',
  search_texts_trigrams: 'a trigram index cannot be led by anything',
  search_texts_pkey: 'counts over all merchants',
}

type Index = { table: string; name: string; first: string }

async function indexes(): Promise<Index[]> {
  const fresh = await freshDatabase()
  const database = openDatabase({ url: fresh.url })
  const { rows } = await (dialect === 'sqlite'
    ? sql<Index>`
          select t.name as "table", i.name as name, c.name as first
          from sqlite_master t, pragma_index_list(t.name) i, pragma_index_info(i.name) c
          where t.type = 'table' and c.seqno = 0`
    : sql<Index>`
          select t.relname as "table", i.relname as name,
            pg_get_indexdef(x.indexrelid, 1, true) as first
          from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
          join pg_namespace n on n.oid = t.relnamespace where n.nspname = 'public'`
  ).execute(database.db)
  await database.close()
  await fresh.remove()
  return rows.filter(
    ({ table }) =>
      !coordinatorTables.has(table) && !/^(?:auth_|kysely_|sqlite_|search_trigram)/.test(table),
  )
}

test('keys and indexes of the merchants’ tables begin with the merchant', async () => {
  const allIndexes = await indexes()

  expect(allIndexes.length).toBeGreaterThan(20)
  const otherIndexes = allIndexes.filter(({ first }) => first !== 'merchant_id')
  expect(otherIndexes.filter(({ name }) => !(name in exceptions))).toEqual([])
})
