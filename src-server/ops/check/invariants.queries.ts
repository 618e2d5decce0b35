import { type RawBuilder, sql } from 'kysely'
import type { Dialect } from '#db/portable.ts'
import { disputeInvariants } from './dispute-invariants.queries.ts'
import { erasureInvariants } from './erasure-invariants.queries.ts'
import { importInvariants } from './import-invariants.queries.ts'
import { linkInvariants } from './link-invariants.queries.ts'
import { moneyInvariants } from './money-invariants.queries.ts'
import { refundInvariants } from './refund-invariants.queries.ts'
import { everyRow, type InvariantStatement, type Slice } from './slices.queries.ts'
import { customerSumInvariants, sumInvariants } from './sum-invariants.queries.ts'

/** The database for which statements are written. */
type DatabaseKind = { dialect: Dialect }

type Invariants = Record<string, InvariantStatement>

/**
 * Returns the invariants of the stored data. Each name states an invariant. Each statement selects the rows
 * that break the invariant; an intact database has none.
 */
export const invariants = (world: DatabaseKind): Invariants => ({
  ...sumInvariants(world),
  ...customerSumInvariants,
  ...histories,
  ...refundInvariants,
  ...disputeInvariants,
  ...importInvariants,
  ...linkInvariants,
  ...moneyInvariants,
  ...parents,
  ...references,
  ...webhooks,
  ...mails,
  ...erasureInvariants(world),
  'the history of payments and the audit log can only be added to': selectMissingTriggers(world),
})

const histories: Invariants = {
  'every history begins as pending and counts up without gaps': {
    by: 'transactions',
    statement: (slice) => sql`
      select merchant_id, transaction_id from transaction_events
      where ${slice('merchant_id', 'transaction_id')}
      group by merchant_id, transaction_id
      having min(sequence) <> 1 or max(sequence) <> count(*)
        or sum(case when type = 'created' and status = 'pending' and sequence = 1 then 1 else 0 end) <> 1`,
  },
  'every history ends in the status of its transaction, and final ones changed once': {
    by: 'transactions',
    statement: (slice) => sql`
      select t.merchant_id, t.id, t.status from transactions t
      left join transaction_events e on e.merchant_id = t.merchant_id and e.transaction_id = t.id
      where ${slice('t.merchant_id', 't.id')}
      group by t.merchant_id, t.id, t.status
      having count(e.sequence) <> case when t.status = 'pending' then 1 else 2 end
        or sum(case when e.status = t.status then 1 else 0 end) <> 1`,
  },
  'every history says when its payment became final, and why it failed': {
    by: 'transactions',
    statement: (slice) => sql`
      select t.merchant_id, t.id, e.at, e.reason from transactions t join transaction_events e
        on e.merchant_id = t.merchant_id and e.transaction_id = t.id and e.type = 'status_changed'
      where ${slice('t.merchant_id', 't.id')} and (e.at <> t.settled_at
        or (t.status = 'failed' and coalesce(e.reason, '') <> coalesce(t.failure_reason, '')))`,
  },
  'a pending payment has a next poll, and a final one has none': {
    by: 'transactions',
    statement: (slice) => sql`
      select merchant_id, id, status, next_check_at from transactions
      where ${slice('merchant_id', 'id')} and (status = 'pending') <> (next_check_at is not null)`,
  },
}

/** A row and its parent belong to the same merchant: no merchant reaches another's row by its id. */
const parents: Invariants = {
  'every step of a history belongs to a payment of the same merchant': {
    by: 'transactions',
    statement: (slice) =>
      selectOrphans(
        { table: 'transaction_events', column: 'transaction_id' },
        { table: 'transactions', within: slice('child.merchant_id', 'child.transaction_id') },
      ),
  },
  'every payment belongs to a customer of the same merchant': {
    by: 'transactions',
    statement: (slice) =>
      selectOrphans(
        { table: 'transactions', column: 'customer_id' },
        { table: 'customers', within: slice('child.merchant_id', 'child.id') },
      ),
  },
  'every attempt to deliver belongs to a webhook event of the same merchant': selectOrphans(
    { table: 'webhook_attempts', column: 'event_id' },
    { table: 'webhook_events' },
  ),
  'every logged call was made with a key of the same merchant': selectOrphans(
    { table: 'request_log', column: 'key_id' },
    { table: 'api_keys' },
  ),
  'an API key replaces only a key of the same merchant': selectOrphans(
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
      'webhook_endpoints',
      'webhook_events',
      'webhook_listeners',
      'listener_events',
      'refunds',
      'disputes',
      'dispute_settings',
      'payment_links',
      'payment_link_answers',
      'payment_link_tries',
      'processor_accounts',
      'balance_accounts',
      'balance_entries',
      'payouts',
      'mails',
    ].map(
      (table) => sql`
        select distinct ${sql.lit(table)} as held_in, merchant_id from ${sql.table(table)}
        where merchant_id is not null and merchant_id not in (select id from merchants)`,
    ),
    sql` union all `,
  ),
}

