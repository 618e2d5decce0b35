import { sql } from 'kysely'
import { plugins } from '#server/services/processors/registry.ts'
import type { InvariantStatement } from './slices.queries.ts'

const totalColumns = sql`merchant_id, balance_account_id, currency, balance_type, type`

/** Processors that capture authorized money in parts. */
const partCapturers = plugins
  .filter(({ capturesInParts }) => capturesInParts)
  .map(({ name }) => name)

/** The change of the balance at the processor by the postings of each entry. */
const changesOfBalance = sql`
  select p.merchant_id, p.entry_id, p.generation,
    sum(case when d.kind in ('processor', 'reserved') then p.amount else 0 end)
      - sum(case when c.kind in ('processor', 'reserved') then p.amount else 0 end) as net
  from ledger_postings p
  join ledger_accounts d on d.merchant_id = p.merchant_id and d.id = p.debit_id
  join ledger_accounts c on c.merchant_id = p.merchant_id and c.id = p.credit_id
  group by p.merchant_id, p.entry_id, p.generation`

/**
 * Invariants of balance entries, payouts and the ledger. Each name states an invariant. Each statement
 * selects the rows that break the invariant.
 */
export const moneyInvariants: Record<string, InvariantStatement> = {
  'the net amount of a balance entry is its amount less its fee': sql`
    select merchant_id, id, amount, fee, net from balance_entries where net <> amount - fee`,
  'the totals of balance entries are those of the entries': sql`
    select ${totalColumns}, sum(count) as count, sum(amount) as amount, sum(fee) as fee,
      sum(net) as net
    from (
      select ${totalColumns}, count, amount, fee, net from balance_totals
      union all
      select ${totalColumns}, -count(*), -sum(amount), -sum(fee), -sum(net) from balance_entries
      group by ${totalColumns}
    ) as compared
    group by ${totalColumns}
    having sum(count) <> 0 or sum(amount) <> 0 or sum(fee) <> 0 or sum(net) <> 0`,
  'the entries of a payout add up to it': sql`
    select p.merchant_id, p.id, p.amount, coalesce(sum(e.net), 0) as entries
    from payouts p left join balance_entries e on e.merchant_id = p.merchant_id
      and e.payout_id = p.id and e.type <> 'payout'
    where p.contents = 'complete'
    group by p.merchant_id, p.id, p.amount, p.entry_count
    having coalesce(sum(e.net), 0) <> p.amount or count(e.id) <> p.entry_count`,
  // An authorization may be captured in parts, each with a charge. The payment is pending until the last part.
  'the charges of a payment add up to it': {
    by: 'transactions',
    statement: (slice) => sql`
      select t.merchant_id, t.id, t.amount, sum(e.amount) as charged from transactions t
      join balance_entries e on e.merchant_id = t.merchant_id and e.transaction_id = t.id
        and e.type = 'charge' and e.currency = t.currency
      where ${slice('t.merchant_id', 't.id')}
      group by t.merchant_id, t.id, t.amount, t.status, t.processor
      having (t.status = 'success' and sum(e.amount) <> t.amount)
        or (t.status = 'failed' and not exists (select 1 from late_captures c
          where c.merchant_id = t.merchant_id and c.transaction_id = t.id))
        or (t.status = 'pending' and (t.processor not in (${sql.join(partCapturers)}) or sum(e.amount) > t.amount))`,
  },
  'every balance entry is about a payment, refund, dispute and payout of the same merchant': sql`
    select e.merchant_id, e.id, e.transaction_id, e.refund_id, e.dispute_id, e.payout_id
    from balance_entries e
    left join transactions t on t.merchant_id = e.merchant_id and t.id = e.transaction_id
    left join refunds r on r.merchant_id = e.merchant_id and r.id = e.refund_id
    left join disputes d on d.merchant_id = e.merchant_id and d.id = e.dispute_id
    left join payouts p on p.merchant_id = e.merchant_id and p.id = e.payout_id
    where (e.transaction_id is not null and t.id is null)
      or (e.refund_id is not null and r.id is null)
      or (e.dispute_id is not null
        and (d.id is null or d.transaction_id <> coalesce(e.transaction_id, '')))
      or (e.payout_id is not null and p.id is null)
      or (e.processor = 'sandbox' and e.type = 'charge' and e.transaction_id is null)`,
  'a payment that the sandbox reader has passed has its balance entry': sql`
    select t.merchant_id, t.id from balance_accounts a
    join transactions t on t.merchant_id = a.merchant_id and t.processor = a.processor
      and (t.created_at, t.id) <=
        (substr(a.payment_position, 1, 24), substr(a.payment_position, 26))
    left join balance_entries e on e.merchant_id = t.merchant_id and e.transaction_id = t.id
      and e.type = 'charge'
    left join sandbox_open_facts f on f.merchant_id = t.merchant_id and f.kind = 'payment'
      and f.object_id = t.id
    where a.processor = 'sandbox' and t.status = 'success' and e.id is null and f.object_id is null`,
  'the entries of a dispute at the sandbox are what it took': sql`
    select d.merchant_id, d.id, d.status, d.amount, d.fee, sum(e.amount) as entries,
      sum(e.fee) as fees
    from balance_accounts a
    join disputes d on d.merchant_id = a.merchant_id and d.processor = a.processor
      and d.kind = 'dispute' and d.status in ('needs_response', 'under_review', 'won', 'lost')
    left join balance_entries e on e.merchant_id = d.merchant_id
      and e.transaction_id = d.transaction_id and e.dispute_id = d.id
    where a.processor = 'sandbox' and not exists (
      select 1 from sandbox_open_facts f where f.merchant_id = d.merchant_id
        and f.kind = 'dispute' and substr(f.object_id, 1, length(d.id) + 1) = d.id || ' ')
    group by d.merchant_id, d.id, d.status, d.amount, d.fee
    having coalesce(sum(e.amount), -1) <> case d.status when 'won' then 0 else -d.amount end
      or coalesce(sum(e.fee), -1) <> coalesce(d.fee, 0)`,
  'the ledger contains the change of each balance entry': sql`
    select e.merchant_id, e.id, e.net, changed.net as posted from balance_entries e
    join balance_accounts a on a.merchant_id = e.merchant_id and a.id = e.balance_account_id
    left join (${changesOfBalance}) as changed on changed.merchant_id = e.merchant_id
      and changed.entry_id = e.id and changed.generation = a.ledger_generation
    where e.ledger_generation > 0 and coalesce(changed.net, 0) <> e.net`,
  'every transfer of the ledger follows from a balance entry': sql`
    select l.merchant_id, l.entry_id, l.generation from ledger_transfers l
    left join balance_entries e on e.merchant_id = l.merchant_id and e.id = l.entry_id
    where e.id is null`,
  'every posting of the ledger belongs to a transfer': sql`
    select p.merchant_id, p.entry_id, p.generation from ledger_postings p
    left join ledger_transfers l on l.merchant_id = p.merchant_id and l.entry_id = p.entry_id
      and l.generation = p.generation
    where l.entry_id is null`,
  'the balances of the ledger are the sums of its postings': sql`
    select merchant_id, generation, account_id, sum(debits) as debits, sum(credits) as credits
    from (
      select merchant_id, generation, ledger_account_id as account_id, debits, credits
      from ledger_balances
      union all
      select merchant_id, generation, debit_id, -amount, 0 from ledger_postings
      union all
      select merchant_id, generation, credit_id, 0, -amount from ledger_postings
    ) as compared
    group by merchant_id, generation, account_id
    having sum(debits) <> 0 or sum(credits) <> 0`,
}
