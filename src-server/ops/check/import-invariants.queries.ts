import { sql } from 'kysely'
import type { InvariantStatement } from './slices.queries.ts'

/**
 * Invariants of payments that were imported from a processor. Each name states an invariant. Each statement
 * selects the rows that break the invariant.
 */
export const importInvariants: Record<string, InvariantStatement> = {
  'every imported payment is recorded, so that it is not imported again': {
    by: 'transactions',
    statement: (slice) => sql`
      select t.merchant_id, t.id, t.processor_ref from transactions t
      left join imported_payments i on i.merchant_id = t.merchant_id
        and i.account_id = t.processor_account_id and i.ref = t.processor_ref
        and i.transaction_id = t.id
      where ${slice('t.merchant_id', 't.id')} and t.imported_at is not null and i.ref is null`,
  },
  'every record of an imported payment names a payment, which is final': {
    by: 'transactions',
    statement: (slice) => sql`
      select i.merchant_id, i.transaction_id, i.ref from imported_payments i
      left join transactions t on t.merchant_id = i.merchant_id and t.id = i.transaction_id
      where ${slice('i.merchant_id', 'i.transaction_id')} and (t.id is null
        or t.imported_at is null or t.status = 'pending'
        or coalesce(t.processor_ref, '') <> i.ref
        or coalesce(t.processor_account_id, '') <> i.account_id)`,
  },
  'no payment of a processor was imported twice': sql`
    select merchant_id, ref, count(*) as payments from imported_payments
    group by merchant_id, ref having count(*) > 1`,
  'the import count of an account is the number of its imported payments': sql`
    select a.merchant_id, a.id, a.import_count from processor_accounts a
    where a.import_count <> (select count(*) from imported_payments i
      where i.merchant_id = a.merchant_id and i.account_id = a.id)`,
  'a running import has a next step, and no other account has one': sql`
    select merchant_id, id, import_state, import_due_at from processor_accounts
    where (coalesce(import_state, '') = 'running' and closed_at is null)
      <> (import_due_at is not null)`,
}