const references: Invariants = {
  'every transaction can be found by search, and no other': {
    by: 'transactions',
    statement: (slice) => selectUnsearchable('transaction', 'transactions', slice),
  },
  'every customer can be found by search, and no other': {
    by: 'customers',
    statement: (slice) => selectUnsearchable('customer', 'customers', slice),
  },
  'every refund can be found by search, and no other': selectUnsearchable(
    'refund',
    'refunds',
    () => everyRow,
  ),
  'every dispute can be found by search, and no other': selectUnsearchable(
    'dispute',
    'disputes',
    () => everyRow,
  ),
  'every payment link can be found by search, and no other': selectUnsearchable(
    'payment_link',
    'payment_links',
    () => everyRow,
  ),
  'nothing but transactions, customers, refunds, disputes and payment links can be found by search': sql`
    select merchant_id, kind, object_id from search_texts
    where kind not in ('transaction', 'customer', 'refund', 'dispute', 'payment_link')`,
  'every stored response is about exactly one existing object, and a refusal about none': sql`
    select i.merchant_id, i.key, i.object_id, i.status from idempotency_keys i
    left join transactions t on t.merchant_id = i.merchant_id and t.id = i.object_id
    left join customers c on c.merchant_id = i.merchant_id and c.id = i.object_id
    left join refunds r on r.merchant_id = i.merchant_id and r.id = i.object_id
    left join payment_links l on l.merchant_id = i.merchant_id and l.id = i.object_id
    left join webhook_endpoints w on w.merchant_id = i.merchant_id and w.id = i.object_id
    left join payouts p on p.merchant_id = i.merchant_id and p.id = i.object_id
    where (i.status < 400 and i.object_id is null)
      or (i.status >= 400 and i.object_id is not null)
      or (i.object_id is not null and 1 <> case when t.id is null then 0 else 1 end
        + case when c.id is null then 0 else 1 end + case when r.id is null then 0 else 1 end
        + case when l.id is null then 0 else 1 end + case when w.id is null then 0 else 1 end
        + case when p.id is null then 0 else 1 end)`,
  'every merchant has an owner and an integration': sql`
    select id from merchants m where (m.mode = 'test' and not exists (select 1
      from merchant_members p where p.merchant_id = m.id and p.role = 'owner'))
    or not exists (select 1 from integrations i where i.merchant_id = m.id)`,
  'a live mode and its test mode name each other': sql`
    with t as materialized (select id, mode, twin_id from merchants)
    select m.id, m.mode, m.twin_id from merchants m left join t on t.id = m.twin_id
    where (m.mode = 'live' and m.twin_id is null)
      or (m.twin_id is not null
        and (t.id is null or t.mode = m.mode or t.twin_id is null or t.twin_id <> m.id))`,
  'only a live mode has no members of its own': sql`
    select m.id, m.mode from merchants m
    where (m.mode = 'live') = (exists (select 1 from merchant_members p where p.merchant_id = m.id)
      or exists (select 1 from merchant_invitations i where i.merchant_id = m.id))`,
  'every API key shows its mode': sql`
    select k.merchant_id, k.id, k.prefix from api_keys k join merchants m on m.id = k.merchant_id
    where substr(k.prefix, 1, 8) <> 'sk_' || m.mode || '_'`,
}

/** Selects objects without a search text, and search texts without an object. */
function selectUnsearchable(kind: string, table: string, slice: Slice): RawBuilder<unknown> {
  return sql`
  select o.merchant_id, o.id as object_id from ${sql.table(table)} o
  left join search_texts s on s.merchant_id = o.merchant_id and s.kind = ${sql.lit(kind)}
    and s.object_id = o.id
  where ${slice('o.merchant_id', 'o.id')} and s.object_id is null
  union all
  select s.merchant_id, s.object_id from search_texts s
  left join ${sql.table(table)} o on o.merchant_id = s.merchant_id and o.id = s.object_id
  where s.kind = ${sql.lit(kind)} and ${slice('s.merchant_id', 's.object_id')} and o.id is null`
}

