/**
 * Integration tests that are about one server of PostgreSQL and not about the product: what they do themselves is not to be
 * had of a Citus cluster. By why, each by its file and its whole name.
 */
export const oneServerTests: Record<string, readonly string[]> = {
  'rows are damaged past the server, which the shards refuse or the coordinator does not pass on': [
    'import-invariants.test.ts the check finds a note of no payment',
    'ledger-check.test.ts a gap in a history is found',
    'ledger-check.test.ts a lost history is found',
    'ledger-check.test.ts an outcome at another time is found',
    "ledger-check.test.ts a step in another merchant's history is found",
    "ledger-check.test.ts a payment of another merchant's customer is found",
    'ledger-check.test.ts an attempt to deliver nothing is found',
    "ledger-check.test.ts a call with another merchant's key is found",
    'ledger-check.test.ts an audit entry of nobody is found',
    "ledger-check.test.ts another merchant's payment told is found",
    'ledger-check.test.ts a guard that was removed is found: transaction_events, update',
    'ledger-check.test.ts a guard that was removed is found: transaction_events, delete',
    'ledger-check.test.ts a guard that was removed is found: audit_log, update',
    'ledger-check.test.ts a guard that was removed is found: audit_log, delete',
    'link-invariants.test.ts answers of no payment is found',
    'link-invariants.test.ts a link of no merchant is found',
    'refund-invariants.test.ts the ledger check finds more returned than was taken',
    'refund-invariants.test.ts the ledger check finds a refund of a payment that failed',
    'refund-invariants.test.ts the ledger check finds a lost step of a history',
    'refund-invariants.test.ts the ledger check finds a step of no refund',
  ],
  'who waits for a row is looked for at the coordinator, and waits at a worker': [
    'erasure.test.ts a payment that is under way while its customer is erased names nobody',
    'lock-order.test.ts a change of the zone and a payment that falls due meanwhile do not wait for each other',
    'team.test.ts two owners who changeRole at once leave one',
    'team.test.ts two owners who remove at once leave one',
    'team.test.ts two owners who leave at once leave one',
  ],
  'rows or triggers are made by statements of the test that Citus refuses': [
    'run-again.test.ts a payment with an Idempotency-Key whose insert into transactions fails with 40P01 is run again and taken once',
    'run-again.test.ts a payment with an Idempotency-Key whose insert into idempotency_keys fails with 40P01 is run again and taken once',
    'run-again.test.ts a payment with an Idempotency-Key whose insert into transactions fails with 40001 is run again and taken once',
    'run-again.test.ts a payment that is asked for again without end answers 503 and stores nothing, and its key stays new',
    'sparse-customers.test.ts few customers of very many are listed whole, in every order, page by page and by number',
    'sparse-customers.test.ts of customers none of whom paid in a month none is listed',
  ],
  'the plan of a queue is that of the coordinator, which names no index': [
    'link-reminders.test.ts the queue is read by its own index',
  ],
}
