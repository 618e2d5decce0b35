import { type RawBuilder, sql } from 'kysely'
import type { Dialect } from '#db/portable.ts'
import { payerMonths } from '../services/rollups/payers.queries.ts'
import { processingMs, type RollupTable, rollupTables } from '../services/rollups/sums.queries.ts'
import { erasureInvariants } from './erasure-invariants.queries.ts'

/** Which database the statements are for. */
type Kind = { dialect: Dialect }

type Invariants = Record<string, RawBuilder<unknown>>

/**
 * What must hold of the stored data at all times. Each statement selects the rows that break it, so
 * an invariant that holds selects nothing.
 */
export const invariants = (world: Kind): Invariants => ({
  ...sums(world),
  ...histories,
  ...parents,
  ...references,
  ...webhooks,
  ...erasureInvariants(world),
  'the history of payments and the audit log can only be added to': missingTriggers(world),
})

/** The sums of calendars that count or are being made; of others nothing is promised. */
const kept = (table: RollupTable, columns: RawBuilder<unknown>) => sql`
  select r.merchant_id, r.calendar, ${columns} from ${sql.table(table)} r
  join merchants m on m.id = r.merchant_id
  where r.calendar = m.calendar or m.new_timezone is not null`

/** Payments in each calendar that they must be counted in; in one being made as far as that has come. */
const placed = sql`(
  select t.*, m.calendar, case m.calendar when 0 then t.day else t.day_b end as its_day,
    case m.calendar when 0 then t.weekday else t.weekday_b end as its_weekday,
    case m.calendar when 0 then t.slot else t.slot_b end as its_slot
  from transactions t join merchants m on m.id = t.merchant_id
  union all
  select t.*, 1 - m.calendar, case m.calendar when 1 then t.day else t.day_b end,
    case m.calendar when 1 then t.weekday else t.weekday_b end,
    case m.calendar when 1 then t.slot else t.slot_b end
  from transactions t join merchants m on m.id = t.merchant_id
  where m.new_timezone is not null and (t.created_at, t.id) <= (m.made_at, m.made_id)
) as placed`

const sums = (world: Kind): Invariants => ({
  'the sums by day are those of the transactions': differing(
    sql`merchant_id, calendar, day, currency, payment_method, status`,
    kept(
      'rollup_days',
      sql`day, r.currency, payment_method, status, count, amount, processing_ms as ms`,
    ),
    sql`select merchant_id, calendar, its_day, currency, payment_method, status,
        -count(*), -sum(amount), -sum(${processingMs(world)}) from ${placed}
        group by merchant_id, calendar, its_day, currency, payment_method, status`,
  ),
  'the sums by weekday and slot are those of the transactions': differing(
    sql`merchant_id, calendar, weekday, slot, currency, status`,
    kept('rollup_slots', sql`weekday, slot, r.currency, status, count, amount, 0 as ms`),
    sql`select merchant_id, calendar, its_weekday, its_slot, currency, status,
        -count(*), -sum(amount), 0
        from ${placed} group by merchant_id, calendar, its_weekday, its_slot, currency, status`,
  ),
  'the totals of customers are those of their transactions': differing(
    sql`merchant_id, calendar, customer_id, currency`,
    kept(
      'rollup_customers',
      sql`customer_id, r.currency, transaction_count as count, total_spent as amount, 0 as ms`,
    ),
    sql`select merchant_id, calendar, customer_id, currency, -count(*),
        -sum(case when status = 'success' then amount else 0 end), 0
        from ${placed} group by merchant_id, calendar, customer_id, currency`,
  ),
  'the sums of customers by month are those of their transactions': differing(
    sql`merchant_id, calendar, month, customer_id, currency`,
    kept('rollup_customer_months', sql`month, customer_id, r.currency, count, amount, 0 as ms`),
    sql`select merchant_id, calendar, substr(its_day, 1, 7), customer_id, currency,
        -count(*), -sum(amount), 0 from ${placed} where status = 'success'
        group by merchant_id, calendar, substr(its_day, 1, 7), customer_id, currency`,
  ),
  'the counts of payers by month are those of the sums of customers': differing(
    sql`merchant_id, calendar, month`,
    kept('rollup_payer_months', sql`month, paid as count, returned as amount, 0 as ms`),
    sql`select p.merchant_id, p.calendar, p.month, -p.paid, -p.returned, 0
        from (${payerMonths(world.dialect)}) as p join merchants m on m.id = p.merchant_id
        where p.calendar = m.calendar or m.new_timezone is not null`,
  ),
  'every customer has a total in the reporting currency': sql`
    select c.merchant_id, c.id from customers c join merchants m on m.id = c.merchant_id
    where not exists (select 1 from rollup_customers r where r.merchant_id = c.merchant_id
      and r.calendar = m.calendar and r.customer_id = c.id and r.currency = m.currency)`,
  'a calendar that does not count is empty, unless it is being made or waits to be cleared': sql`
    select distinct r.merchant_id, r.held_in from (${sql.join(
      rollupTables.map(
        (table) => sql`
          select merchant_id, calendar, ${sql.lit(table)} as held_in from ${sql.table(table)}`,
      ),
      sql` union all `,
    )}) as r join merchants m on m.id = r.merchant_id
    where r.calendar <> m.calendar and m.change_id is null and m.stale_since is null`,
})

