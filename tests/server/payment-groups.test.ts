import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { PaymentOrder } from '#server/core/ports/payment-store.ts'
import { PaymentGroups } from '#server/features/transactions/store/payment-groups.ts'
import { storeGroup } from '#server/features/transactions/store/store-group.ts'
import { runLedgerCheck } from '#server/ops/check/ledger-check.ts'
import { toIso } from '#server/shared/day.ts'
import { idMaker, makeReference } from '#server/shared/id.ts'
import { dialect } from '../support/database.ts'
import { keyCaller } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { runs } from '../support/runs.ts'
import { type TestApp, testApp } from '../support/test-app.ts'
import { setWebhookUrl } from '../support/webhooks.ts'

const orderMaker = (app: TestApp) => {
  const newId = idMaker(app.clock.now, randomBytes)
  return (merchantId: string, more: Partial<PaymentOrder> = {}): PaymentOrder => ({
    merchantId,
    id: newId('txn'),
    transactionId: makeReference(randomBytes),
    customerName: 'Ada Rossi',
    customerEmail: 'ada@example.com',
    amount: 1234,
    currency: 'USD',
    paymentMethod: 'card',
    description: null,
    status: 'success',
    failureReason: null,
    processor: 'sandbox',
    nextCheckAt: null,
    createdAt: toIso(app.clock.now()),
    actor: 'system:test',
    hasOutcome: true,
    once: null,
    ...more,
  })
}

const idempotencyFor = (key: string) => ({ key, fingerprint: `of ${key}` })
const findingsOf = async (app: TestApp) => (await runLedgerCheck(app.world)).findings

test('payments that arrive together are stored together, each with its own response', async () => {
  const statements: string[] = []
  await using app = await testApp({ onWriterStatement: (text) => statements.push(text) })
  const alice = await app.person()
  const shop = await keyCaller(app, alice)
  statements.length = 0

  const responses = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      shop.rest('POST', '/api/payments', payment({ customerEmail: `payer${n % 7}@example.com` })),
    ),
  )

  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201))
  expect(new Set(responses.map(({ json }) => json().id)).size).toBe(40)
  expect(await app.count('transactions')).toBe(40)
  expect(await app.count('customers')).toBe(7)
  expect(await findingsOf(app)).toEqual([])
  if (dialect === 'sqlite') {
    const commits = statements.filter((text) => text === 'commit').length
    expect(commits).toBeLessThan(10)
  }
})

test('a payment that cannot be stored fails alone, and leaves nothing', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const order = orderMaker(app)
  const goodOrders = Array.from({ length: 12 }, (_, n) =>
    order(alice.merchant.id, { once: idempotencyFor(`good ${n}`) }),
  )
  // The table refuses a failure reason for a payment that did not fail.
  const refusedOrder = order(alice.merchant.id, {
    failureReason: 'expired_card',
    customerEmail: 'bad@example.com',
    once: idempotencyFor('bad'),
  })

  const outcomes = await storeGroup(app.world, [
    ...goodOrders.slice(0, 5),
    refusedOrder,
    ...goodOrders.slice(5),
  ])

  expect(outcomes.map(({ is }) => is)).toEqual([
    ...goodOrders.slice(0, 5).map(() => 'stored'),
    'failed',
    ...goodOrders.slice(5).map(() => 'stored'),
  ])
  expect(await app.count('transactions')).toBe(12)
  expect(await app.count('customers')).toBe(1)
  expect(await app.count('idempotencyKeys')).toBe(12)
  expect(await findingsOf(app)).toEqual([])
})

test('a payment whose merchant is gone gets that outcome, and the others are stored', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const order = orderMaker(app)

  const outcomes = await storeGroup(app.world, [order('mer_gone'), order(alice.merchant.id)])

  expect(outcomes.map(({ is }) => is)).toEqual(['merchant gone', 'stored'])
  expect(await app.count('transactions')).toBe(1)
})

test('a repeated idempotency key returns its first response, also within a group', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const order = orderMaker(app)
  const [first] = await storeGroup(app.world, [
    order(alice.merchant.id, { once: idempotencyFor('a') }),
  ])

  const outcomes = await storeGroup(app.world, [
    order(alice.merchant.id, { once: idempotencyFor('b') }),
    order(alice.merchant.id, { once: idempotencyFor('a') }),
    order(alice.merchant.id, { once: idempotencyFor('c') }),
    // When two orders share a key, the second waits for the first.
    order(alice.merchant.id, { once: idempotencyFor('c') }),
    order(alice.merchant.id),
  ])

  expect(outcomes.map(({ is }) => is)).toEqual(['stored', 'known', 'stored', 'running', 'stored'])
  const knownOutcome = outcomes[1]
  if (knownOutcome?.is !== 'known' || first?.is !== 'stored') throw new Error('unexpected outcomes')
  expect(knownOutcome.known.body).toBe(first.response)
  expect(await app.count('transactions')).toBe(4)
})

test('an idempotency key of another merchant is another key', async () => {
  await using app = await testApp()
  const [alice, bob] = [await app.person(), await app.person()]
  const order = orderMaker(app)

  const outcomes = await storeGroup(app.world, [
    order(alice.merchant.id, { once: idempotencyFor('same') }),
    order(bob.merchant.id, { once: idempotencyFor('same') }),
  ])

  expect(outcomes.map(({ is }) => is)).toEqual(['stored', 'stored'])
})

