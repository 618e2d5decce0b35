import { expect, test } from 'vitest'
import { READ_AFTER_MS, readBalances, takePayments } from '../support/balances.ts'
import { testApp } from '../support/test-app.ts'

test('costs are fees and gross amounts by method, of booked payments of the range and currency', async () => {
  await using app = await testApp()
  const alice = await app.person({ timezone: 'Europe/Rome' })
  const costs = (range: '7d' | '30d' = '7d') => alice.api.analytics.methodCosts.query({ range })
  expect(await costs()).toEqual({ currency: 'USD', methods: [], isComplete: true })

  await takePayments(alice, 3)
  await takePayments(alice, 1, { amount: '10.00', paymentMethod: 'paypal' })
  await takePayments(alice, 1, { amount: '50.00', currency: 'EUR' })
  const [first] = await takePayments(alice, 1, { amount: '20.00' })
  app.clock.advance(READ_AFTER_MS)
  await readBalances(app)
  // As a processor reports what the payer used.
  const { db } = app
  await db
    .updateTable('transactions')
    .set({ methodType: 'ideal' })
    .where('id', '=', first.id)
    .execute()

  expect((await costs()).methods).toEqual([
    { paymentMethod: 'card', type: null, count: 3, gross: '300.00', fees: '4.95' },
    { paymentMethod: 'card', type: 'ideal', count: 1, gross: '20.00', fees: '0.53' },
    { paymentMethod: 'paypal', type: null, count: 1, gross: '10.00', fees: '0.39' },
  ])
  const inEuro = await alice.api.analytics.methodCosts.query({ range: '7d', currency: 'EUR' })
  expect(inEuro.methods).toMatchObject([{ count: 1, gross: '50.00', fees: '0.95' }])
  const bob = await app.person()
  expect((await bob.api.analytics.methodCosts.query({ range: '7d' })).methods).toEqual([])

  const customerId = String(first.customerId)
  const ofCustomer = (filter: object = {}) =>
    alice.api.balanceEntries.summary.query({ customerId, ...filter })
  const listed = await alice.api.balanceEntries.list.query({ customerId, limit: 100 })
  expect(listed.total).toBe(6)
  expect((await ofCustomer({ currency: 'USD' })).groups).toMatchObject([
    { type: 'charge', count: 5, amount: '330.00', fee: '5.87', net: '324.13' },
  ])
  expect((await ofCustomer({ search: String(first.id) })).groups).toMatchObject([{ count: 1 }])
  expect((await ofCustomer({ customerId: 'cus_none' })).groups).toEqual([])
  expect((await bob.api.balanceEntries.summary.query({ customerId })).groups).toEqual([])

  await db.updateTable('balanceEntries').set({ transactionId: null }).execute()
  expect((await costs()).methods).toEqual([
    { paymentMethod: null, type: null, count: 5, gross: '330.00', fees: '5.87' },
  ])
  app.clock.advance(8 * 86_400_000)
  await alice.signIn()
  expect((await costs()).methods).toEqual([])
  expect((await costs('30d')).methods).toMatchObject([{ count: 5 }])
})

test('more payments than one read adds up are each counted once, whatever their times', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await takePayments(alice, 1)
  app.clock.advance(READ_AFTER_MS)
  await readBalances(app)
  const entry = await app.db.selectFrom('balanceEntries').selectAll().executeTakeFirstOrThrow()
  const copies = Array.from({ length: 1250 }, (_, n) => ({
    ...entry,
    id: `ent_${String((n * 7919) % 1250).padStart(26, '0')}`,
    ref: `copy ${n}`,
    amount: n,
    transactionId: n % 2 === 0 ? entry.transactionId : null,
    // A few payments share each instant, so a page ends between two of the same.
    createdAt: new Date(Date.parse(entry.createdAt) - Math.floor(n / 7)).toISOString(),
  }))
  for (let from = 0; from < copies.length; from += 50) {
    await app.db
      .insertInto('balanceEntries')
      .values(copies.slice(from, from + 50))
      .execute()
  }

  const { methods, isComplete } = await alice.api.analytics.methodCosts.query({ range: '7d' })

  expect(isComplete).toBe(true)
  expect(methods.map(({ count, gross }) => [count, gross])).toEqual([
    [626, '4000.00'],
    [625, '3906.25'],
  ])
})
