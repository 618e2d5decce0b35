import { sql } from 'kysely'
import type { InvariantStatement } from './slices.queries.ts'
import { selectDifferences } from './sum-invariants.queries.ts'

/**
 * Business days depend on the time zone, so a merchant has two calendars: 0 has the column `day`, 1 has `day_b`. One is in
 * use, and a change of time zone fills the other. Selects each refund for the calendar in use, and also for the calendar
 * being filled, up to the last refund in it (`made_refund_id`).
 */
const refundsByCalendar = sql`(
  select r.*, m.calendar, case m.calendar when 0 then r.day else r.day_b end as its_day
  from refunds r join merchants m on m.id = r.merchant_id
  union all
  select r.*, 1 - m.calendar, case m.calendar when 1 then r.day else r.day_b end
  from refunds r join merchants m on m.id = r.merchant_id
  where m.new_timezone is not null and r.id <= m.made_refund_id
) as placed`

/**
 * Invariants of refunds and of the amounts of refunded payments. Each name states an invariant. Each
 * statement selects the rows that break the invariant.
 */
export const refundInvariants: Record<string, InvariantStatement> = {
  'the amounts of every payment are those of its refunds, and never more than it took': {
    by: 'transactions',
    statement: (slice) => sql`
      select t.merchant_id, t.id, t.amount, t.amount_refunded, t.amount_refunding from transactions t
      left join (
        select merchant_id, transaction_id,
          sum(case when status = 'success' then amount else 0 end) as returned,
          sum(case when status = 'pending' then amount else 0 end) as reserved
        from refunds group by merchant_id, transaction_id
      ) as r on r.merchant_id = t.merchant_id and r.transaction_id = t.id
      where ${slice('t.merchant_id', 't.id')} and (
        t.amount_refunded <> coalesce(r.returned, 0) or t.amount_refunding <> coalesce(r.reserved, 0)
        or t.amount_refunded + t.amount_refunding + t.amount_disputed > t.amount)`,
  },
  'every refund is of a payment that succeeded, of the same merchant and customer, with the same payment method': sql`
    select r.merchant_id, r.id from refunds r
    left join transactions t on t.merchant_id = r.merchant_id and t.id = r.transaction_id
    where t.id is null or t.status <> 'success' or t.customer_id <> r.customer_id
      or t.currency <> r.currency or t.payment_method <> r.payment_method
      or t.transaction_id <> r.reference or t.processor <> r.processor`,
  'every history of a refund begins as pending, counts up without gaps and ends in its status': sql`
    select r.merchant_id, r.id, r.status from refunds r
    left join refund_events e on e.merchant_id = r.merchant_id and e.refund_id = r.id
    left join (
      select merchant_id, refund_id, max(sequence) as sequence from refund_events
      group by merchant_id, refund_id
    ) as l on l.merchant_id = r.merchant_id and l.refund_id = r.id
    group by r.merchant_id, r.id, r.status
    having coalesce(max(e.sequence), 0) <> count(e.sequence)
      or sum(case when e.sequence = 1 and e.type = 'created' and e.status = 'pending'
        then 1 else 0 end) <> 1
      or max(case when e.sequence = l.sequence then e.status end) <> r.status`,
  'every step of a history belongs to a refund of the same merchant': sql`
    select e.merchant_id, e.refund_id from refund_events e
    left join refunds r on r.merchant_id = e.merchant_id and r.id = e.refund_id
    where r.id is null`,
  'a pending refund has a next poll, or waits for an owner': sql`
    select merchant_id, id, status, next_check_at, approval from refunds
    where (status = 'pending' and coalesce(approval, '') <> 'needed' and next_check_at is null)
      or (status = 'pending' and approval = 'needed' and next_check_at is not null)
      or (status in ('failed', 'cancelled') and next_check_at is not null)
      or (status <> 'pending' and approval = 'needed')`,
  'an authorized payment is pending, and has a time until which it can be captured': {
    by: 'transactions',
    statement: (slice) => sql`
      select merchant_id, id, stage, status from transactions
      where ${slice('merchant_id', 'id')} and (
        (stage = 'authorized' and (status <> 'pending' or capture_before is null
          or amount_authorized is null or capture_method is null))
        or (wish is not null and status <> 'pending')
        or (stage is not null and status <> case
          when stage = 'succeeded' then 'success'
          when stage in ('failed', 'cancelled') then 'failed' else 'pending' end))`,
  },
  'a late capture belongs to a failed payment': sql`
    select l.merchant_id, l.transaction_id, t.status from late_captures l
    left join transactions t on t.merchant_id = l.merchant_id and t.id = l.transaction_id
    where coalesce(t.status, '') <> 'failed'`,
  'a refund of a late capture returns all of it': sql`
    select r.merchant_id, r.id, r.amount, l.amount as taken from late_refunds r
    left join late_captures l on l.merchant_id = r.merchant_id and l.transaction_id = r.id
    where l.amount is null or r.amount <> l.amount
      or (r.status = 'failed' and (r.failure_reason is null or r.next_check_at is not null))
      or (r.status = 'pending' and r.next_check_at is null)`,
  'the sums of refunds by day are those of the refunds': selectDifferences(
    sql`merchant_id, calendar, day, currency, payment_method, status`,
    sql`select r.merchant_id, r.calendar, day, r.currency, payment_method, status, count, amount,
        0 as ms from rollup_refund_days r join merchants m on m.id = r.merchant_id
        where r.calendar = m.calendar or m.new_timezone is not null`,
    sql`select merchant_id, calendar, its_day, currency, payment_method, status,
        -count(*), -sum(amount), 0 from ${refundsByCalendar}
        group by merchant_id, calendar, its_day, currency, payment_method, status`,
  ),
  'what customers got back is the sum of their refunds': selectDifferences(
    sql`merchant_id, customer_id, currency`,
    sql`select merchant_id, customer_id, currency, count, amount, 0 as ms
        from rollup_customer_refunds`,
    sql`select merchant_id, customer_id, currency, -count(*), -sum(amount), 0 from refunds
        where status = 'success' group by merchant_id, customer_id, currency`,
  ),
}
