import { sql } from 'kysely'
import { afterAll, expect, inject, test } from 'vitest'
import { rebuildRollups } from '#server/features/merchants/rebuild-rollups.ts'
import { runLedgerCheck } from '#server/ops/check/ledger-check.ts'
import { verbs } from '#server/ops/verbs.ts'
import { damage, whileChanged, whileDamaged } from '../support/damage.ts'
import { dialect } from '../support/database.ts'
import { keyCaller, restWith } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { readSums } from '../support/sums.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'
import { goLive } from '../support/two-modes.ts'
import { setWebhookUrl } from '../support/webhooks.ts'

async function someHistory(app: TestApp, alice: Person): Promise<void> {
  await setWebhookUrl(alice, 'https://93.184.215.14/hook')
  const shop = await keyCaller(app, alice)
  for (const more of [
    {},
    { amount: '10.01' },
    { paymentMethod: 'bank' as const, currency: 'EUR' as const },
    { amount: '10.02', customerEmail: 'other@example.com' },
    { amount: '10.04', customerEmail: 'other@example.com' },
  ]) {
    await shop.rest('POST', '/api/payments', payment(more))
    app.clock.advance(90_000)
  }
  await app.settle()
}

/** Adds the same history and erases one of two customers. Endpoints answered with the events about both. */
async function someErasure(app: TestApp, alice: Person): Promise<void> {
  await someHistory(app, alice)
  await sql`
    insert into webhook_attempts (merchant_id, event_id, number, at, duration_ms, response)
    select merchant_id, id, 1, created_at, 5, payload from webhook_events`.execute(app.db)
  const { data } = await alice.api.customers.list.query({ search: 'other@example.com' })
  expect((await alice.rest('DELETE', `/api/customers/${data[0]?.id}`)).status).toBe(204)
}

/** Returns a function that makes an app with a history, once for all tests that only read it or roll back. */
function shared(fill: (app: TestApp) => Promise<unknown>): () => Promise<TestApp> {
  let made: Promise<TestApp> | undefined
  afterAll(async () => (await made)?.[Symbol.asyncDispose]())
  const make = async () => {
    const app = await testApp()
    await fill(app)
    expect((await runLedgerCheck(app.world)).findings).toEqual([])
    return app
  }
  return () => {
    made ??= make()
    return made
  }
}

const withHistory = shared(async (app) => someHistory(app, await app.person()))

const withPair = shared(async (app) => {
  const { test: alice, live } = await goLive(app, await app.person())
  await keyCaller(app, live)
  await someHistory(app, alice)
})

const withErasure = shared(async (app) => someErasure(app, await app.person()))

test('every invariant holds after any history, and each check reports its progress', async () => {
  await using app = await testApp()
  await someHistory(app, await app.person({ timezone: 'Asia/Kolkata' }))
  await someHistory(app, await app.person())
  const progress: string[] = []

  const { checked, findings } = await runLedgerCheck(app.world, {
    sliceRows: 3,
    onChecked: ({ at, of }) => progress.push(`${at}/${of}`),
  })

  expect(findings).toEqual([])
  expect(checked).toBeGreaterThanOrEqual(23)
  expect(progress).toEqual(Array.from({ length: checked }, (_, n) => `${n + 1}/${checked}`))
})

