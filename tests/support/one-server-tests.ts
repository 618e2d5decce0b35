/**
 * Integration tests that are about one server of PostgreSQL and not about the product: what they do themselves is not to be
 * had of a Citus cluster. By why, each by its file and its whole name.
 */
export const oneServerTests: Record<string, readonly string[]> = {
  'rows get another merchant past the server, and a row does not go over to the shard of another': [
    "ledger-check.test.ts a step in another merchant's history is found",
    'ledger-check.test.ts an audit entry of nobody is found',
    "ledger-check.test.ts another merchant's payment told is found",
    'link-invariants.test.ts a link of no merchant is found',
  ],
}
