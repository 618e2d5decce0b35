import { expect, test } from 'vitest'
import { newActingMerchant } from '#server/core/merchant.ts'
import { createTransaction } from '#server/features/transactions/create-transaction.ts'
import { NewTransaction } from '#server/features/transactions/new-transaction.schema.ts'
import { createPaymentStore } from '#server/features/transactions/store/local-payments.ts'
import { payment } from '../support/make.ts'
import { SETTLEMENT_MS, testApp } from '../support/test-app.ts'

test('a payment is stored with its customer, its events and its sums', async () => {
  await using app = await testApp()
  const alice = await app.person()

  const created = await alice.rest(
    'POST',
    '/api/payments',
    payment({ description: ' two coffees ' }),
  )

  expect(created.status).toBe(201)
  expect(created.json()).toEqual({
    id: expect.stringMatching(/^txn_[0-9A-HJKMNP-TV-Z]{26}$/),
    transactionId: expect.stringMatching(/^TXN-[0-9A-HJKMNP-TV-Z]{10}$/),
    customerId: expect.stringMatching(/^cus_/),
    customerName: 'Ada Rossi',
    customerEmail: 'ada@example.com',
    amount: '12.34',
    currency: 'USD',
    paymentMethod: 'card',
    description: 'two coffees',
    status: 'success',
    failureReason: null,
    createdAt: '2026-03-10T12:00:00.000Z',
    updatedAt: '2026-03-10T12:00:00.000Z',
    settledAt: '2026-03-10T12:00:00.000Z',
  })
  const detail = await alice.rest('GET', `/api/transactions/${created.json().id}`)
  expect(detail.json()).toEqual({
    ...created.json(),
    events: [
      {
        at: '2026-03-10T12:00:00.000Z',
        type: 'created',
        status: 'pending',
        reason: null,
        actor: `user:${alice.id}`,
      },
      {
        at: '2026-03-10T12:00:00.000Z',
        type: 'status_changed',
        status: 'success',
        reason: null,
        actor: 'processor:sandbox',
      },
    ],
  })
  expect(await alice.api.dashboard.stats.query()).toMatchObject({
    totalRevenue: '12.34',
    totalTransactions: 1,
    activeCustomers: 1,
    successRate: 100,
  })
})

test('POST /api/transactions, /api/payments and the tRPC procedure do the same', async () => {
  await using app = await testApp()
  const alice = await app.person()

  const first = await alice.rest('POST', '/api/transactions', payment())
  const second = await alice.rest('POST', '/api/payments', payment())
  const third = await alice.api.transactions.create.mutate(payment())

  expect(first.status).toBe(201)
  expect(second.status).toBe(201)
  const list = await alice.rest('GET', '/api/transactions')
  expect(list.json().map(({ id }: { id: string }) => id)).toEqual(
    [first.json().id, second.json().id, third.id].toSorted().toReversed(),
  )
})

test.each([
  ['card', '10.01', 'failed', 'card_declined'],
  ['paypal', '10.01', 'failed', 'payer_declined'],
  ['card', '10.02', 'failed', 'insufficient_funds'],
  ['paypal', '10.02', 'failed', 'insufficient_funds'],
  ['card', '10.00', 'success', null],
  ['paypal', '10.5', 'success', null],
] as const)('%s %s is %s at once', async (paymentMethod, amount, status, failureReason) => {
  await using app = await testApp()
  const alice = await app.person()

  const created = await alice.api.transactions.create.mutate(payment({ paymentMethod, amount }))

  expect(created).toMatchObject({ status, failureReason })
})

test.each([
  ['card', '10.03', 'success', null],
  ['paypal', '10.04', 'failed', 'expired'],
  ['card', '10.05', 'success', null],
  ['bank', '10.01', 'failed', 'transfer_rejected'],
  ['bank', '10.02', 'success', null],
] as const)('%s %s is pending, then %s', async (paymentMethod, amount, status, failureReason) => {
  await using app = await testApp()
  const alice = await app.person()
  const { id } = await alice.api.transactions.create.mutate(payment({ paymentMethod, amount }))

  app.clock.advance(SETTLEMENT_MS - 1)
  await app.settle()
  expect((await alice.api.transactions.get.query({ id })).status).toBe('pending')

  app.clock.advance(1)
  await app.settle()
  const settled = await alice.api.transactions.get.query({ id })
  expect(settled).toMatchObject({
    status,
    failureReason,
    settledAt: '2026-03-10T12:00:05.000Z',
    updatedAt: '2026-03-10T12:00:05.000Z',
  })
  expect(settled.events.map((event) => [event.type, event.status, event.reason])).toEqual([
    ['created', 'pending', null],
    ['status_changed', status, failureReason],
  ])
  const stats = await alice.api.dashboard.stats.query()
  expect(stats.totalRevenue).toBe(status === 'success' ? `${settled.amount}` : '0.00')
  expect(stats.totalTransactions).toBe(1)
})