const histories: Invariants = {
  'every history begins as pending and counts up without gaps': sql`
    select merchant_id, transaction_id from transaction_events
    group by merchant_id, transaction_id
    having min(sequence) <> 1 or max(sequence) <> count(*)
      or sum(case when type = 'created' and status = 'pending' and sequence = 1 then 1 else 0 end) <> 1`,
  'every history ends in the status of its transaction, and final ones changed once': sql`
    select t.merchant_id, t.id, t.status from transactions t
    left join transaction_events e on e.merchant_id = t.merchant_id and e.transaction_id = t.id
    group by t.merchant_id, t.id, t.status
    having count(e.sequence) <> case when t.status = 'pending' then 1 else 2 end
      or sum(case when e.status = t.status then 1 else 0 end) <> 1`,
  'every history says when its payment became final, and why it failed': sql`
    select t.merchant_id, t.id, e.at, e.reason from transactions t join transaction_events e
      on e.merchant_id = t.merchant_id and e.transaction_id = t.id and e.type = 'status_changed'
    where e.at <> t.settled_at
      or (t.status = 'failed' and coalesce(e.reason, '') <> coalesce(t.failure_reason, ''))`,
  'what is pending will be asked for, what is final will not': sql`
    select merchant_id, id, status, next_check_at from transactions
    where (status = 'pending') <> (next_check_at is not null)`,
}

/** A row and what it is about are the same merchant's: no merchant reaches another's row by its id. */
const parents: Invariants = {
  'every step of a history belongs to a payment of the same merchant': orphans(
    { table: 'transaction_events', column: 'transaction_id' },
    { table: 'transactions' },
  ),
  'every payment belongs to a customer of the same merchant': orphans(
    { table: 'transactions', column: 'customer_id' },
    { table: 'customers' },
  ),
  'every attempt to deliver belongs to a webhook event of the same merchant': orphans(
    { table: 'webhook_attempts', column: 'event_id' },
    { table: 'webhook_events' },
  ),
  'every logged call was made with a key of the same merchant': orphans(
    { table: 'request_log', column: 'key_id' },
    { table: 'api_keys' },
  ),
  'every key that replaces one replaces one of the same merchant': orphans(
    { table: 'api_keys', column: 'replaces' },
    { table: 'api_keys' },
  ),
  'every row belongs to a merchant that exists': sql.join(
    [
      'audit_log',
      'customers',
      'merchant_members',
      'merchant_invitations',
      'integrations',
      'api_keys',
      'idempotency_keys',
      'webhook_events',
    ].map(
      (table) => sql`
        select distinct ${sql.lit(table)} as held_in, merchant_id from ${sql.table(table)}
        where merchant_id not in (select id from merchants)`,
    ),
    sql` union all `,
  ),
}

