import { expect, test } from 'vitest'
import { findDuplicateKey } from '#server/http/entrance/bodies/json-body.ts'
import { keyCaller } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'

const send = (app: TestApp, { cookie }: Person, url: string, payload: Buffer | string) =>
  app.rest({
    method: 'POST',
    url,
    payload,
    headers: { cookie, 'content-type': 'application/json' },
  })

test.each(['/api/transactions', '/trpc/transactions.create', '/trpc/look.update'])(
  'a body of %s that is not UTF-8 is refused',
  async (url) => {
    await using app = await testApp()
    const alice = await app.person()
    const body = JSON.stringify(payment({ customerName: 'Nicolò' }))

    const refused = await send(app, alice, url, Buffer.from(body, 'latin1'))

    expect([refused.status, refused.body]).toEqual([400, expect.stringContaining('UTF-8')])
    expect(await app.count('transactions')).toBe(0)
  },
)

test('the Unicode replacement character is accepted in a valid body', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const body = JSON.stringify(payment({ customerName: 'Nicol\ufffd' }))

  expect((await send(app, alice, '/api/transactions', body)).json().customerName).toBe(
    'Nicol\ufffd',
  )
})

test('a repeated key in an object is refused by calls that move money, and by no others', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { id } = await alice.api.transactions.create.mutate(payment({ amount: '20.00' }))
  const withRepeatedKey = (body: object, key: string, value: unknown) =>
    `${JSON.stringify(body).slice(0, -1)},"${key}":${JSON.stringify(value)}}`

  for (const [url, body, key] of [
    ['/api/transactions', withRepeatedKey(payment(), 'amount', '1.00'), 'amount'],
    ['/api/payments', withRepeatedKey(payment(), 'amo\\u0075nt', '1.00'), 'amount'],
    [`/api/transactions/${id}/refunds`, '{"amount":"1.00","amount":"2.00"}', 'amount'],
    [
      '/api/transactions',
      withRepeatedKey(payment(), 'metadata', 1).replace('1}', '{"a":"1","a":"2"}}'),
      'a',
    ],
  ] as const) {
    const refused = await send(app, alice, url, body)
    expect([refused.status, refused.json().issues]).toEqual([
      400,
      [{ path: key, message: expect.stringContaining('is there twice') }],
    ])
  }
  expect(await app.count('transactions')).toBe(1)
  expect(await app.count('refunds')).toBe(0)
  const link = withRepeatedKey({ title: 'A', currency: 'EUR', amount: '1.00' }, 'title', 'B')
  expect((await send(app, alice, '/api/payment-links', link)).status).toBe(201)
})

test.each([
  ['{"a":1,"b":{"a":2},"c":[{"a":1},{"a":2}]}', undefined],
  ['{"a":"{\\"a\\":1,\\"a\\":2}"}', undefined],
  ['{"a":"\\\\","a":1}', 'a'],
  ['{"a" : 1, "a"\n:2}', 'a'],
  ['{"a":{"b":1,"b":2}}', 'b'],
  ['["a","a",":"]', undefined],
])('the repeated key of %s is %s', (json, key) => {
  expect(findDuplicateKey(json)).toBe(key)
})

test('a call that needs no body accepts an empty body and an empty object', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { key } = await keyCaller(app, alice)
  const call = async (payload: string | undefined) => {
    const manual = payment({ captureMethod: 'manual' })
    const { id } = (await alice.rest('POST', '/api/transactions', manual)).json()
    return app.rest({
      method: 'POST',
      url: `/api/transactions/${id}/capture`,
      ...(payload !== undefined && { payload }),
      headers: { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json' },
    })
  }

  for (const body of ['{}', '', undefined]) expect((await call(body)).status).toBe(200)
})
