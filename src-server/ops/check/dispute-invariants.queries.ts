import { sql } from 'kysely'
import type { InvariantStatement } from './slices.queries.ts'

/**
 * Invariants of disputes and their responses. Each name states an invariant. Each statement selects the
 * rows that break the invariant.
 */
export const disputeInvariants: Record<string, InvariantStatement> = {
  'the disputed amount of a payment is the sum withdrawn by its disputes, but never more than what is left after refunds': sql`
    select t.merchant_id, t.id, t.amount_disputed, t.dispute_state from transactions t
    join (
      select merchant_id, transaction_id, sum(withdrawn) as taken
      from disputes group by merchant_id, transaction_id
    ) as d on d.merchant_id = t.merchant_id and d.transaction_id = t.id
    where t.amount_disputed > d.taken
      or (t.amount_disputed < d.taken
        and t.amount_disputed + t.amount_refunded + t.amount_refunding < t.amount)
      or (t.amount_disputed > 0 and t.dispute_state is null)`,
  'a payment without a dispute has no disputed amount': sql`
    select t.merchant_id, t.id, t.amount_disputed from transactions t
    where t.amount_disputed > 0 and not exists (select 1 from disputes d
      where d.merchant_id = t.merchant_id and d.transaction_id = t.id and d.withdrawn > 0)`,
  'a dispute has a withdrawn amount exactly in the states in which the bank has the money': sql`
    select merchant_id, id, status, state, withdrawn from disputes
    where (withdrawn > 0) <> (status in ('needs_response', 'under_review', 'lost') and amount > 0)
      or state <> case when kind = 'fraud_warning' then 'warning'
        when status in ('warning_needs_response', 'warning_under_review', 'warning_closed') then 'inquiry'
        else status end
      or (closed_at is not null) <> (status in ('warning_closed', 'won', 'lost'))`,
  'every dispute is of a payment that succeeded, of the same merchant and customer': sql`
    select d.merchant_id, d.id from disputes d
    left join transactions t on t.merchant_id = d.merchant_id and t.id = d.transaction_id
    where t.id is null or t.status <> 'success' or t.customer_id <> d.customer_id
      or t.currency <> d.currency or t.transaction_id <> d.reference or t.processor <> d.processor
      or t.customer_email <> d.customer_email`,
  'every history of a dispute begins with its opening, counts up without gaps and ends in its state': sql`
    select d.merchant_id, d.id from disputes d
    left join dispute_events e on e.merchant_id = d.merchant_id and e.dispute_id = d.id
    group by d.merchant_id, d.id, d.state
    having coalesce(min(e.sequence), 0) <> 1 or max(e.sequence) <> count(e.sequence)
      or sum(case when e.type = 'opened' and e.sequence = 1 then 1 else 0 end) <> 1
      or sum(case when e.sequence = (select max(l.sequence) from dispute_events l
        where l.merchant_id = d.merchant_id and l.dispute_id = d.id) and e.state = d.state
        then 1 else 0 end) <> 1`,
  'an answer to a dispute is sent once, and an answer without an outcome is checked again': sql`
    select merchant_id, id, answer, next_check_at from disputes
    where (answer is not null and next_check_at is null) or (answer is null) <> (answer_by is null)
      or (answer is not null and (submitted_at is not null or accepted_at is not null))
      or (submitted_at is not null and accepted_at is not null)
    union all
    select merchant_id, dispute_id, type, null from dispute_events where type in ('submitted', 'accepted')
    group by merchant_id, dispute_id, type, state having count(*) > 1`,
  'every draft and file belongs to a dispute, and all files of the evidence have at most 10 MB': sql`
    select f.merchant_id, f.dispute_id, sum(f.size) as size from dispute_files f
    left join disputes d on d.merchant_id = f.merchant_id and d.id = f.dispute_id
    group by f.merchant_id, f.dispute_id, d.id having d.id is null or sum(f.size) > 10485760
    union all
    select f.merchant_id, f.dispute_id, f.version from dispute_drafts f
    left join disputes d on d.merchant_id = f.merchant_id and d.id = f.dispute_id
    where d.id is null or f.version < 1`,
}
