import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '#db/tables.ts'
import { inTransaction } from '#server/core/context.ts'
import { finishErasures } from '#server/features/customers/erase-customer.ts'
import { runLedgerCheck } from '#server/ops/check/ledger-check.ts'
import { dialect } from '../support/database.ts'
import { countTicks } from '../support/event-loop-ticks.ts'
import { keyCaller } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { assertWaiting } from '../support/merchant-lock.ts'
import { createOnlineProcessor, depsWithProcessor } from '../support/online-processor.ts'
import { startReceiver } from '../support/receiver.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'
import { deliverAll, setWebhookUrl } from '../support/webhooks.ts'

const zenobia = {
  customerName: 'Zenobia Quirk',
  customerEmail: 'zenobia@example.com',
  description: 'Dress of Zenobia',
}
const ENDPOINT = 'https://93.184.215.14/hook'

const tables = [
  'customers',
  'transactions',
  'transactionEvents',
  'refunds',
  'searchTexts',
  'idempotencyKeys',
  'webhookEvents',
  'webhookAttempts',
  'auditLog',
  'requestLog',
  'mails',
] as const satisfies (keyof Database)[]

/** Returns the tables that still contain the name or the e-mail address, without rows of another customer. */
async function tablesThatName(app: TestApp): Promise<string[]> {
  const found: string[] = []
  for (const table of tables) {
    const stored = JSON.stringify(await app.db.selectFrom(table).selectAll().execute())
    if (/zenobia|quirk/i.test(stored)) found.push(table)
  }
  return found
}

const erase = (person: Person, id: string) => person.rest('DELETE', `/api/customers/${id}`)

/** Keeps PostgreSQL from storing payments, so that requests of `work` come before them. */
async function whilePaymentsWait<T>(app: TestApp, work: () => Promise<T>): Promise<T> {
  if (dialect === 'sqlite') return work()
  return inTransaction(app.world, async ({ db }) => {
    await sql`lock table transactions in share row exclusive mode`.execute(db)
    return work()
  })
}

test('a payment in progress while its customer is erased holds no name', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await setWebhookUrl(alice, ENDPOINT)
  const shop = await keyCaller(app, alice)
  const first = await shop.rest('POST', '/api/payments', payment(zenobia), {
    'idempotency-key': 'order-1',
  })

  const pendingCalls = await whilePaymentsWait(app, async () => {
    const paying = shop.rest('POST', '/api/payments', payment(zenobia), {
      'idempotency-key': 'order-2',
    })
    await assertWaiting(app, 1)
    const erasing = erase(alice, first.json().customerId)
    await assertWaiting(app, 2)
    return { paying, erasing }
  })
  const [paid, erased] = await Promise.all([pendingCalls.paying, pendingCalls.erasing])

  expect([paid.status, erased.status]).toEqual([201, 204])
  const customerPayments = await app.db
    .selectFrom('transactions')
    .select('customerName')
    .where('customerId', '=', first.json().customerId)
    .execute()
  expect(new Set(customerPayments.map(({ customerName }) => customerName))).toEqual(
    new Set(['Erased customer']),
  )
  expect((await runLedgerCheck(app.world)).findings).toEqual([])
})

/** A slow processor: `meanwhile` runs before it answers. */
const slowProcessor = (outcome: 'success' | 'pending', duringPayment: () => Promise<unknown>) =>
  createOnlineProcessor({
    pay: async ({ createdAtMs }) => {
      await duringPayment()
      return outcome === 'success'
        ? { stage: 'succeeded' }
        : { stage: 'processing', pollAtMs: createdAtMs + 60_000 }
    },
    readProgress: async () => ({ stage: 'succeeded' }),
  })

test.each(['success', 'pending'] as const)(
  'a customer erased during the processor call stays erased when it responds with %s',
  async (outcome) => {
    const eraseStatuses: number[] = []
    const processor = slowProcessor(outcome, async () => {
      const [customer] = await app.db.selectFrom('customers').select('id').execute()
      eraseStatuses.push((await erase(alice, String(customer?.id))).status)
    })
    await using app = await testApp({ deps: depsWithProcessor(processor) })
    const alice = await app.person()
    await setWebhookUrl(alice, ENDPOINT)
    const shop = await keyCaller(app, alice)

    const paid = await shop.rest('POST', '/api/payments', payment(zenobia), {
      'idempotency-key': 'order-1',
    })
    app.clock.advance(60_000)
    await app.settle()

    expect(eraseStatuses).toEqual([204])
    expect(paid.json()).toMatchObject({ status: outcome, customerName: 'Erased customer' })
    expect(await tablesThatName(app)).toEqual([])
    expect((await runLedgerCheck(app.world)).findings).toEqual([])
  },
)

test('a response that echoes the data after an erasure is not kept', async () => {
  await using app = await testApp()
  const alice = await app.person()
  let erased: number | undefined
  await using endpoint = await startReceiver(async (_request, response) => {
    const [customer] = await app.db.selectFrom('customers').select('id').execute()
    erased ??= (await erase(alice, String(customer?.id))).status
    response.writeHead(200).end(endpoint.received.at(-1)?.body)
  })
  await setWebhookUrl(alice, endpoint.url)
  await alice.api.transactions.create.mutate(payment(zenobia))

  await deliverAll(app)

  expect(erased).toBe(204)
  expect(endpoint.received.length).toBeGreaterThan(0)
  expect(await tablesThatName(app)).toEqual([])
  expect((await runLedgerCheck(app.world)).findings).toEqual([])
})

