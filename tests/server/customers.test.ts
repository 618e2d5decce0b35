import { expect, test } from 'vitest'
import { keyCaller } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { type Person, testApp } from '../support/test-app.ts'

const ada = { name: 'Ada Rossi', email: 'ada@example.com' }

test('a customer is added, read, changed and listed with totals', async () => {
  await using app = await testApp()
  const alice = await app.person()

  const created = await alice.rest('POST', '/api/customers', ada)
  app.clock.advance(1000)
  const changed = await alice.rest('PUT', `/api/customers/${created.json().id}`, {
    name: 'Ada Bianchi',
    status: 'inactive',
  })
  await alice.api.transactions.create.mutate(payment({ amount: '10.00' }))
  await alice.api.transactions.create.mutate(payment({ amount: '5.00', currency: 'EUR' }))
  await alice.api.transactions.create.mutate(payment({ amount: '7.01' }))

  expect(created.status).toBe(201)
  expect(created.json()).toMatchObject({ ...ada, status: 'active', totalSpent: '0.00' })
  expect(changed.json()).toMatchObject({
    name: 'Ada Bianchi',
    email: 'ada@example.com',
    status: 'inactive',
    createdAt: '2026-03-10T12:00:00.000Z',
    updatedAt: '2026-03-10T12:00:01.000Z',
  })
  const detail = await alice.rest('GET', `/api/customers/${created.json().id}`)
  expect(detail.json()).toMatchObject({
    totalSpent: '10.00',
    currency: 'USD',
    transactionCount: 3,
    totals: [
      { currency: 'EUR', totalSpent: '5.00', transactionCount: 1 },
      { currency: 'USD', totalSpent: '10.00', transactionCount: 2 },
    ],
    firstPaymentAt: '2026-03-10T12:00:01.000Z',
    lastPaymentAt: '2026-03-10T12:00:01.000Z',
  })
  const { totals: _t, firstPaymentAt: _f, lastPaymentAt: _l, ...row } = detail.json()
  const list = await alice.rest('GET', '/api/customers')
  expect(list.json()).toEqual([row])
  expect(list.headers['x-total-count']).toBe('1')
  expect((await alice.api.dashboard.stats.query()).activeCustomers).toBe(0)
})

test('the totals name each currency of the requested customers, and of no other customer', async () => {
  await using app = await testApp()
  const [alice, bob] = [await app.person(), await app.person()]
  const pay = (more: Parameters<typeof payment>[0]) =>
    alice.api.transactions.create.mutate(payment(more))
  const { customerId } = await pay({ amount: '24.90', currency: 'EUR' })
  await pay({ amount: '24.90', currency: 'EUR' })
  await pay({ amount: '5.00', currency: 'GBP' })
  await pay({ amount: '10.01' })
  await pay({ amount: '7.00', customerEmail: 'other@example.com' })

  const ids = [customerId, 'cus_unknown']
  const totals = await alice.api.customers.totals.query({ ids })

  expect(totals).toEqual([
    { customerId, currency: 'EUR', totalSpent: '49.80' },
    { customerId, currency: 'GBP', totalSpent: '5.00' },
  ])
  expect(await bob.api.customers.totals.query({ ids })).toEqual([])
  await alice.api.merchant.update.mutate({ timezone: 'Asia/Tokyo', currency: 'EUR' })
  expect(await alice.api.customers.totals.query({ ids })).toEqual(totals)
  for (const bad of [[], Array.from({ length: 51 }, () => customerId)]) {
    await expect(alice.api.customers.totals.query({ ids: bad })).rejects.toMatchObject({
      data: { code: 'invalid' },
    })
  }
})

test('a second customer with the same e-mail in any case is a conflict', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const first = await alice.rest('POST', '/api/customers', ada)
  const other = await alice.rest('POST', '/api/customers', {
    name: 'Bob',
    email: 'bob@example.com',
  })

  const added = await alice.rest('POST', '/api/customers', { name: 'X', email: 'ADA@example.com' })
  const moved = await alice.rest('PUT', `/api/customers/${other.json().id}`, {
    email: 'Ada@Example.com',
  })

  for (const refused of [added, moved]) {
    expect(refused.status).toBe(409)
    expect(refused.json()).toMatchObject({ code: 'conflict', reason: 'email_taken' })
  }
  expect(await app.count('customers')).toBe(2)
  expect((await alice.rest('GET', `/api/customers/${other.json().id}`)).json().email).toBe(
    'bob@example.com',
  )
  expect((await alice.api.dashboard.stats.query()).activeCustomers).toBe(2)
  expect((await alice.rest('GET', `/api/customers/${first.json().id}`)).status).toBe(200)
})

