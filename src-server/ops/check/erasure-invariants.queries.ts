import { type RawBuilder, sql } from 'kysely'
import type { Dialect } from '#db/portable.ts'
import { erasedPerson } from '#server/features/customers/customers.rules.ts'

type DatabaseKind = { dialect: Dialect }

const NAME = sql.lit(erasedPerson('').name)
const FOLDED_NAME = sql.lit(erasedPerson('').name.toLowerCase())
const DOMAIN = sql.lit(erasedPerson('').email)

/** Customers whose erasure has ended: nothing of them may be left. During an erasure their data may still be found. */
const isErased = sql`c.erased_at is not null and c.erasing_since is null`
const erasedEmail = sql`lower(c.id) || ${DOMAIN}`

/**
 * Returns the invariants of erased customers. Each name states an invariant. Each statement selects the
 * rows in which personal data of an erased customer remain; an intact database has none.
 */
export const erasureInvariants = (world: DatabaseKind): Record<string, RawBuilder<unknown>> => ({
  'an erased customer has no name': sql`
    select c.merchant_id, c.id from customers c where c.erased_at is not null
      and (c.name <> ${NAME} or c.email <> ${erasedEmail} or c.email_key <> ${erasedEmail})`,
  'the payments of an erased customer hold no name': sql`
    select t.merchant_id, t.id from customers c
    join transactions t on t.merchant_id = c.merchant_id and t.customer_id = c.id
    where ${isErased}
      and (t.customer_name <> ${NAME} or t.customer_email <> ${erasedEmail} or t.metadata is not null)`,
  ...refundsOfErased(world),
  ...disputesOfErased(world),
  'the webhook events of an erased customer hold no name': sql`
    select e.merchant_id, e.id from customers c
    join webhook_events e on e.merchant_id = c.merchant_id and e.customer_id = c.id
    where ${isErased} and e.event_type not like 'refund.%'
      and ${containsPersonalData(world, 'e.payload', 'data')}`,
  'the events kept for listeners about an erased customer hold no name': sql`
    select e.merchant_id, e.id from customers c
    join listener_events e on e.merchant_id = c.merchant_id and e.customer_id = c.id
    where ${isErased} and e.event_type not like 'refund.%'
      and ${containsPersonalData(world, 'e.payload', 'data')}`,
  'what endpoints answered to the events of an erased customer is not kept': sql`
    select a.merchant_id, a.event_id, a.number from customers c
    join webhook_events e on e.merchant_id = c.merchant_id and e.customer_id = c.id
    join webhook_attempts a on a.merchant_id = e.merchant_id and a.event_id = e.id
    where ${isErased} and a.response is not null`,
  ...linksOfErased(),
  'no mail to an erased customer is kept': sql`
    select m.merchant_id, m.id from customers c
    join mails m on m.merchant_id = c.merchant_id and m.customer_id = c.id
    where ${isErased}`,
  'the stored responses about an erased customer hold no name': sql`
    select i.merchant_id, i.key, i.object_id from customers c
    join idempotency_keys i on i.merchant_id = c.merchant_id and i.object_id = c.id
    where ${isErased} and i.status is not null and ${containsPersonalData(world, 'i.body')}
    union all
    select i.merchant_id, i.key, i.object_id from customers c
    join transactions t on t.merchant_id = c.merchant_id and t.customer_id = c.id
    join idempotency_keys i on i.merchant_id = t.merchant_id and i.object_id = t.id
    where ${isErased} and i.status is not null and ${containsPersonalData(world, 'i.body')}`,
  'the search texts of an erased customer hold no name': sql`
    select s.merchant_id, s.object_id from customers c
    join search_texts s on s.merchant_id = c.merchant_id and s.kind = 'customer'
      and s.object_id = c.id
    where ${isErased}
      and s.text <> lower(c.id) || ${lineEnd(world)} || ${FOLDED_NAME} || ${lineEnd(world)} || ${erasedEmail}
    union all
    select s.merchant_id, s.object_id from customers c
    join transactions t on t.merchant_id = c.merchant_id and t.customer_id = c.id
    join search_texts s on s.merchant_id = t.merchant_id and s.kind = 'transaction'
      and s.object_id = t.id
    where ${isErased} and ${positionOf(
      world,
      sql`s.text`,
      sql`lower(t.id) || ${lineEnd(world)} || lower(t.transaction_id) || ${lineEnd(world)}
        || ${FOLDED_NAME} || ${lineEnd(world)} || ${erasedEmail} || ${lineEnd(world)}`,
    )} <> 1`,
})