test('a customer’s name and texts are erased from rows, files, events and responses', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await setWebhookUrl(alice, ENDPOINT)
  const shop = await keyCaller(app, alice, { scopes: ['read', 'write', 'refund', 'disputes'] })
  const paid = (
    await shop.rest('POST', '/api/payments', payment({ ...zenobia, metadata: { for: 'Zenobia' } }))
  ).json()
  const path = `/api/transactions/${paid.id}/refunds`
  const refunded = await shop.rest('POST', path, { amount: '1.00', note: 'Zenobia called' })
  expect(refunded.status).toBe(201)
  const tablesWithName = await tablesThatName(app)

  await erase(alice, paid.customerId)

  expect(tablesWithName).toEqual(
    expect.arrayContaining(['transactions', 'refunds', 'webhookEvents']),
  )
  expect(await tablesThatName(app)).toEqual([])
  for (const list of ['transactions', 'refunds']) {
    const file = await alice.rest('GET', `/api/${list}/export`)
    expect([file.status, file.body]).toEqual([200, expect.not.stringMatching(/zenobia/i)])
    const found = await alice.rest('GET', `/api/${list}?search=zenobia`)
    expect(found.json()).toEqual([])
  }
  expect((await runLedgerCheck(app.world)).findings).toEqual([])
})

test('a payment with an erased customer’s placeholder e-mail address holds no name', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { customerId } = await alice.api.transactions.create.mutate(payment())
  await erase(alice, customerId)
  const { email } = (await alice.rest('GET', `/api/customers/${customerId}`)).json()

  const paid = await alice.api.transactions.create.mutate(
    payment({ ...zenobia, customerEmail: email }),
  )

  expect(paid).toMatchObject({ customerId, customerName: 'Erased customer' })
  expect(await tablesThatName(app)).toEqual([])
})

test('an erased customer gets no new name', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { customerId } = await alice.api.transactions.create.mutate(payment())
  await erase(alice, customerId)

  const renamed = await alice.rest('PUT', `/api/customers/${customerId}`, { name: 'Zenobia Quirk' })

  expect(renamed.status).toBe(409)
  expect(renamed.json()).toMatchObject({ code: 'conflict', reason: 'customer_erased' })
  expect(await tablesThatName(app)).toEqual([])
})

/** Creates a customer with `count` payments and their events, one after the other. */
async function customerWith(app: TestApp, alice: Person, count: number): Promise<string> {
  await setWebhookUrl(alice, ENDPOINT)
  const shop = await keyCaller(app, alice)
  let customerId = ''
  for (let n = 0; n < count; n++) {
    const paid = await shop.rest('POST', '/api/payments', payment(zenobia), {
      'idempotency-key': `order-${n}`,
    })
    customerId = paid.json().customerId
    app.clock.advance(1000)
  }
  return customerId
}

test('an interrupted erasure is finished by the job, and stores no new name meanwhile', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const customerId = await customerWith(app, alice, 25)
  // The payments lose the name. The next step fails, as if the process had died there.
  await app.db.schema.alterTable('webhook_events').renameTo('hidden').execute()

  const broken = await erase(alice, customerId)
  await app.db.schema.alterTable('hidden').renameTo('webhook_events').execute()
  const remainingTables = await tablesThatName(app)
  const earlyCount = await finishErasures(app.world)
  app.clock.advance(30_000)
  const finishedCount = await finishErasures(app.world)

  expect(broken.status).toBe(500)
  expect(remainingTables).toEqual(['webhookEvents'])
  expect([earlyCount, finishedCount]).toEqual([0, 1])
  expect(await tablesThatName(app)).toEqual([])
  expect(await finishErasures(app.world)).toBe(0)
  expect((await runLedgerCheck(app.world)).findings).toEqual([])
})

test('a concurrent second erasure changes nothing, and both get a response when all is done', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const customerId = await customerWith(app, alice, 25)

  const eraseResponses = await Promise.all([erase(alice, customerId), erase(alice, customerId)])
  const after = await tablesThatName(app)
  const again = await erase(alice, customerId)

  expect(eraseResponses.map(({ status }) => status)).toEqual([204, 204])
  expect(after).toEqual([])
  expect(again.status).toBe(204)
  const entries = await app.db
    .selectFrom('auditLog')
    .select('id')
    .where('action', '=', 'customer.erased')
    .execute()
  expect(entries).toHaveLength(1)
})

// PostgreSQL answers asynchronously, so the event loop runs there anyway.
test.runIf(dialect === 'sqlite')('an erasure yields to others repeatedly', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const customerId = await customerWith(app, alice, 1)
  await copyPayments(app, 2000)

  const { ticks, result: erased } = await countTicks(() => erase(alice, customerId))

  expect(erased.status).toBe(204)
  expect(await tablesThatName(app)).toEqual([])
  // Without yielding it would have six ticks, which the request itself needs.
  expect(ticks).toBeGreaterThan(15)
})

/** Copies the only payment `count` times, with its search text. */
async function copyPayments(app: TestApp, count: number): Promise<void> {
  const [payments, texts] = await Promise.all([
    app.db.selectFrom('transactions').selectAll().execute(),
    app.db.selectFrom('searchTexts').selectAll().where('kind', '=', 'transaction').execute(),
  ])
  const [row, text] = [payments[0], texts[0]]
  if (!row || !text) throw new Error('there is no payment to copy')
  await app.db.transaction().execute(async (trx) => {
    for (let n = 0; n < count; n++) {
      const id = `${row.id.slice(0, -5)}${String(n).padStart(5, '0')}`
      await trx
        .insertInto('transactions')
        .values({ ...row, id, transactionId: `TXN-${n}` })
        .execute()
      const { seq: _, ...found } = { ...text, objectId: id }
      await trx.insertInto('searchTexts').values(found).execute()
    }
  })
}
