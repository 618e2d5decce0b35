/**
 * Integration tests that cannot pass on a Citus cluster, because it refuses statements of the test itself. The key is
 * the reason; each value is a test's file and full name.
 */
export const singleServerTests: Record<string, readonly string[]> = {
  'rows get another merchant past the server, and a row does not go over to the shard of another': [
    "ledger-check.test.ts a step in another merchant's history is found",
    'ledger-check.test.ts an audit entry of nobody is found',
    "ledger-check.test.ts another merchant's payment told is found",
    'link-invariants.test.ts a link of no merchant is found',
  ],
}
