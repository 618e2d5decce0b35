import { sql } from 'kysely'
import type { InvariantStatement } from './slices.queries.ts'

/**
 * Invariants of payment links and of their payments. Each name states an invariant. Each statement selects
 * the rows that break the invariant.
 */
export const linkInvariants: Record<string, InvariantStatement> = {
  'the counts of every payment link are those of its payments': sql`
    select l.merchant_id, l.id, l.payments, l.paid, l.failed, l.paid_amount from payment_links l
    left join (
      select merchant_id, link_id, count(*) as payments,
        sum(case when status = 'success' then 1 else 0 end) as paid,
        sum(case when status = 'failed' then 1 else 0 end) as failed,
        sum(case when status = 'success' then amount else 0 end) as amount
      from transactions where link_id is not null group by merchant_id, link_id
    ) as t on t.merchant_id = l.merchant_id and t.link_id = l.id
    where l.payments <> coalesce(t.payments, 0) or l.paid <> coalesce(t.paid, 0)
      or l.failed <> coalesce(t.failed, 0) or l.paid_amount <> coalesce(t.amount, 0)`,
  'the customer of a payment link, and the payment that it repeats, are of the same merchant': sql`
    select l.merchant_id, l.id, l.customer_id, l.source_transaction_id from payment_links l
    left join customers c on c.merchant_id = l.merchant_id and c.id = l.customer_id
    left join transactions t on t.merchant_id = l.merchant_id and t.id = l.source_transaction_id
    where (l.customer_id is not null and c.id is null)
      or (l.source_transaction_id is not null and t.id is null)`,
  'the counts of mails of every payment link are those of the audit log': sql`
    select l.merchant_id, l.id, l.sent, l.reminded from payment_links l
    left join (
      select merchant_id, object_id, count(*) as sent,
        sum(case when "after" is null then 0 else 1 end) as reminded
      from audit_log where action = 'payment_link.sent'
      group by merchant_id, object_id
    ) as a on a.merchant_id = l.merchant_id and a.object_id = l.id
    where l.sent <> coalesce(a.sent, 0) or l.reminded <> coalesce(a.reminded, 0)`,
  'a payment link has no more mails than it counts': sql`
    select l.merchant_id, l.id, l.sent, l.reminded from payment_links l
    join (
      select merchant_id, substr(object_id, 1, 30) as link_id, count(*) as mails,
        sum(case when kind = 'payment_reminder' then 1 else 0 end) as reminders
      from mails where kind in ('payment_request', 'payment_reminder')
      group by merchant_id, substr(object_id, 1, 30)
    ) as m on m.merchant_id = l.merchant_id and m.link_id = l.id
    where m.mails > l.sent or m.reminders > l.reminded`,
  'only a payment link that was mailed, and is neither paid nor closed, has a next reminder': sql`
    select merchant_id, id, next_reminder_at from payment_links
    where next_reminder_at is not null
      and (has_reminders <> 1 or customer_id is null or sent = 0 or reminded not in (0, 1)
        or paid > 0 or closed_at is not null)`,
  'no payment link takes more payments than it may': sql`
    select merchant_id, id, payments, failed, lapsed, max_uses from payment_links
    where max_uses is not null and payments - failed - lapsed > max_uses`,
  'the count of lapsed payments of every payment link is that of its payments': sql`
    select l.merchant_id, l.id, l.lapsed from payment_links l
    left join (
      select a.merchant_id, a.link_id, count(*) as lapsed,
        sum(case when t.status = 'failed' then 1 else 0 end) as failed
      from payment_link_answers a
      join transactions t on t.merchant_id = a.merchant_id and t.id = a.transaction_id
      where a.lapsed_at is not null group by a.merchant_id, a.link_id
    ) as a on a.merchant_id = l.merchant_id and a.link_id = l.id
    where l.lapsed <> coalesce(a.lapsed, 0) or coalesce(a.failed, 0) > 0`,
  'every payment by a link is of the same merchant and currency, and has its answers': sql`
    select t.merchant_id, t.id, t.link_id from transactions t
    left join payment_links l on l.merchant_id = t.merchant_id and l.id = t.link_id
    left join payment_link_answers a on a.merchant_id = t.merchant_id and a.transaction_id = t.id
      and a.link_id = t.link_id
    where t.link_id is not null and (l.id is null or l.currency <> t.currency or a.link_id is null)`,
  'every answer to a payment link belongs to a payment by it': sql`
    select a.merchant_id, a.transaction_id, a.link_id from payment_link_answers a
    left join transactions t on t.merchant_id = a.merchant_id and t.id = a.transaction_id
      and t.link_id = a.link_id
    where t.id is null`,
}
