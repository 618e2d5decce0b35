/**
 * Where the rows of each table lie once a database is sharded by merchant, on Citus. A table that is not named here
 * fails a test: whoever adds one decides.
 */
export type Placement =
  /** With all other rows of the merchant. `widened` are keys that become unique within a merchant alone. */
  | { lies: 'with the merchant'; widened?: Readonly<Record<string, string>> }
  /** Copied to every node, which makes a change dear and a look-up cheap. */
  | { lies: 'on every node'; why: string }
  | { lies: 'on the coordinator'; why: string }

const withMerchant: Placement = { lies: 'with the merchant' }
const byKeyAlone = (why: string): Placement => ({ lies: 'on every node', why })
const ofNobody = (why: string): Placement => ({ lies: 'on the coordinator', why })

const person = 'of a person, whichever merchant they act for'
const sqliteAlone = 'only SQLite has it'

/** In this order: what a key refers to comes first. */
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
  // Every payment of a link changes it, and on every node they would take turns.
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

/** By which a table's rows are spread. */
export const merchantColumn = (table: string): string =>
  table === 'merchants' ? 'id' : 'merchant_id'

export const isWithMerchant = (table: string): boolean =>
  placements[table]?.lies === 'with the merchant'
