import { expect, test } from 'vitest'
import { payment } from '../support/make.ts'
import { testApp } from '../support/test-app.ts'

const badAmounts = [
  '-1',
  '0',
  '0.00',
  '1.005',
  '1e3',
  'NaN',
  'Infinity',
  '١٢',
  '1'.repeat(30),
  '100000000.00',
  '1,00',
  '+1',
  ' 1',
  '01',
  '.5',
  '5.',
  '0x10',
  '',
]

const cases: [string, object, string][] = [
  ...badAmounts.map((amount): [string, object, string] => [
    `amount ${amount}`,
    payment({ amount }),
    'amount',
  ]),
  ['amount as a number', { ...payment(), amount: 12.34 }, 'amount'],
  ['no amount', { ...payment(), amount: undefined }, 'amount'],
  ['an unknown currency', { ...payment(), currency: 'ITL' }, 'currency'],
  ['an invalid e-mail', payment({ customerEmail: 'ada at example' }), 'customerEmail'],
  [
    'an e-mail of 300 characters',
    payment({ customerEmail: `${'a'.repeat(290)}@example.com` }),
    'customerEmail',
  ],
  ['no name', { ...payment(), customerName: undefined }, 'customerName'],
  ['a blank name', payment({ customerName: '   ' }), 'customerName'],
  ['a name of 201 characters', payment({ customerName: 'a'.repeat(201) }), 'customerName'],
  ['a name with a line break', payment({ customerName: 'a\nb' }), 'customerName'],
  ['half a surrogate pair', payment({ customerName: 'a\ud800' }), 'customerName'],
  ['a name that is an object', { ...payment(), customerName: { $ne: 1 } }, 'customerName'],
  ['an unknown method', { ...payment(), paymentMethod: 'cash' }, 'paymentMethod'],
  ['a description of 1,001 characters', payment({ description: 'a'.repeat(1001) }), 'description'],
  [
    'a card number in the description',
    payment({ description: 'card 4111 1111-1111 1111' }),
    'description',
  ],
  ['a card number in the name', payment({ customerName: '5555555555554444' }), 'customerName'],
  ['an unknown key', { ...payment(), cardNumber: 'x' }, 'cardNumber'],
]

test.each(cases)('%s is refused by its name and nothing is stored', async (_, body, field) => {
  await using app = await testApp()
  const alice = await app.person()

  const refused = await alice.rest('POST', '/api/payments', body)

  expect(refused.status).toBe(400)
  expect(refused.headers['content-type']).toBe('application/problem+json; charset=utf-8')
  const problem = refused.json()
  expect(problem).toMatchObject({ code: 'invalid', status: 400, title: 'Bad Request' })
  expect(problem.issues.map(({ path }: { path: string }) => path)).toContain(field)
  expect(problem.requestId).toBe(refused.headers['x-request-id'])
  expect(await app.count('transactions')).toBe(0)
  expect(await app.count('customers')).toBe(0)
})

test('a refused card number is not logged either', async () => {
  await using app = await testApp()
  const alice = await app.person()

  await alice.rest('POST', '/api/payments', payment({ description: '4111111111111111' }))

  expect(JSON.stringify(app.logs)).not.toContain('4111111111111111')
})

const bodies: [string, string, string, number][] = [
  ['text that is not JSON', 'application/json', 'amount=1', 400],
  ['half of a JSON text', 'application/json', '{"amount":', 400],
  ['a list', 'application/json', '[]', 400],
  ['a number', 'application/json', '1', 400],
  ['null', 'application/json', 'null', 400],
  ['an empty body', 'application/json', '', 400],
  ['2 MB', 'application/json', JSON.stringify({ amount: 'x'.repeat(2_000_000) }), 413],
  ['a form', 'application/x-www-form-urlencoded', 'amount=1', 415],
  ['plain text', 'text/plain', JSON.stringify(payment()), 415],
  ['a multipart form', 'multipart/form-data; boundary=x', '--x--', 415],
  ['bytes', 'application/octet-stream', JSON.stringify(payment()), 415],
  ['a type that only begins alike', 'application/jsonx', JSON.stringify(payment()), 415],
  ['__proto__', 'application/json', '{"__proto__":{"amount":"1"},"amount":"12.34"}', 400],
  ['constructor', 'application/json', '{"constructor":{"prototype":{"a":1}}}', 400],
]