test('each event of a group is written, and only where there is an endpoint', async () => {
  await using app = await testApp({ environment: { WEBHOOK_PRIVATE: 'loopback' } })
  const [alice, bob] = [await app.person(), await app.person()]
  await setWebhookUrl(alice, 'http://127.0.0.1:9999/hook')
  const before = await app.count('webhookEvents')
  const order = orderMaker(app)

  await storeGroup(app.world, [
    order(alice.merchant.id),
    order(bob.merchant.id),
    order(alice.merchant.id, { status: 'failed', failureReason: 'expired_card' }),
  ])

  const events = await app.db
    .selectFrom('webhookEvents')
    .select(['merchantId', 'eventType'])
    .orderBy('id')
    .execute()
  expect(events.slice(before)).toEqual([
    { merchantId: alice.merchant.id, eventType: 'customer.created' },
    { merchantId: alice.merchant.id, eventType: 'payment.completed' },
    { merchantId: alice.merchant.id, eventType: 'payment.failed' },
  ])
})

test('a database that can store nothing fails the whole group, and no payment is retried', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const order = orderMaker(app)
  let tries = 0
  const diskFull = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  const db = new Proxy(app.db, {
    get: (of, name) => {
      if (name !== 'transaction') return Reflect.get(of, name, of)
      return () => ({
        execute: () => {
          tries++
          return Promise.reject(diskFull)
        },
      })
    },
  })

  const outcomes = await storeGroup({ ...app.world, db }, [
    order(alice.merchant.id),
    order(alice.merchant.id),
  ])

  expect(outcomes).toEqual([
    { is: 'failed', error: diskFull },
    { is: 'failed', error: diskFull },
  ])
  expect(tries).toBe(1)
})

/** Orders of two merchants and a few customers, around the end of a month and of a year. */
const orders = fc.array(
  fc.record({
    isAlice: fc.boolean(),
    payer: fc.integer({ min: 1, max: 3 }),
    currency: fc.constantFrom('USD', 'EUR', 'GBP'),
    status: fc.constantFrom('success', 'failed', 'pending'),
    amount: fc.integer({ min: 1, max: 99_999 }),
    at: fc.constantFrom(
      '2025-11-30T23:59:59.999Z',
      '2025-12-01T00:00:00.000Z',
      '2025-12-31T23:30:00.000Z',
      '2026-01-01T00:30:00.000Z',
      '2026-02-10T12:00:00.000Z',
    ),
    groupEnds: fc.boolean(),
  }),
  { minLength: 1, maxLength: 30 },
)

test('every sum matches the payments, however they fall into groups', async () => {
  await using app = await testApp()
  const alice = await app.person({ timezone: 'Europe/Rome' })
  const bob = await app.person({ timezone: 'America/Los_Angeles' })
  const order = orderMaker(app)

  await fc.assert(
    fc.asyncProperty(orders, async (all) => {
      let group: PaymentOrder[] = []
      for (const { isAlice, payer, currency, status, amount, at, groupEnds } of all) {
        const merchantId = (isAlice ? alice : bob).merchant.id
        group.push(
          order(merchantId, {
            customerEmail: `Payer${payer}@example.com`,
            currency: currency as 'USD',
            status: status as 'success',
            failureReason: status === 'failed' ? 'expired_card' : null,
            nextCheckAt: status === 'pending' ? '2027-01-01T00:00:00.000Z' : null,
            amount,
            createdAt: at,
          }),
        )
        if (!groupEnds) continue
        await storeGroup(app.world, group)
        group = []
      }
      await storeGroup(app.world, group)
      expect(await findingsOf(app)).toEqual([])
    }),
    { numRuns: runs(40, 8) },
  )
})

test('payments wait for the group before them, up to a maximum number, and for five seconds at most', async () => {
  await using app = await testApp()
  const order = orderMaker(app)
  const startedGroups: { size: number; end: () => void }[] = []
  const groups = new PaymentGroups(
    (some) =>
      new Promise((resolve) => {
        const end = () => resolve(some.map(() => ({ is: 'stored', row: null, response: '{}' })))
        startedGroups.push({ size: some.length, end })
      }),
  )
  const nextTick = () => new Promise((resolve) => setImmediate(resolve))

  const all = Array.from({ length: 230 }, () => groups.store(order('mer_1')))
  await nextTick()
  expect(startedGroups.map(({ size }) => size)).toEqual([100])
  expect(groups.waiting).toBe(130)
  startedGroups[0]?.end()
  await nextTick()
  await nextTick()
  expect(startedGroups.map(({ size }) => size)).toEqual([100, 100])
  startedGroups[1]?.end()
  await nextTick()
  await nextTick()
  startedGroups[2]?.end()
  expect((await Promise.all(all)).length).toBe(230)
  expect(startedGroups.map(({ size }) => size)).toEqual([100, 100, 30])
})

test.runIf(dialect === 'postgres')(
  'two processes that store the same customers and sums never deadlock',
  async () => {
    await using app = await testApp()
    const alice = await app.person()
    const order = orderMaker(app)
    const group = (from: number, step: number) =>
      Array.from({ length: 30 }, (_, n) =>
        order(alice.merchant.id, {
          customerEmail: `payer${(from + n * step + 30) % 30}@example.com`,
        }),
      )

    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        storeGroup(app.world, n % 2 === 0 ? group(0, 1) : group(29, -1)),
      ),
    )

    expect(outcomes.flat().map(({ is }) => is)).toEqual(Array(240).fill('stored'))
    expect(await app.count('customers')).toBe(30)
    const { rows } = await sql<{ deadlocks: number }>`
      select deadlocks::integer as deadlocks from pg_stat_database where datname = current_database()
    `.execute(app.db)
    expect(rows).toEqual([{ deadlocks: 0 }])
    expect(await findingsOf(app)).toEqual([])
  },
)
