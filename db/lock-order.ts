/**
 * The only order in which a transaction takes locks that other transactions may have, so that no two transactions wait
 * for each other. docs/decisions/022-one-order-of-locks.md gives the reasons; on PostgreSQL the tests check every
 * transaction.
 *
 * - The merchant comes first: by `lockMerchant`, or through the foreign key of an inserted row.
 * - The customer comes before the payment; `for key share` is enough to exclude an erasure.
 * - The payment link comes before the customer: a payment that the link refuses must create no customer.
 * - `payers` is the customer's row again, locked for no key update by transactions that already share it. So two
 * first payments of a month are serialized (`countPayers`).
 * - A transaction that changes several webhook events locks the integration first.
 * - A mail is one row. It is queued or withdrawn last, except for the stored response of an idempotency key. Workers
 * skip mails that another worker has leased.
 * - A notice comes after the mails: a transaction that records several outcomes raises notices between mails.
 */
export const lockOrder = [
  'merchants',
  'merchant_members',
  'merchant_invitations',
  'merchant_looks',
  'processor_accounts',
  'payment_links',
  'customers',
  'transactions',
  'refunds',
  // The job that settles a refund of late money locks no other row.
  'late_refunds',
  'rollup_customer_days',
  'rollup_days',
  'rollup_slots',
  'rollup_method_days',
  'rollup_customer_months',
  'rollup_customers',
  'payers',
  'rollup_payer_months',
  'rollup_refund_days',
  'rollup_customer_refunds',
  // The job that reads a balance locks its account, whose entries and totals no other transaction changes.
  'balance_accounts',
  'payouts',
  // Closing a month also holds an advisory lock that excludes the recording of entries.
  'closed_months',
  'integrations',
  'webhook_events',
  'webhook_listeners',
  'listener_events',
  'api_keys',
  'mails',
  'notices',
  'idempotency_keys',
  // The sandbox acquirer's own ledger: each of its operations is a transaction by itself.
  'sandbox_operations',
  // A merchant has one row, and only an owner changes it.
  'dispute_settings',
  // Rows of one person: no other transaction waits for them.
  'saved_views',
  'notice_choices',
] as const

/**
 * Rows that are written only under a lock on their parent: a transaction that needs them waits for the parent first.
 * Each table lists its parent tables; a row of a parent must have been locked, or inserted, before.
 */
export const coveredByParent: Record<string, readonly string[]> = {
  search_texts: ['customers', 'transactions', 'refunds', 'payment_links'],
  balance_entries: ['balance_accounts'],
  balance_totals: ['balance_accounts'],
  ledger_accounts: ['balance_accounts'],
  ledger_transfers: ['balance_accounts'],
  ledger_postings: ['balance_accounts'],
  ledger_balances: ['balance_accounts'],
  // A payment's disputes insert rows here. Each row has a key of its own, so no insert waits for another.
  sandbox_open_facts: ['balance_accounts', 'transactions'],
  closed_month_rows: ['closed_months'],
  payment_attempts: ['transactions'],
  late_captures: ['transactions'],
  imported_payments: ['processor_accounts'],
  payment_link_answers: ['transactions'],
  disputes: ['transactions'],
  dispute_checks: ['transactions'],
  dispute_events: ['transactions'],
  dispute_drafts: ['transactions'],
  dispute_files: ['transactions'],
  refund_events: ['refunds'],
  transaction_events: ['transactions'],
  webhook_attempts: ['webhook_events'],
  webhook_endpoints: ['integrations'],
}

/** Append-only tables: no transaction waits for their rows. */
export const insertOnly: readonly string[] = ['audit_log', 'request_log']
