import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { settleRefunds } from '#server/features/refunds/settle-refunds.ts'
import { damage } from '../support/damage.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { payment } from '../support/make.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'
import { setWebhookUrl } from '../support/webhooks.ts'

async function createRefunds(app: TestApp, alice: Person): Promise<void> {
  await setWebhookUrl(alice, 'https://93.184.215.14/hook')
  const pay = async (more: object = {}) =>
    (await alice.rest('POST', '/api/payments', { ...payment({ amount: '50.00' }), ...more })).json()
  const { id } = await pay()
  const other = await pay({ customerEmail: 'other@example.com' })
  await pay({ captureMethod: 'manual' })
  for (const amount of ['5.00', '6.08', '7.09', '8.10']) {
    await alice.rest('POST', `/api/transactions/${id}/refunds`, { amount })
  }
  await alice.rest('POST', `/api/transactions/${other.id}/refunds`, { amount: '9.08' })
  app.clock.advance(60_000)
  await settleRefunds(app.world)
  await alice.rest('POST', `/api/transactions/${id}/refunds`, { amount: '1.08' })
}

test.each([
  ['a lost sum', sql`delete from rollup_refund_days`, 'the sums of refunds by day'],
  [
    'a wrong total of a customer',
    sql`update rollup_customer_refunds set amount = amount + 1`,
    'what customers got back',
  ],
  [
    'a refunded amount that no refund has',
    sql`update transactions set amount_refunded = amount_refunded + 1 where amount_refunded > 0`,
    'the amounts of every payment',
  ],
  [
    'a reserved amount that no refund has',
    sql`update transactions set amount_refunding = 0`,
    'the amounts of every payment',
  ],
  [
    'more returned than was taken',
    sql`update transactions set amount = 1 where amount_refunded > 0`,
    'the amounts of every payment',
  ],
  [
    'a refund of a payment that failed',
    sql`update transactions set status = 'failed', stage = 'failed' where amount_refunded > 0`,
    'every refund is of a payment that succeeded',
  ],
  [
    'a refund in another currency',
    sql`update refunds set currency = 'EUR'`,
    'every refund is of a payment that succeeded',
  ],
  [
    'a lost step of a history',
    sql`delete from refund_events where sequence = 1`,
    'every history of a refund begins as pending',
  ],
  [
    'a refund whose history says something else',
    sql`update refunds set status = 'success', settled_at = created_at where status = 'failed'`,
    'every history of a refund begins as pending',
  ],
  [
    'a step of no refund',
    sql`update refund_events set refund_id = 'ref_none' where sequence = 2 and refund_id = (
      select min(refund_id) from refund_events where sequence = 2)`,
    'every step of a history belongs to a refund',
  ],
  [
    'a refund that nobody asks for',
    sql`update refunds set next_check_at = null where status = 'pending'`,
    'a pending refund has a next poll',
  ],
  [
    'an authorization without its end',
    sql`update transactions set capture_before = null where stage = 'authorized'`,
    'an authorized payment is pending',
  ],
  [
    'a stage that the status does not follow from',
    sql`update transactions set stage = 'processing' where status = 'success'`,
    'an authorized payment is pending',
  ],
  [
    'a refund that cannot be found',
    sql`delete from search_texts where kind = 'refund'`,
    'every refund can be found by search',
  ],
])('the ledger check finds %s', async (_, statement, invariant) => {
  await using app = await testApp()
  await createRefunds(app, await app.person())
  expect(await ledgerFindings(app)).toEqual([])

  await damage(app, statement)

  const findings = await ledgerFindings(app)
  expect(findings.map((finding) => finding.invariant)).toContainEqual(
    expect.stringContaining(invariant),
  )
  expect(findings[0]?.rows.length).toBeGreaterThan(0)
})

test('the database itself refuses amounts out of bounds, and changes of recorded events', async () => {
  await using app = await testApp()
  await createRefunds(app, await app.person())

  for (const statement of [
    sql`update transactions set amount_refunded = amount + 1 where status = 'success'`,
    sql`update transactions set amount_refunding = -1 where status = 'success'`,
    sql`update transactions set amount = 1 where amount_refunded > 0`,
    sql`update transactions set amount = 5001 where stage = 'authorized'`,
    sql`update refund_events set reason = 'other'`,
    sql`delete from refund_events`,
  ]) {
    await expect(statement.execute(app.db)).rejects.toThrow(/out of bounds|append-only/)
  }
  expect(await ledgerFindings(app)).toEqual([])
})

test('an erased customer is named by no refund, and found by none', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await createRefunds(app, alice)
  const { data } = await alice.api.customers.list.query({ search: 'other@example.com' })

  expect((await alice.rest('DELETE', `/api/customers/${data[0]?.id}`)).status).toBe(204)

  const rows = await app.db.selectFrom('refunds').select('customerEmail').execute()
  expect(rows.filter(({ customerEmail }) => customerEmail.includes('other@'))).toEqual([])
  expect((await alice.api.refunds.list.query({ search: 'other@example.com' })).total).toBe(0)
  const events = await app.db.selectFrom('webhookEvents').select('payload').execute()
  expect(events.filter(({ payload }) => payload.includes('other@example.com'))).toEqual([])
  expect(await ledgerFindings(app)).toEqual([])
  await damage(
    app,
    sql`update refunds set customer_name = 'Ada' where customer_name <> 'Ada Rossi'`,
  )
  expect((await ledgerFindings(app)).map(({ invariant }) => invariant)).toContainEqual(
    expect.stringContaining('the refunds of an erased customer'),
  )
})

test('another time zone moves refunds to other days, also while more of them arrive', async () => {
  await using app = await testApp()
  const alice = await app.person()
  app.clock.set('2026-03-10T21:30:00.000Z')
  await createRefunds(app, alice)
  const before = await alice.api.refunds.list.query({ from: '2026-03-11', to: '2026-03-11' })
  expect(before.total).toBe(0)

  const changing = alice.rest('PATCH', '/api/merchant/profile', { timezone: 'Asia/Tokyo' })
  await createRefunds(app, alice)
  expect((await changing).status).toBe(200)

  const after = await alice.api.refunds.list.query({ from: '2026-03-11', to: '2026-03-11' })
  expect(after.total).toBe(12)
  expect(await ledgerFindings(app)).toEqual([])
})