const linksOfErased = (): Record<string, RawBuilder<unknown>> => ({
  'nothing that an erased customer answered at a payment link is kept': sql`
    select t.merchant_id, t.id from customers c
    join transactions t on t.merchant_id = c.merchant_id and t.customer_id = c.id
    join payment_link_answers a on a.merchant_id = t.merchant_id and a.transaction_id = t.id
    where ${isErased} and coalesce(a.answers, '[]') <> '[]'
    union all
    select e.merchant_id, e.id from customers c
    join webhook_events e on e.merchant_id = c.merchant_id and e.customer_id = c.id
    where ${isErased} and e.payload like '%"answers":[{%'`,
  'no erased customer is to be reminded of a payment link': sql`
    select l.merchant_id, l.id from customers c
    join payment_links l on l.merchant_id = c.merchant_id and l.customer_id = c.id
    where ${isErased} and l.next_reminder_at is not null`,
})

const refundsOfErased = (world: DatabaseKind): Record<string, RawBuilder<unknown>> => ({
  'the refunds of an erased customer hold no name, and are not found by one': sql`
    select r.merchant_id, r.id from customers c
    join refunds r on r.merchant_id = c.merchant_id and r.customer_id = c.id
    left join search_texts s on s.merchant_id = r.merchant_id and s.kind = 'refund'
      and s.object_id = r.id
    where ${isErased} and (r.customer_name <> ${NAME} or r.customer_email <> ${erasedEmail}
      or ${positionOf(
        world,
        sql`s.text`,
        sql`lower(r.reference) || ${lineEnd(world)} || ${FOLDED_NAME} || ${lineEnd(world)}
          || ${erasedEmail} || ${lineEnd(world)}`,
      )} = 0)`,
})

const disputesOfErased = (world: DatabaseKind): Record<string, RawBuilder<unknown>> => ({
  'the disputes of an erased customer hold no name, no answer and no file': sql`
    select d.merchant_id, d.id from customers c
    join disputes d on d.merchant_id = c.merchant_id and d.customer_id = c.id
    left join search_texts s on s.merchant_id = d.merchant_id and s.kind = 'dispute'
      and s.object_id = d.id
    left join dispute_drafts f on f.merchant_id = d.merchant_id and f.dispute_id = d.id
    where ${isErased} and (d.customer_name <> ${NAME} or d.customer_email <> ${erasedEmail}
      or coalesce(f.fields, '{}') <> '{}'
      or exists (select 1 from dispute_files b
        where b.merchant_id = d.merchant_id and b.dispute_id = d.id)
      or ${positionOf(
        world,
        sql`s.text`,
        sql`${FOLDED_NAME} || ${lineEnd(world)} || ${erasedEmail} || ${lineEnd(world)}`,
      )} = 0)`,
})

const lineEnd = ({ dialect }: DatabaseKind) => (dialect === 'sqlite' ? sql`char(10)` : sql`chr(10)`)

const positionOf = (
  { dialect }: DatabaseKind,
  text: RawBuilder<unknown>,
  part: RawBuilder<unknown>,
) => (dialect === 'sqlite' ? sql`instr(${text}, ${part})` : sql`strpos(${text}, ${part})`)

/**
 * Returns the condition that the JSON of a payment or customer has metadata, or a name or e-mail address that an
 * erasure has not replaced. The JSON is the column itself, or its field `within`.
 */
function containsPersonalData(
  { dialect }: DatabaseKind,
  column: string,
  within?: 'data',
): RawBuilder<unknown> {
  const field = (name: string) => {
    if (dialect === 'sqlite') {
      return sql`${sql.ref(column)} ->> ${sql.lit(`$.${within ? `${within}.` : ''}${name}`)}`
    }
    const json = sql`${sql.ref(column)}::jsonb`
    return sql`${within ? sql`(${json} -> ${sql.lit(within)})` : json} ->> ${sql.lit(name)}`
  }
  return sql`(
    coalesce(${field('customerName')}, ${field('name')}, '') <> ${NAME}
    or coalesce(${field('customerEmail')}, ${field('email')}, '') <> ${erasedEmail}
    or ${field('metadata')} is not null)`
}