const webhooks: Invariants = {
  // `payment.pending` may be sent twice: when the payment is stored, and when its payer has paid and a bank decides.
  'no change is reported by two webhook events': sql`
    select merchant_id, endpoint_id, object_id, count(*) as events from webhook_events
    where is_test = 0 and object_id is not null
      and event_type not in ('dispute.updated', 'dispute.closed')
    group by merchant_id, endpoint_id, object_id,
      case when event_type in ('payment.completed', 'payment.failed') then 'final' else event_type end
    having count(*) > max(case when event_type = 'payment.pending' then 2 else 1 end)`,
  'the type of every webhook event matches the state of its object': sql`
    select e.merchant_id, e.id, e.event_type, e.object_id from webhook_events e
    left join transactions t on t.merchant_id = e.merchant_id and t.id = e.object_id
      and t.customer_id = e.customer_id
    left join customers c on c.merchant_id = e.merchant_id and c.id = e.object_id
      and c.id = e.customer_id
    left join refunds r on r.merchant_id = e.merchant_id and r.id = e.object_id
      and r.customer_id = e.customer_id
    left join payouts p on p.merchant_id = e.merchant_id and p.id = e.object_id
    left join disputes d on d.merchant_id = e.merchant_id and d.id = e.object_id
      and d.customer_id = e.customer_id
    where e.is_test = 0 and not coalesce(case e.event_type
      when 'payment.completed' then t.status = 'success'
      when 'payment.failed' then t.status = 'failed'
      when 'payment.pending' then t.id is not null
      when 'payment.authorized' then t.amount_authorized is not null
      when 'payment.requires_action' then t.id is not null
      when 'refund.created' then r.id is not null
      when 'refund.completed' then r.status in ('success', 'failed')
      when 'refund.failed' then r.status in ('failed', 'cancelled')
      when 'dispute.opened' then d.id is not null
      when 'dispute.updated' then d.id is not null
      when 'dispute.closed' then d.closed_at is not null
      when 'customer.created' then c.id is not null
      when 'payout.paid' then p.status in ('paid', 'failed')
      when 'payout.failed' then p.status = 'failed'
      when 'payment_link.paid' then t.status = 'success' and t.link_id is not null
    end, false)`,
}

const mails: Invariants = {
  'a waiting mail has a next attempt, and any other mail has no text': sql`
    select merchant_id, id, kind, status from mails
    where (status = 'waiting') <> (next_attempt_at is not null)
      or (status = 'waiting') <> (text is not null)
      or (status <> 'waiting' and (html is not null or leased_until is not null))
      or (status = 'sent') <> (sent_at is not null)`,
}

const guardTriggers = [
  'transaction_events',
  'audit_log',
  'refund_events',
  'ledger_transfers',
  'ledger_postings',
  'closed_months',
  'closed_month_rows',
  'dispute_events',
].flatMap((table) => ['update', 'delete'].map((change) => `${table}_no_${change}`))

/** Selects the missing triggers: a person who removed them could have changed the past since. */
function selectMissingTriggers({ dialect }: DatabaseKind): RawBuilder<unknown> {
  const present =
    dialect === 'sqlite'
      ? sql`select name from sqlite_master where type = 'trigger'`
      : sql`select tgname from pg_trigger where tgenabled in ('O', 'A')`
  const expected = [...guardTriggers, 'merchants_no_late_demo', 'transactions_amounts'].map(
    (name) => sql`select ${sql.lit(name)} as missing`,
  )
  return sql`
    select missing from (${sql.join(expected, sql` union all `)}) as expected
    where missing not in (${present})`
}

type Child = { table: string; column: string }

function selectOrphans(
  { table, column }: Child,
  { table: parent, within = everyRow }: { table: string; within?: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const parentId = sql.ref(`child.${column}`)
  return sql`
    select child.merchant_id, ${parentId} from ${sql.table(table)} as child
    left join ${sql.table(parent)} as parent
      on parent.merchant_id = child.merchant_id and parent.id = ${parentId}
    where ${parentId} is not null and parent.id is null and ${within}`
}
