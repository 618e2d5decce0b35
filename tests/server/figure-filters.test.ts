import { expect, test } from 'vitest'
import { payment } from '../support/make.ts'
import { type Person, SETTLEMENT_MS, type TestApp, testApp } from '../support/test-app.ts'

type RestResponse = Awaited<ReturnType<Person['rest']>>

/** Returns the rows of all pages, following the `Link` header from one to the next. */
async function readAllPages(person: Person, path: string): Promise<{ id: string; name: string }[]> {
  const rows: { id: string; name: string }[] = []
  let next: string | undefined = path
  while (next) {
    const page: RestResponse = await person.rest('GET', next)
    expect([next, page.status]).toEqual([next, 200])
    rows.push(...page.json())
    next = /^<(.+)>; rel="next"$/.exec(String(page.headers.link))?.[1]
  }
  return rows
}

/** Takes six payments: two succeed, two fail, and two between them stay pending. */
async function sixPayments(person: Person): Promise<void> {
  for (const more of [
    { amount: '10.00' },
    { amount: '11.01' },
    { amount: '12.00', paymentMethod: 'bank' as const },
    { amount: '13.00', paymentMethod: 'bank' as const, currency: 'EUR' as const },
    { amount: '14.00', currency: 'EUR' as const },
    { amount: '15.02' },
  ]) {
    await person.api.transactions.create.mutate(payment(more))
  }
}

test.each([
  ['final=true', ['15.02', '14.00', '11.01', '10.00']],
  ['final=false', ['13.00', '12.00']],
  ['final=true&status=failed', ['15.02', '11.01']],
  ['final=true&status=pending', []],
  ['final=false&status=success', []],
  ['final=true&currency=EUR', ['14.00']],
  ['final=true&from=2026-03-10&to=2026-03-10', ['15.02', '14.00', '11.01', '10.00']],
  ['final=true&from=2026-03-11', []],
  ['final=true&minAmount=11&sort=amount', ['11.01', '14.00', '15.02']],
  ['final=false&search=ada%40', ['13.00', '12.00']],
])('transactions?%s', async (query, amounts) => {
  await using app = await testApp()
  const alice = await app.person()
  await sixPayments(alice)

  const list = await alice.rest('GET', `/api/transactions?${query}`)

  expect(list.json().map(({ amount }: { amount: string }) => amount)).toEqual(amounts)
  expect(list.headers['x-total-count']).toBe(String(amounts.length))
  expect(list.headers['x-total-count-exact']).toBeUndefined()
})

test('final payments are listed in pages, exported, and increase as payments settle', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await sixPayments(alice)
  const all = await readAllPages(alice, '/api/transactions?final=true')

  expect(await readAllPages(alice, '/api/transactions?final=true&limit=3')).toEqual(all)
  const csv = await alice.rest('GET', '/api/transactions/export?final=true')
  expect(csv.body.trim().split('\r\n')).toHaveLength(5)
  expect(csv.body).not.toContain('pending')

  app.clock.advance(SETTLEMENT_MS)
  await app.settle()

  expect(await readAllPages(alice, '/api/transactions?final=true&limit=3')).toHaveLength(6)
  expect((await alice.rest('GET', '/api/transactions?final=false')).body).toBe('[]')
})

/** Takes payments: Ada pays in February and March, Bob in February, Cia in March. Dan's payment of February fails. */
async function twoMonths(app: TestApp, person: Person): Promise<void> {
  const pay = (name: string, amount = '5.00') =>
    person.api.transactions.create.mutate(
      payment({ amount, customerName: name, customerEmail: `${name.toLowerCase()}@example.com` }),
    )
  app.clock.set('2026-02-28T22:00:00.000Z')
  await pay('Dan', '5.01')
  await pay('Bob')
  await pay('Ada')
  await pay('Ada', '6.00')
  // In Rome it is already March.
  app.clock.set('2026-02-28T23:30:00.000Z')
  await pay('Ada', '7.00')
  await pay('Cia')
}

test.each([
  ['paidIn=2026-02', ['Ada', 'Bob']],
  ['paidIn=2026-03', ['Ada', 'Cia']],
  ['paidIn=2026-02&paidAlsoIn=2026-03', ['Ada']],
  ['paidIn=2026-03&paidAlsoIn=2026-02', ['Ada']],
  ['paidAlsoIn=2026-02', ['Ada', 'Bob']],
  ['paidIn=2026-01', []],
  ['paidIn=2026-02&sort=-totalSpent', ['Ada', 'Bob']],
  ['paidIn=2026-02&search=bob', ['Bob']],
  ['paidIn=2026-02&status=active', ['Ada', 'Bob']],
  ['paidIn=2026-02&status=inactive', []],
])('customers?%s', async (query, names) => {
  await using app = await testApp()
  const alice = await app.person({ timezone: 'Europe/Rome' })
  await twoMonths(app, alice)

  const list = await alice.rest('GET', `/api/customers?${query}`)

  const found = list.json().map(({ name }: { name: string }) => name)
  expect(query.includes('sort') ? found : found.toSorted()).toEqual(names)
  expect(list.headers['x-total-count']).toBe(String(names.length))
  const pagedRows = await readAllPages(alice, `/api/customers?${query}&limit=1`)
  expect(pagedRows.map(({ name }) => name)).toEqual(found)
})

test('retention counts the customers that its filters list', async () => {
  await using app = await testApp()
  const alice = await app.person({ timezone: 'Europe/Rome' })
  await twoMonths(app, alice)

  const { retention } = await alice.api.analytics.summary.query()

  expect(retention).toEqual({ value: 50, change: null, returned: 1, paid: 2 })
})

test('the filters never show another merchant’s payments', async () => {
  await using app = await testApp()
  const [alice, mallory] = [await app.person(), await app.person()]
  await sixPayments(alice)
  const ownPayment = await mallory.api.transactions.create.mutate(payment({ customerName: 'Own' }))

  const payments = await readAllPages(mallory, '/api/transactions?final=true')
  const customers = await mallory.rest('GET', '/api/customers?paidIn=2026-03')

  expect(payments.map(({ id }) => id)).toEqual([ownPayment.id])
  expect(customers.json().map(({ name }: { name: string }) => name)).toEqual(['Own'])
  expect(customers.headers['x-total-count']).toBe('1')
  expect((await mallory.rest('GET', '/api/transactions?final=false')).body).toBe('[]')
})

test.each([
  ['/api/transactions?final=maybe', 'final'],
  ['/api/transactions?final=1', 'final'],
  ['/api/transactions/export?final=yes', 'final'],
  ['/api/customers?paidIn=2026-13', 'paidIn'],
  ['/api/customers?paidIn=2026-1', 'paidIn'],
  ['/api/customers?paidIn=2026-01-01', 'paidIn'],
  ['/api/customers?paidAlsoIn=last', 'paidAlsoIn'],
  ["/api/customers?paidIn=2026-01'--", 'paidIn'],
])('%s is refused with the field name %s', async (path, field) => {
  await using app = await testApp()
  const alice = await app.person()

  const refused = await alice.rest('GET', path)

  expect(refused.status).toBe(400)
  expect(refused.json().issues[0].path).toBe(field)
})
