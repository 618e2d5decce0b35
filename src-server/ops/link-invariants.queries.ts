import { sql } from 'kysely'
import type { Look } from './slices.queries.ts'

/** What must hold of payment links, and of the payments that came by them. */
export const linkInvariants: Record<string, Look> = {
  'what every payment link counts are its payments': sql`
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
  'every payment link asks a customer, and stands for a payment, of the same merchant': sql`
    select l.merchant_id, l.id, l.customer_id, l.source_transaction_id from payment_links l
    left join customers c on c.merchant_id = l.merchant_id and c.id = l.customer_id
    left join transactions t on t.merchant_id = l.merchant_id and t.id = l.source_transaction_id
    where (l.customer_id is not null and c.id is null)
      or (l.source_transaction_id is not null and t.id is null)`,
  'no payment link takes more payments than it may': sql`
    select merchant_id, id, payments, failed, max_uses from payment_links
    where max_uses is not null and payments - failed > max_uses`,
  'every payment by a link is of the same merchant and currency, and keeps what was answered': sql`
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
