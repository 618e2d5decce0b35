import { expect, test } from 'vitest'
import { payment } from '../support/make.ts'
import { type Person, testApp } from '../support/test-app.ts'

async function threePayments(alice: Person) {
  const pay = (more: Parameters<typeof payment>[0]) =>
    alice.api.transactions.create.mutate(payment(more))
  return [
    await pay({ amount: '30.00', customerName: 'Carla', customerEmail: 'c@example.com' }),
    await pay({ amount: '10.01', customerName: 'Bruno', customerEmail: 'b@example.com' }),
    await pay({
      amount: '20.00',
      customerName: 'Anna',
      customerEmail: 'a@example.com',
      paymentMethod: 'bank',
      currency: 'EUR',
    }),
  ]
}

test('lists are newest first, in pages, with the total and the next page in headers', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const created = await threePayments(alice)

  const first = await alice.rest('GET', '/api/transactions?limit=2')
  const second = await alice.rest('GET', '/api/transactions?limit=2&page=2')

  const ids = created
    .map(({ id }) => id)
    .toSorted()
    .toReversed()
  expect(first.json().map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2))
  expect(second.json().map(({ id }: { id: string }) => id)).toEqual(ids.slice(2))
  expect(first.headers['x-total-count']).toBe('3')
  const next = /^<(.+)>; rel="next"$/.exec(String(first.headers.link))?.[1]
  expect(next).toMatch(/^\/api\/transactions\?limit=2&cursor=[\w-]+$/)
  expect((await alice.rest('GET', String(next))).body).toBe(second.body)
  expect(second.headers.link).toBeUndefined()
})

test.each([
  ['amount', ['10.01', '20.00', '30.00']],
  ['-amount', ['30.00', '20.00', '10.01']],
  ['customerName', ['20.00', '10.01', '30.00']],
  ['-customerName', ['30.00', '10.01', '20.00']],
  ['createdAt', ['30.00', '10.01', '20.00']],
])('sort=%s', async (sort, amounts) => {
  await using app = await testApp()
  const alice = await app.person()
  for (const more of ['30.00', '10.01', '20.00'].map((amount, index) => ({
    amount,
    customerName: ['Carla', 'Bruno', 'Anna'][index],
    customerEmail: `${index}@example.com`,
  }))) {
    await alice.api.transactions.create.mutate(payment(more))
    app.clock.advance(1)
  }

  const list = await alice.rest('GET', `/api/transactions?sort=${sort}`)

  expect(list.json().map(({ amount }: { amount: string }) => amount)).toEqual(amounts)
})

test.each([
  ['status=success', 1],
  ['status=failed', 1],
  ['status=pending', 1],
  ['paymentMethod=bank', 1],
  ['currency=USD', 2],
  ['from=2026-03-10&to=2026-03-10', 3],
  ['from=2026-03-11', 0],
  ['to=2026-03-09', 0],
  ['minAmount=20', 2],
  ['minAmount=10.02&maxAmount=20', 1],
  ['weekday=2&slot=2', 3],
  ['weekday=3', 0],
  ['customerId=cus_unknown', 0],
])('?%s finds %i of three', async (query, count) => {
  await using app = await testApp()
  const alice = await app.person()
  await threePayments(alice)

  const list = await alice.rest('GET', `/api/transactions?${query}`)

  expect(list.json()).toHaveLength(count)
  expect(list.headers['x-total-count']).toBe(String(count))
})

test('a payment is found by id and by reference, with or without #', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const created = await alice.api.transactions.create.mutate(payment())

  for (const id of [created.id, created.transactionId, `#${created.transactionId.toLowerCase()}`]) {
    expect((await alice.api.transactions.get.query({ id })).id).toBe(created.id)
  }
})

test('business days follow the zone of the merchant', async () => {
  await using app = await testApp()
  const [rome, auckland] = [
    await app.person({ timezone: 'Europe/Rome' }),
    await app.person({ timezone: 'Pacific/Auckland' }),
  ]
  app.clock.set('2026-03-10T23:30:00.000Z')
  for (const someone of [rome, auckland]) await someone.api.transactions.create.mutate(payment())

  const daysOf = async (someone: Person) => {
    const { labels, data } = await someone.api.analytics.transactionsVolume.query()
    return labels.filter((_, index) => data[index] === 1)
  }

  expect(await daysOf(rome)).toEqual(['2026-03-11'])
  expect(await daysOf(auckland)).toEqual(['2026-03-11'])
  app.clock.set('2026-03-11T11:30:00.000Z')
  for (const someone of [rome, auckland]) await someone.signIn()
  for (const someone of [rome, auckland]) await someone.api.transactions.create.mutate(payment())
  expect(await daysOf(auckland)).toEqual(['2026-03-11', '2026-03-12'])
  expect((await rome.rest('GET', '/api/transactions?from=2026-03-11')).json()).toHaveLength(2)
})
