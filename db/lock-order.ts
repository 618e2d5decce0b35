/**
 * The one order in which a transaction takes locks that others may hold, so that no two wait for each
 * other. docs/decisions/022-one-order-of-locks.md says why each stands where it does; on PostgreSQL the
 * tests watch every transaction that they run.
 *
 * - The merchant comes first: by `holdMerchant`, or through the foreign key of what is inserted.
 * - The customer comes before the payment, and `for key share` is enough to keep an erasure out.
 * - The payment link comes before the customer: a payment that it no longer takes makes nobody a customer.
 * - `payers` is the customer once more, for no key update, by those who already share it: two first
 *   payments of a month take turns (`countPayer`).
 * - A transaction that changes more than one webhook event holds the integration before.
 * - A mail is one row, which is queued or withdrawn last but for the answer of a key; a worker passes over what another
 *   one holds.
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
  'rollup_customer_days',
  'rollup_days',
  'rollup_slots',
  'rollup_customer_months',
  'rollup_customers',
  'payers',
  'rollup_payer_months',
  'rollup_refund_days',
  'rollup_customer_refunds',
  'integrations',
  'webhook_events',
  'api_keys',
  'mails',
  'idempotency_keys',
  // The acquirer's own book: each of its operations is a transaction by itself.
  'sandbox_operations',
  // Of one person: no other transaction waits for a row.
  'saved_views',
] as const

/**
 * Rows that only a holder of their parent writes: a transaction that waits for them waits for the parent first.
 * Each names the parents of which one must have been locked, or inserted, before.
 */
export const covered: Record<string, readonly string[]> = {
  search_texts: ['customers', 'transactions', 'refunds', 'payment_links'],
  payment_attempts: ['transactions'],
  imported_payments: ['processor_accounts'],
  payment_link_answers: ['transactions'],
  refund_events: ['refunds'],
  transaction_events: ['transactions'],
  webhook_attempts: ['webhook_events'],
}

/** Tables whose rows no transaction waits for: they are only ever added to. */
export const addedOnly: readonly string[] = ['audit_log', 'request_log']