test.each([
  ['a wrong sum', sql`update rollup_days set amount = amount + 1`, 'the sums by day'],
  ['a lost sum', sql`delete from rollup_slots`, 'the sums by weekday'],
  [
    'a wrong sum of a method',
    sql`insert into rollup_method_days select merchant_id, calendar, day, currency, payment_method,
      'ideal', 1, 1 from rollup_days limit 1`,
    'the sums by type of method',
  ],
  [
    'a wrong customer total',
    sql`update rollup_customers set total_spent = 0`,
    'the totals of customers',
  ],
  ['a lost month', sql`delete from rollup_customer_months`, 'the sums of customers by month'],
  ['a lost payer', sql`update rollup_payer_months set paid = paid - 1`, 'the counts of payers'],
  ['a forgotten return', sql`update rollup_payer_months set returned = 7`, 'the counts of payers'],
  [
    'a customer too many',
    sql`update rollup_customer_days set count = count + 1`,
    'the counts of customers',
  ],
  [
    'a payment on another day',
    sql`update transactions set day = '2020-01-01'`,
    'every payment lies on',
  ],
  [
    'a payment of another amount',
    sql`update transactions set amount = amount + 1`,
    'the sums by day',
  ],
  [
    'a gap in a history',
    sql`update transaction_events set sequence = 3 where sequence = 2`,
    'every history begins',
  ],
  ['a lost history', sql`delete from transaction_events`, 'every history ends'],
  [
    'a payment nobody asks for',
    sql`update transactions set next_check_at = '2030-01-01' where status <> 'pending'`,
    'a pending payment has a next poll',
  ],
  [
    'a payment nobody finds',
    sql`delete from search_texts where kind = 'transaction'`,
    'every transaction can be found',
  ],
  [
    'an answer about nothing',
    sql`update idempotency_keys set object_id = 'txn_none'`,
    'every stored response is about',
  ],
  [
    'a refusal that made something',
    sql`update idempotency_keys set status = 409`,
    'every stored response is about',
  ],
  [
    'an answer about nothing known',
    sql`update idempotency_keys set object_id = null`,
    'every stored response is about',
  ],
  [
    'an outcome at another time',
    sql`update transaction_events set at = '2026-03-10T00:00:00.000Z' where sequence = 2`,
    'every history says when',
  ],
  [
    'a failure for another reason',
    sql`update transactions set failure_reason = 'card_stolen' where status = 'failed'`,
    'every history says when',
  ],
  [
    "a step in another merchant's history",
    sql`update transaction_events set merchant_id = 'mer_other' where sequence = 2`,
    'every step of a history',
  ],
  [
    "a payment of another merchant's customer",
    sql`update transactions set customer_id = 'cus_other'`,
    'every payment belongs to a customer',
  ],
  [
    'an attempt to deliver nothing',
    sql`insert into webhook_attempts (merchant_id, event_id, number, at, duration_ms)
      values ('mer_other', 'evt_1', 1, '2026-03-10T00:00:00.000Z', 5)`,
    'every attempt to deliver',
  ],
  [
    "a call with another merchant's key",
    sql`insert into request_log
      (merchant_id, id, at, method, path, status, duration_ms, key_id, key_prefix, request_id)
      select 'mer_other', 'log_1', created_at, 'GET', '/', 200, 5, id, prefix, 'req_1' from api_keys`,
    'every logged call',
  ],
  [
    'a key that replaces nothing',
    sql`update api_keys set replaces = 'key_other'`,
    'an API key replaces only',
  ],
  [
    'an audit entry of nobody',
    sql`update audit_log set merchant_id = 'mer_other'`,
    'every row belongs to a merchant',
  ],
  [
    'a change that is told twice',
    sql`insert into webhook_events
      (merchant_id, id, event_type, is_test, object_id, customer_id, payload, status, attempts, created_at)
      select merchant_id, 'again_' || id, event_type, 0, object_id, customer_id, payload, status, 0, created_at
      from webhook_events where event_type = 'payment.failed'`,
    'no change is reported by two',
  ],
  [
    'an outcome that is told beside its contrary',
    sql`insert into webhook_events
      (merchant_id, id, event_type, is_test, object_id, customer_id, payload, status, attempts, created_at)
      select merchant_id, 'again_' || id, 'payment.completed', 0, object_id, customer_id, payload, status, 0, created_at
      from webhook_events where event_type = 'payment.failed'`,
    'no change is reported by two',
  ],
  [
    'a wrong outcome told',
    sql`update webhook_events set event_type = 'payment.completed' where event_type = 'payment.failed'`,
    'the type of every webhook event',
  ],
  [
    "another merchant's payment told",
    sql`update webhook_events set merchant_id = 'mer_other' where event_type = 'payment.completed'`,
    'the type of every webhook event',
  ],
  [
    'a mail that nobody sends',
    sql`insert into mails (id, kind, recipient, language, subject, text, status, attempts, created_at)
      values ('mal_1', 'reset', 'a@b.it', 'it', 'Ciao', 'v1.', 'waiting', 0, '2026-03-10T12:00:00.000Z')`,
    'a waiting mail has a next attempt',
  ],
  [
    'a mail that was sent and kept its words',
    sql`insert into mails
      (id, kind, recipient, language, subject, text, status, attempts, created_at, sent_at)
      values ('mal_1', 'reset', 'a@b.it', 'it', 'Ciao', 'v1.', 'sent', 1, '2026-03-10T12:00:00.000Z', '2026-03-10T12:00:00.000Z')`,
    'any other mail has no text',
  ],
  [
    'a mail of nobody known',
    sql`insert into mails
      (id, merchant_id, kind, recipient, language, subject, status, attempts, created_at, sent_at)
      values ('mal_1', 'mer_other', 'invitation', 'a@b.it', 'it', 'Ciao', 'sent', 1, '2026-03-10T12:00:00.000Z', '2026-03-10T12:00:00.000Z')`,
    'every row belongs to a merchant',
  ],
  ['a merchant without an owner', sql`delete from merchant_members`, 'every merchant has an owner'],
])('%s is found', async (_, statement, invariant) => {
  const app = await withHistory()

  const [whole, sliced] = await whileDamaged(app, statement, async (world) => [
    await runLedgerCheck(world),
    await runLedgerCheck(world, { sliceRows: 2 }),
  ])

  const named = whole.findings.map((finding) => finding.invariant)
  expect(named).toContainEqual(expect.stringContaining(invariant))
  expect(whole.findings[0]?.rows.length).toBeGreaterThan(0)
  expect(sliced.findings.map((finding) => finding.invariant)).toEqual(named)
})