test.each(bodies)('a body that is %s is refused by both APIs', async (_, type, body, status) => {
  await using app = await testApp()
  const alice = await app.person()

  for (const url of ['/api/payments', '/trpc/transactions.create']) {
    const refused = await app.rest({
      method: 'POST',
      url,
      headers: { cookie: alice.cookie, 'content-type': type },
      payload: body,
    })
    expect([url, refused.status]).toEqual([url, status])
    const { code } = url.startsWith('/trpc')
      ? (refused.json().error?.data ?? refused.json())
      : refused.json()
    expect(['invalid', 'too_large', 'unsupported_media_type']).toContain(code)
  }
  expect(await app.count('transactions')).toBe(0)
  expect(Object.hasOwn(Object.prototype, 'amount')).toBe(false)
})

test('__proto__ and unknown keys are refused by name', async () => {
  await using app = await testApp()
  const alice = await app.person()

  const refused = await app.rest({
    method: 'POST',
    url: '/api/payments',
    headers: { cookie: alice.cookie, 'content-type': 'application/json' },
    payload: `{"__proto__":{"a":1},${JSON.stringify(payment()).slice(1)}`,
  })

  expect(refused.status).toBe(400)
  expect(refused.json().issues).toContainEqual({
    path: '__proto__',
    message: 'The field "__proto__" is not known here.',
  })
})

test.each([
  ['limit=0', 'limit'],
  ['limit=501', 'limit'],
  ['limit=ten', 'limit'],
  ['limit=1e2', 'limit'],
  ['page=0', 'page'],
  ['page=101&limit=100', 'page'],
  ['status=paid', 'status'],
  ['status=success&status=failed', 'status'],
  ['sort=colour', 'sort'],
  ['from=2026-02-30', 'from'],
  ['from=0001-01-01', 'from'],
  ['to=yesterday', 'to'],
  ['minAmount=-1', 'minAmount'],
  ['weekday=7', 'weekday'],
  ['colour=red', 'colour'],
  ['__proto__=1', '__proto__'],
])('GET /api/transactions?%s is refused with the field name %s', async (query, field) => {
  await using app = await testApp()
  const alice = await app.person()

  const refused = await alice.rest('GET', `/api/transactions?${query}`)

  expect(refused.status).toBe(400)
  expect(refused.json().issues.map(({ path }: { path: string }) => path)).toContain(field)
})

test('read calls refuse unknown parameters', async () => {
  await using app = await testApp()
  const alice = await app.person()

  expect((await alice.rest('GET', '/api/dashboard/stats?range=1')).status).toBe(400)
  expect((await alice.rest('GET', `/api/transactions/${'x'.repeat(65)}`)).status).toBe(400)
  expect((await alice.rest('GET', '/api/transactions/txn_unknown')).status).toBe(404)
  expect((await alice.rest('GET', '/api/nothing')).status).toBe(404)
  expect((await alice.rest('DELETE', '/api/payments')).status).toBe(404)
})

test('a write reads its input from the body alone: a query cannot change the payment', async () => {
  await using app = await testApp()
  const alice = await app.person()

  for (const query of ['amount=99.00', 'colour=red']) {
    const refused = await alice.rest('POST', `/api/payments?${query}`, payment())
    expect([query, refused.status]).toEqual([query, 400])
    const path = query.split('=')[0]
    const message = `The ${path} belongs in the body.`
    expect(refused.json().issues[0]).toEqual({ path, message })
  }
  expect(await app.count('transactions')).toBe(0)
})