const references: Invariants = {
  'every transaction and customer can be found by search, and nothing else': sql`
    select merchant_id, object_id from (
      select merchant_id, 'transaction' as kind, id as object_id from transactions
      union all select merchant_id, 'customer', id from customers
      union all select merchant_id, kind, object_id from search_texts
    ) as found group by merchant_id, kind, object_id having count(*) <> 2`,
  'every kept answer is about exactly one thing that exists, and a refusal about none': sql`
    select i.merchant_id, i.key, i.object_id, i.status from idempotency_keys i
    left join transactions t on t.merchant_id = i.merchant_id and t.id = i.object_id
    left join customers c on c.merchant_id = i.merchant_id and c.id = i.object_id
    where (i.status < 400 and i.object_id is null)
      or (i.status >= 400 and i.object_id is not null)
      or (i.object_id is not null and (t.id is null) = (c.id is null))`,
  'every merchant has an owner and an integration': sql`
    select id from merchants m where not exists (select 1 from merchant_members p
      where p.merchant_id = m.id and p.role = 'owner')
    or not exists (select 1 from integrations i where i.merchant_id = m.id)`,
}

const webhooks: Invariants = {
  'no change is told by two webhook events': sql`
    select merchant_id, object_id, count(*) as events from webhook_events
    where is_test = 0 and object_id is not null
    group by merchant_id, object_id,
      case when event_type in ('payment.completed', 'payment.failed') then 'final' else event_type end
    having count(*) > 1`,
  'every webhook event tells what became of its payment or customer': sql`
    select e.merchant_id, e.id, e.event_type, e.object_id from webhook_events e
    left join transactions t on t.merchant_id = e.merchant_id and t.id = e.object_id
      and t.customer_id = e.customer_id
    left join customers c on c.merchant_id = e.merchant_id and c.id = e.object_id
      and c.id = e.customer_id
    where e.is_test = 0 and not coalesce(case e.event_type
      when 'payment.completed' then t.status = 'success'
      when 'payment.failed' then t.status = 'failed'
      when 'payment.pending' then t.id is not null
      when 'customer.created' then c.id is not null
    end, false)`,
}

const guards = ['transaction_events', 'audit_log'].flatMap((table) =>
  ['update', 'delete'].map((change) => `${table}_no_${change}`),
)

/** A person who removed these triggers could have changed the past since. */
function missingTriggers({ dialect }: Kind): RawBuilder<unknown> {
  const present =
    dialect === 'sqlite'
      ? sql`select name from sqlite_master where type = 'trigger'`
      : sql`select tgname from pg_trigger where tgenabled in ('O', 'A')`
  const expected = [...guards, 'merchants_no_late_demo'].map(
    (name) => sql`select ${sql.lit(name)} as missing`,
  )
  return sql`
    select missing from (${sql.join(expected, sql` union all `)}) as expected
    where missing not in (${present})`
}

type Child = { table: string; column: string }

function orphans({ table, column }: Child, parent: { table: string }): RawBuilder<unknown> {
  const named = sql.ref(`child.${column}`)
  return sql`
    select child.merchant_id, ${named} from ${sql.table(table)} as child
    left join ${sql.table(parent.table)} as parent
      on parent.merchant_id = child.merchant_id and parent.id = ${named}
    where ${named} is not null and parent.id is null`
}

/** Sums and the rows they come from, added with opposite signs, leave what does not cancel out. */
export function differing(
  key: RawBuilder<unknown>,
  kept: RawBuilder<unknown>,
  rows: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select ${key}, sum(count) as count, sum(amount) as amount, sum(ms) as ms
    from (${kept} union all ${rows}) as both_sides group by ${key}
    having sum(count) <> 0 or sum(amount) <> 0 or sum(ms) <> 0`
}