test.each([
  [
    'a live mode that names none',
    sql`update merchants set twin_id = null where mode = 'live'`,
    'name each other',
  ],
  [
    'a test mode that forgot its live one',
    sql`update merchants set twin_id = null where mode = 'test'`,
    'name each other',
  ],
  ['a twin of its own kind', sql`update merchants set mode = 'test'`, 'name each other'],
  [
    'a twin that is gone',
    sql`update merchants set twin_id = 'mer_gone' where mode = 'live'`,
    'name each other',
  ],
  [
    'a member of a live mode',
    sql`update merchant_members set merchant_id = (select id from merchants where mode = 'live')`,
    'only a live mode has no members',
  ],
  [
    'a key of the other mode',
    sql`update api_keys set prefix = 'sk_test_AbCd' where prefix like 'sk_live%'`,
    'every API key shows its mode',
  ],
])('%s is found in a pair of test mode and live mode', async (_, statement, invariant) => {
  const { findings } = await whileDamaged(await withPair(), statement, runLedgerCheck)

  expect(findings.map((finding) => finding.invariant)).toContainEqual(
    expect.stringContaining(invariant),
  )
})

const ofErased = sql`(select id from customers where erased_at is not null)`

test.each([
  [
    'a name on the customer',
    sql`update customers set name = 'Ada Rossi' where id in ${ofErased}`,
    'an erased customer has no name',
  ],
  [
    'a name on a payment',
    sql`update transactions set customer_name = 'Ada Rossi' where customer_id in ${ofErased}`,
    'the payments of an erased customer',
  ],
  [
    'an address on a payment',
    sql`update transactions set customer_email = 'a@b.it' where customer_id in ${ofErased}`,
    'the payments of an erased customer',
  ],
  [
    'a name in an event',
    sql`update webhook_events set payload = replace(payload, 'Erased customer', 'Ada Rossi')
      where customer_id in ${ofErased}`,
    'the webhook events of an erased customer',
  ],
  [
    'a mail',
    sql`insert into mails
      (id, merchant_id, customer_id, kind, recipient, language, subject, status, attempts, created_at, sent_at)
      select 'mal_1', merchant_id, id, 'invitation', 'a@b.it', 'it', 'Ciao', 'sent', 1, created_at, created_at
      from customers where erased_at is not null`,
    'no mail to an erased customer',
  ],
  [
    'what an endpoint repeated',
    sql`update webhook_attempts set response = 'Ada Rossi' where response is null`,
    'what endpoints answered',
  ],
  [
    'a name in an answer that is kept',
    sql`update idempotency_keys set body = replace(body, 'Erased customer', 'Ada Rossi')`,
    'the stored responses about an erased customer',
  ],
  [
    'a name that is searched in a payment',
    sql`update search_texts set text = replace(text, 'erased customer', 'ada rossi')
      where kind = 'transaction'`,
    'the search texts of an erased customer',
  ],
  [
    'a name that the customer is searched by',
    sql`update search_texts set text = replace(text, 'erased customer', 'ada rossi')
      where kind = 'customer'`,
    'the search texts of an erased customer',
  ],
])('%s is found after an erasure', async (_, statement, invariant) => {
  const { findings } = await whileDamaged(await withErasure(), statement, runLedgerCheck)

  expect(findings.map((finding) => finding.invariant)).toEqual([expect.stringContaining(invariant)])
  expect(findings[0]?.rows.length).toBeGreaterThan(0)
})