test('settling again, or twice at once, changes nothing further', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { id } = await alice.api.transactions.create.mutate(payment({ paymentMethod: 'bank' }))
  app.clock.advance(SETTLEMENT_MS)

  await Promise.all([app.settle(), app.settle(), app.settle()])
  await app.settle()

  expect((await alice.api.transactions.get.query({ id })).events).toHaveLength(2)
  expect((await alice.api.dashboard.stats.query()).totalRevenue).toBe('12.34')
})

test('a second payment finds its customer by e-mail in any case, and does not rename it', async () => {
  await using app = await testApp()
  const alice = await app.person()

  const first = await alice.api.transactions.create.mutate(payment())
  const second = await alice.api.transactions.create.mutate(
    payment({ customerEmail: 'ADA@example.com', customerName: 'Somebody Else' }),
  )

  expect(second.customerId).toBe(first.customerId)
  expect(second.customerName).toBe('Somebody Else')
  const customer = await app.db.selectFrom('customers').selectAll().executeTakeFirstOrThrow()
  expect(customer).toMatchObject({ name: 'Ada Rossi', email: 'ada@example.com' })
  expect(await app.count('customers')).toBe(1)
  expect((await alice.api.dashboard.stats.query()).activeCustomers).toBe(1)
})

test('forty payments at once are all stored, with one customer and exact sums', async () => {
  await using app = await testApp()
  const alice = await app.person()

  const responses = await Promise.all(
    Array.from({ length: 40 }, () =>
      alice.rest('POST', '/api/payments', payment({ amount: '0.10' })),
    ),
  )

  expect(responses.map(({ status }) => status)).toEqual(Array(40).fill(201))
  expect(await app.count('customers')).toBe(1)
  expect(await alice.api.dashboard.stats.query()).toMatchObject({
    totalRevenue: '4.00',
    totalTransactions: 40,
    activeCustomers: 1,
  })
})

test('a payment whose reference is taken gets a new reference', async () => {
  const references = ['TXN-AAAAAAAAAA', 'TXN-AAAAAAAAAA', 'TXN-BBBBBBBBBB', 'TXN-AAAAAAAAAA']
  let free = 0
  const newReference = () => references.shift() ?? `TXN-CCCCCCCCC${++free}`
  await using app = await testApp({
    deps: { paymentStoreOf: (world) => createPaymentStore({ ...world, newReference }) },
  })
  const alice = await app.person()
  const ctx = {
    ...app.world,
    newReference,
    actor: { type: 'system' as const, job: 'test' },
    requestId: 'test',
    address: null,
    merchant: newActingMerchant(alice.merchant),
  }
  const input = NewTransaction.parse(payment())

  const first = await createTransaction(ctx, input)
  const second = await createTransaction(ctx, input)
  // In one group with a payment whose reference is free.
  const more = await Promise.all([createTransaction(ctx, input), createTransaction(ctx, input)])

  expect([first.transactionId, second.transactionId]).toEqual(['TXN-AAAAAAAAAA', 'TXN-BBBBBBBBBB'])
  expect(new Set(more.map(({ transactionId }) => transactionId)).size).toBe(2)
  expect(await app.count('transactions')).toBe(4)
})

test('a caller who is signed out or has no merchant takes no payment', async () => {
  await using app = await testApp()
  const newcomer = await app.person({ isOnboarded: false })

  const stranger = await app.rest({ method: 'POST', url: '/api/payments', payload: payment() })
  const early = await newcomer.rest('POST', '/api/payments', payment())

  expect(stranger.status).toBe(401)
  expect(stranger.json().code).toBe('unauthenticated')
  expect(early.status).toBe(403)
  expect(early.json()).toMatchObject({ code: 'forbidden', reason: 'no_merchant' })
  expect(await app.count('transactions')).toBe(0)
})

test('a suspended merchant reads but takes no payments', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await app.db.updateTable('merchants').set({ verificationStatus: 'suspended' }).execute()

  const refused = await alice.rest('POST', '/api/payments', payment())

  expect(refused.status).toBe(403)
  expect(refused.json().reason).toBe('merchant_suspended')
  expect((await alice.rest('GET', '/api/transactions')).status).toBe(200)
  expect(await app.count('transactions')).toBe(0)
  expect(await app.count('customers')).toBe(0)
})

test('a payment that fails half-way leaves nothing behind', async () => {
  await using app = await testApp()
  const alice = await app.person()
  // The last write of a payment fails, so all writes before it must be undone.
  await app.db.schema.dropTable('rollupCustomers').execute()

  const refused = await alice.rest('POST', '/api/payments', payment())

  expect(refused.status).toBe(500)
  expect(refused.json().detail).not.toContain('rollup')
  for (const table of ['transactions', 'customers', 'transactionEvents', 'rollupDays'] as const) {
    expect(await app.count(table)).toBe(0)
  }
})
