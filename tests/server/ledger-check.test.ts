import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '#server/context.ts'
import { rebuildRollups } from '#server/features/rollups/rebuild-rollups.ts'
import { ledgerCheck } from '#server/ops/ledger-check.ts'
import { verbs } from '#server/ops/verbs.ts'
import { damage } from '../support/damage.ts'
import { keyCaller, restWith } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'
import { connect } from '../support/webhooks.ts'

async function someHistory(app: TestApp, alice: Person): Promise<void> {
  await connect(alice, 'https://93.184.215.14/hook')
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

test('after any history every invariant holds', async () => {
  await using app = await testApp()
  await someHistory(app, await app.person({ timezone: 'Asia/Kolkata' }))

  const { checked, findings } = await ledgerCheck(app.world)

  expect(findings).toEqual([])
  expect(checked).toBeGreaterThanOrEqual(23)
})

test.each([
  ['a wrong sum', sql`update rollup_days set amount = amount + 1`, 'the sums by day'],
  ['a lost sum', sql`delete from rollup_slots`, 'the sums by weekday'],
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
    'what is pending',
  ],
  [
    'a payment nobody finds',
    sql`delete from search_texts where kind = 'transaction'`,
    'every transaction and customer can be found',
  ],
  [
    'an answer about nothing',
    sql`update idempotency_keys set object_id = 'txn_none'`,
    'every kept answer',
  ],
  [
    'a refusal that made something',
    sql`update idempotency_keys set status = 409`,
    'every kept answer',
  ],
  [
    'an answer about nothing known',
    sql`update idempotency_keys set object_id = null`,
    'every kept answer',
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
    'every key that replaces',
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
    'no change is told by two',
  ],
  [
    'an outcome that is told beside its contrary',
    sql`insert into webhook_events
      (merchant_id, id, event_type, is_test, object_id, customer_id, payload, status, attempts, created_at)
      select merchant_id, 'again_' || id, 'payment.completed', 0, object_id, customer_id, payload, status, 0, created_at
      from webhook_events where event_type = 'payment.failed'`,
    'no change is told by two',
  ],
  [
    'a wrong outcome told',
    sql`update webhook_events set event_type = 'payment.completed' where event_type = 'payment.failed'`,
    'every webhook event tells',
  ],
  [
    "another merchant's payment told",
    sql`update webhook_events set merchant_id = 'mer_other' where event_type = 'payment.completed'`,
    'every webhook event tells',
  ],
  ['a merchant without an owner', sql`delete from merchant_members`, 'every merchant has an owner'],
])('%s is found', async (_, statement, invariant) => {
  await using app = await testApp()
  await someHistory(app, await app.person())

  await damage(app, statement)

  const { findings } = await ledgerCheck(app.world)
  expect(findings.map((finding) => finding.invariant)).toContainEqual(
    expect.stringContaining(invariant),
  )
  expect(findings[0]?.rows.length).toBeGreaterThan(0)
})

test.each([
  ['transaction_events', 'update'],
  ['transaction_events', 'delete'],
  ['audit_log', 'update'],
  ['audit_log', 'delete'],
])('a guard that was removed is found: %s, %s', async (table, change) => {
  await using app = await testApp()
  const on = app.database.dialect === 'postgres' ? `on ${table}` : ''

  await sql.raw(`drop trigger ${table}_no_${change} ${on}`).execute(app.db)

  expect((await ledgerCheck(app.world)).findings).toEqual([
    {
      invariant: 'the history of payments and the audit log can only be added to',
      rows: [{ missing: `${table}_no_${change}` }],
    },
  ])
})

test('rebuilding makes the same sums again', async () => {
  await using app = await testApp()
  const alice = await app.person({ timezone: 'Europe/Rome' })
  await someHistory(app, alice)
  const sums = async () => {
    const tables = [
      'rollupDays',
      'rollupSlots',
      'rollupCustomers',
      'rollupCustomerMonths',
      'rollupPayerMonths',
    ] as const
    const rows = await Promise.all(
      tables.map((table) => app.db.selectFrom(table).selectAll().execute()),
    )
    // A sum that went back to nought is as good as one that is not there.
    return rows
      .flat()
      .filter((row) => !('count' in row) || row.count !== 0)
      .map((row) => JSON.stringify(row))
      .toSorted()
  }
  const before = await sums()

  await inTransaction(app.world, (inner) => rebuildRollups(inner, alice.merchant))

  expect(await sums()).toEqual(before)
  expect((await ledgerCheck(app.world)).findings).toEqual([])
})

test('the commands of an operator do what they say', async () => {
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
  await sql`update rollup_days set amount = 5`.execute(app.db)
  expect((await run('check')).code).toBe(1)
  expect(await run('rebuild-rollups')).toMatchObject({ code: 0 })
  expect((await run('check')).lines.at(-1)).toMatch(/ 0 broken$/)

  await expect(run('set-status', 'nobody', 'verified')).rejects.toThrow('Name a merchant')
  await expect(run('set-status', alice.email, 'rich')).rejects.toThrow()
  const { data } = await alice.api.auditLog.list.query({ action: 'merchant.status_changed' })
  expect(data.map(({ actor: who }) => who)).toEqual(['system:ops', 'system:ops'])
})