test('erasing removes the name everywhere and keeps every figure', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const shop = await keyCaller(app, alice)
  const headers = { 'idempotency-key': 'order-1' }
  const secret = { customerName: 'Zenobia Quirk', customerEmail: 'zenobia@example.com' }
  const paid = await shop.rest('POST', '/api/payments', payment(secret), headers)
  const before = await alice.api.dashboard.stats.query()

  const erased = await alice.rest('DELETE', `/api/customers/${paid.json().customerId}`)

  expect(erased.status).toBe(204)
  expect(erased.body).toBe('')
  const after = await alice.api.dashboard.stats.query()
  expect(after).toEqual({ ...before, activeCustomers: 0 })
  const replayed = await shop.rest('POST', '/api/payments', payment(secret), headers)
  expect(replayed.headers['idempotent-replayed']).toBe('true')
  expect(replayed.json()).toMatchObject({ amount: '12.34', customerName: 'Erased customer' })
  for (const search of ['zenobia', 'quirk']) {
    expect((await alice.rest('GET', `/api/transactions?search=${search}`)).json()).toEqual([])
    expect((await alice.rest('GET', `/api/customers?search=${search}`)).json()).toEqual([])
  }
  const tables = [
    'customers',
    'transactions',
    'searchTexts',
    'idempotencyKeys',
    'auditLog',
  ] as const
  for (const table of tables) {
    const storedRows = JSON.stringify(await app.db.selectFrom(table).selectAll().execute())
    expect([table, /zenobia|quirk/i.test(storedRows)]).toEqual([table, false])
  }
  // The e-mail address is free again: the next payment with it creates another customer.
  const again = await shop.rest('POST', '/api/payments', payment(secret))
  expect(again.json().customerId).not.toBe(paid.json().customerId)
})

test.each([
  ['no name', { email: 'a@example.com' }, 'name'],
  ['no e-mail', { name: 'A' }, 'email'],
  ['a wrong e-mail', { name: 'A', email: 'a' }, 'email'],
  ['an unknown status', { ...ada, status: 'vip' }, 'status'],
  ['an unknown key', { ...ada, vip: true }, 'vip'],
])('a customer with %s is refused and not stored', async (_, body, field) => {
  await using app = await testApp()
  const alice = await app.person()

  const refused = await alice.rest('POST', '/api/customers', body)

  expect(refused.status).toBe(400)
  expect(refused.json().issues[0].path).toBe(field)
  expect(await app.count('customers')).toBe(0)
})

test('a customer that cannot be stored completely is not stored at all', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await app.db.schema.alterTable('audit_log').renameTo('hidden').execute()

  expect((await alice.rest('POST', '/api/customers', ada)).status).toBe(500)

  expect(await app.count('customers')).toBe(0)
  expect(await app.count('rollupCustomerDays')).toBe(0)
})

async function threeCustomers(alice: Person) {
  const pay = (customerName: string, amount: string, currency: 'USD' | 'EUR' = 'USD') =>
    alice.api.transactions.create.mutate(
      payment({
        customerName,
        customerEmail: `${customerName.toLowerCase()}@example.com`,
        amount,
        currency,
      }),
    )
  await pay('Bruno', '20.00')
  await pay('Anna', '10.00')
  await pay('Carla', '30.00', 'EUR')
}

test.each([
  ['name', ['Anna', 'Bruno', 'Carla']],
  ['-name', ['Carla', 'Bruno', 'Anna']],
  ['-totalSpent', ['Bruno', 'Anna', 'Carla']],
  ['totalSpent', ['Carla', 'Anna', 'Bruno']],
])('customers sorted by %s, also one page at a time', async (sort, names) => {
  await using app = await testApp()
  const alice = await app.person()
  await threeCustomers(alice)

  const whole = await alice.rest('GET', `/api/customers?sort=${sort}`)
  const collectedNames: string[] = []
  let next: string | undefined = `/api/customers?sort=${sort}&limit=1`
  while (next) {
    const page = await alice.rest('GET', next)
    collectedNames.push(...page.json().map(({ name }: { name: string }) => name))
    next = /^<(.+)>; rel="next"$/.exec(String(page.headers.link))?.[1]
  }

  expect(whole.json().map(({ name }: { name: string }) => name)).toEqual(names)
  expect(collectedNames).toEqual(names)
})

test.each([
  // Each term has a letter or sign that no id contains, because the search covers ids too.
  ['search=anna%40', ['Anna']],
  ['search=CARLA@ex', ['Carla']],
  ['search=ru', ['Bruno']],
  ['search=example.com&sort=name', ['Anna', 'Bruno', 'Carla']],
  ['status=inactive', []],
  ['status=active&sort=name&limit=2', ['Anna', 'Bruno']],
])('GET /api/customers?%s', async (query, names) => {
  await using app = await testApp()
  const alice = await app.person()
  await threeCustomers(alice)

  const list = await alice.rest('GET', `/api/customers?${query}`)

  expect(list.json().map(({ name }: { name: string }) => name)).toEqual(names)
})
