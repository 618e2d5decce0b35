/**
 * The location of a table's rows once a database is sharded by merchant, on Citus. A test fails for a table without a
 * placement.
 */
export type Placement =
  /**
   * On the shard of its merchant. `widened`: unique keys to which the merchant column is added, so that they are unique
   * per merchant only, each with the reason why that is safe.
   */
  | { kind: 'distributed'; widened?: Readonly<Record<string, string>> }
  /** Copied to every node: expensive to change, cheap to look up. */
  | { kind: 'reference'; why: string }
  | { kind: 'coordinator'; why: string }

const distributedTable: Placement = { kind: 'distributed' }
const referenceTable = (why: string): Placement => ({ kind: 'reference', why })
const coordinatorTable = (why: string): Placement => ({ kind: 'coordinator', why })

const person = 'of a person, whichever merchant they act for'
const sqliteOnly = 'only SQLite has it'

/** Ordered so that a table comes after the tables to which its foreign keys refer. */
export const placements: Readonly<Record<string, Placement>> = {
  merchants: {
    kind: 'distributed',
    widened: {
      merchants_twin: 'the rows of test mode and live mode name each other, set in one transaction',
    },
  },
  api_keys: referenceTable('looked up by key, before the merchant is known'),
  merchant_members: referenceTable('looked up by person, before the merchant is known'),
  merchant_invitations: referenceTable(
    'looked up by the invitation token, before the merchant is known',
  ),
  merchant_looks: distributedTable,
  saved_views: distributedTable,
  customers: distributedTable,
  transactions: distributedTable,
  transaction_events: distributedTable,
  payment_attempts: distributedTable,
  refunds: distributedTable,
  refund_events: distributedTable,
  disputes: distributedTable,
  dispute_events: distributedTable,
  dispute_drafts: distributedTable,
  dispute_files: distributedTable,
  dispute_settings: distributedTable,
  dispute_checks: distributedTable,
  imported_payments: distributedTable,
  late_captures: distributedTable,
  late_refunds: distributedTable,
  // Every payment of a link changes its row; copies on every node would serialize these changes.
  payment_links: {
    kind: 'distributed',
    widened: { payment_links_token: 'a hash of 128 random bits' },
  },
  payment_link_answers: distributedTable,
  payment_link_tries: distributedTable,
  processor_accounts: {
    kind: 'distributed',
    widened: { processor_accounts_id: 'an id holds 80 random bits' },
  },
  processor_events: distributedTable,
  sandbox_operations: distributedTable,
  balance_accounts: distributedTable,
  balance_entries: distributedTable,
  balance_totals: distributedTable,
  payouts: distributedTable,
  sandbox_open_facts: distributedTable,
  ledger_accounts: distributedTable,
  ledger_transfers: distributedTable,
  ledger_postings: distributedTable,
  ledger_balances: distributedTable,
  closed_months: distributedTable,
  closed_month_rows: distributedTable,
  rollup_days: distributedTable,
  rollup_slots: distributedTable,
  rollup_method_days: distributedTable,
  rollup_customers: distributedTable,
  rollup_customer_days: distributedTable,
  rollup_customer_months: distributedTable,
  rollup_payer_months: distributedTable,
  rollup_refund_days: distributedTable,
  rollup_customer_refunds: distributedTable,
  idempotency_keys: distributedTable,
  integrations: distributedTable,
  webhook_endpoints: distributedTable,
  webhook_events: distributedTable,
  webhook_attempts: distributedTable,
  notices: distributedTable,
  notice_reads: distributedTable,
  notice_choices: distributedTable,
  webhook_listeners: distributedTable,
  listener_events: distributedTable,
  request_log: distributedTable,
  audit_log: distributedTable,
  search_texts: {
    kind: 'distributed',
    widened: { search_texts_pkey: 'one sequence of the coordinator counts for all shards' },
  },
  mails: coordinatorTable(
    'mails of the sign-in belong to no merchant, and one queue sends all mails',
  ),
  preferences: coordinatorTable(person),
  auth_users: coordinatorTable(person),
  auth_sessions: coordinatorTable(person),
  auth_accounts: coordinatorTable(person),
  auth_two_factors: coordinatorTable(person),
  auth_verifications: coordinatorTable(person),
  sign_in_attempts: coordinatorTable(
    'counts attempts per IP address and account, not per merchant',
  ),
  rate_buckets: coordinatorTable('nothing writes it any more'),
  operator_runs: coordinatorTable('what operators did to the database as a whole'),
  database_moves: coordinatorTable('where the database as a whole is going to, or came from'),
  search_index: coordinatorTable(sqliteOnly),
  search_stale: coordinatorTable(sqliteOnly),
  search_lists: coordinatorTable(sqliteOnly),
  search_trigram_counts: coordinatorTable(sqliteOnly),
}

/** Returns the column by which a table's rows are distributed. */
export const merchantColumn = (table: string): string =>
  table === 'merchants' ? 'id' : 'merchant_id'

/** Returns true if each row of the table is stored on the shard of its merchant. */
export const isWithMerchant = (table: string): boolean => placements[table]?.kind === 'distributed'