test('an unfinished erasure breaks no invariant', async () => {
  await using app = await testApp()
  await someErasure(app, await app.person())
  await damage(app, sql`update customers set erasing_since = erased_at where id in ${ofErased}`)

  await damage(
    app,
    sql`update transactions set customer_name = 'Ada' where customer_id in ${ofErased}`,
  )

  expect((await runLedgerCheck(app.world)).findings).toEqual([])
})

test.each([
  ['transaction_events', 'update'],
  ['transaction_events', 'delete'],
  ['audit_log', 'update'],
  ['audit_log', 'delete'],
])('a removed guard is found: %s, %s', async (table, change) => {
  const app = await withHistory()
  const onTable = app.database.dialect === 'postgres' ? `on ${table}` : ''

  const { findings } = await whileChanged(
    app,
    async (trx) => {
      if (inject('cluster')) await sql`set local citus.enable_unsafe_triggers = on`.execute(trx)
      await sql.raw(`drop trigger ${table}_no_${change} ${onTable}`).execute(trx)
    },
    runLedgerCheck,
  )

  expect(findings).toEqual([
    {
      invariant: 'the history of payments and the audit log can only be added to',
      rows: [{ missing: `${table}_no_${change}` }],
    },
  ])
})

test('rebuilding produces the same sums again', async () => {
  await using app = await testApp()
  const alice = await app.person({ timezone: 'Europe/Rome' })
  await someHistory(app, alice)
  const before = await readSums(app)

  await rebuildRollups(app.world, { merchantId: alice.merchant.id })

  expect(await readSums(app)).toEqual(before)
  expect((await runLedgerCheck(app.world)).findings).toEqual([])
})

/** Returns the tables whose numbers of rows and values PostgreSQL has analyzed. */
async function analyzedTables({ db }: TestApp): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_stat_user_tables where last_analyze is not null`.execute(db)
  return rows.map(({ name }) => name)
}

test('the operator commands work as documented', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const actor = { type: 'system', job: 'ops' } as const
  const ctx = { ...app.world, actor, requestId: 'ops', address: null }
  const run = async (name: string, ...words: string[]) => {
    const lines: string[] = []
    const code = await verbs[name]?.run(ctx, words, (line) => lines.push(line))
    return { code, lines }
  }

  const { lines } = await run('create-key', alice.email, '--name', 'Shop', '--scopes', 'read')
  const shop = restWith(app, String(lines[0]))
  expect((await shop('GET', '/api/merchants')).json().id).toBe(alice.merchant.id)
  expect((await shop('POST', '/api/payments', payment())).status).toBe(403)

  expect(await run('set-status', alice.merchant.id, 'suspended')).toMatchObject({ code: 0 })
  expect((await alice.rest('POST', '/api/payments', payment())).status).toBe(403)
  expect(await run('set-status', alice.merchant.id, 'verified')).toMatchObject({ code: 0 })
  expect((await alice.rest('POST', '/api/payments', payment())).status).toBe(201)

  expect(await run('check')).toMatchObject({ code: 0 })
  if (dialect === 'postgres') expect(await analyzedTables(app)).toContain('idempotency_keys')
  await sql`update rollup_days set amount = 5`.execute(app.db)
  expect((await run('check')).code).toBe(1)
  expect(await run('rebuild-rollups')).toMatchObject({ code: 0 })
  expect((await run('check')).lines.at(-1)).toMatch(/ 0 broken$/)

  await expect(run('set-status', 'nobody', 'verified')).rejects.toThrow('Name a merchant')
  await expect(run('set-status', alice.email, 'rich')).rejects.toThrow()
  const { data } = await alice.api.auditLog.list.query({ action: 'merchant.status_changed' })
  expect(data.map(({ actor: who }) => who)).toEqual(['system:ops', 'system:ops'])
})
