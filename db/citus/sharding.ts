/**
 * The location of a table's rows once a database is sharded by merchant, on Citus. A test fails for a table without
 * one.
 */
export type Placement =
  /**
   * On the shard of its merchant. `widened` lists keys that become unique within a merchant only, each with the reason
   * why that is safe.
   */
  | { lies: 'with the merchant'; widened?: Readonly<Record<string, string>> }
  /** Copied to every node: expensive to change, cheap to look up. */
  | { lies: 'on every node'; why: string }
  | { lies: 'on the coordinator'; why: string }

const withMerchant: Placement = { lies: 'with the merchant' }
const byKeyAlone = (why: string): Placement => ({ lies: 'on every node', why })
const ofNobody = (why: string): Placement => ({ lies: 'on the coordinator', why })

const person = 'of a person, whichever merchant they act for'
const sqliteAlone = 'only SQLite has it'

/** Ordered so that a table comes after the tables to which its foreign keys refer. */
export const placements: Readonly<Record<string, Placement>> = {
  merchants: {
    lies: 'with the merchant',
    widened: { merchants_twin: 'each of two books names the other, in one transaction' },
  },
  api_keys: byKeyAlone('a request brings nothing but its key'),
  merchant_members: byKeyAlone('a session brings nothing but its person'),
  merchant_invitations: byKeyAlone('whoever was invited brings nothing but the link'),
  merchant_looks: withMerchant,
  saved_views: withMerchant,
  customers: withMerchant,
  transactions: withMerchant,
  transaction_events: withMerchant,
  payment_attempts: withMerchant,
  refunds: withMerchant,
  refund_events: withMerchant,
  disputes: withMerchant,
  imported_payments: withMerchant,
  // Every payment of a link changes its row; copies on every node would serialize these changes.
  payment_links: {
    lies: 'with the merchant',
    widened: { payment_links_token: 'a hash of 128 random bits' },
  },
  payment_link_answers: withMerchant,
  payment_link_tries: withMerchant,
  processor_accounts: {
    lies: 'with the merchant',
    widened: { processor_accounts_id: 'an id holds 80 random bits' },
  },
  processor_events: withMerchant,
  sandbox_operations: withMerchant,
  rollup_days: withMerchant,
  rollup_slots: withMerchant,
  rollup_customers: withMerchant,
  rollup_customer_days: withMerchant,
  rollup_customer_months: withMerchant,
  rollup_payer_months: withMerchant,
  rollup_refund_days: withMerchant,
  rollup_customer_refunds: withMerchant,
  idempotency_keys: withMerchant,
  integrations: withMerchant,
  webhook_events: withMerchant,
  webhook_attempts: withMerchant,
  request_log: withMerchant,
  audit_log: withMerchant,
  search_texts: {
    lies: 'with the merchant',
    widened: { search_texts_pkey: 'one sequence of the coordinator counts for all shards' },
  },
  mails: ofNobody('those of the sign-in belong to no merchant, and one queue sends all'),
  preferences: ofNobody(person),
  auth_users: ofNobody(person),
  auth_sessions: ofNobody(person),
  auth_accounts: ofNobody(person),
  auth_two_factors: ofNobody(person),
  auth_verifications: ofNobody(person),
  sign_in_attempts: ofNobody('counts guesses, whoever is guessed at'),
  rate_buckets: ofNobody('nothing writes it any more'),
  operator_runs: ofNobody('what operators did to the database as a whole'),
  database_moves: ofNobody('where the database as a whole is going to, or came from'),
  search_index: ofNobody(sqliteAlone),
  search_stale: ofNobody(sqliteAlone),
  search_lists: ofNobody(sqliteAlone),
  search_trigram_counts: ofNobody(sqliteAlone),
}

/** Returns the column by which a table's rows are distributed. */
export const merchantColumn = (table: string): string =>
  table === 'merchants' ? 'id' : 'merchant_id'

export const isWithMerchant = (table: string): boolean =>
  placements[table]?.lies === 'with the merchant'
