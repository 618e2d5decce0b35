import { expect, test } from 'vitest'
import { payment } from '../support/make.ts'
import { testApp } from '../support/test-app.ts'

const OWN_ORIGIN = 'http://127.0.0.1:3000'

test.each<[string, Record<string, string>, number]>([
  ['our own page', { origin: OWN_ORIGIN, 'sec-fetch-site': 'same-origin' }, 201],
  ['our own page without Sec-Fetch-Site', { origin: OWN_ORIGIN }, 201],
  ['localhost on the same port, in development', { origin: 'http://localhost:3000' }, 201],
  ['a program that says nothing', {}, 201],
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403],
  ['another site without Sec-Fetch-Site', { origin: 'https://evil.example' }, 403],
  ['another port of this host', { origin: 'http://127.0.0.1:4000' }, 403],
  ['a page without an origin', { origin: 'null' }, 403],
  ['a sibling site', { 'sec-fetch-site': 'same-site' }, 403],
  ['a foreign page whose origin was stripped', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a name that begins like ours', { origin: 'http://127.0.0.1:3000.evil.example' }, 403],
])('a change with the cookie, sent by %s', async (_, headers, status) => {
  await using app = await testApp()
  const alice = await app.person()

  for (const url of ['/api/payments', '/trpc/transactions.create']) {
    const response = await app.rest({
      method: 'POST',
      url,
      headers: { ...headers, cookie: alice.cookie, 'content-type': 'application/json' },
      payload: JSON.stringify(payment()),
    })
    expect([url, response.status]).toEqual([
      url,
      url === '/api/payments' ? status : status === 201 ? 200 : 403,
    ])
  }
  expect(await app.count('transactions')).toBe(status === 201 ? 2 : 0)
})

test('only the public origin may make changes outside development', async () => {
  await using app = await testApp({
    environment: { APP_ENV: 'staging', APP_URL: 'https://pay.example.com' },
  })
  const send = (origin: string) =>
    app.rest({
      method: 'POST',
      url: '/api/auth/sign-up/email',
      headers: { origin },
      payload: { email: 'a@example.com', password: 'correct horse', name: 'A' },
    })

  expect((await send('http://localhost:3000')).status).toBe(403)
  expect((await send('https://pay.example.com')).status).toBe(200)
})

test('a POST without a body and an origin needs the JSON type', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const send = (headers: Record<string, string>) =>
    app.rest({
      method: 'POST',
      url: '/api/payments',
      headers: { cookie: alice.cookie, ...headers },
    })

  expect((await send({})).status).toBe(415)
  expect((await send({ origin: OWN_ORIGIN })).status).toBe(400)
})

test('mutations are never batched', async () => {
  await using app = await testApp()
  const alice = await app.person()

  for (const url of [
    '/trpc/transactions.create,transactions.create?batch=1',
    '/trpc/transactions.create%2Ctransactions.create?batch=1',
    '/trpc/transactions.create?batch=1',
  ]) {
    const refused = await app.rest({
      method: 'POST',
      url,
      headers: { cookie: alice.cookie, origin: OWN_ORIGIN, 'content-type': 'application/json' },
      payload: JSON.stringify({ 0: payment(), 1: payment() }),
    })
    expect([url, refused.status]).toEqual([url, 400])
  }
  expect(await app.count('transactions')).toBe(0)
})

test('a mutation cannot be called by GET', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const input = encodeURIComponent(JSON.stringify(payment()))

  const refused = await alice.rest('GET', `/trpc/transactions.create?input=${input}`)

  expect(refused.status).toBe(400)
  expect(await app.count('transactions')).toBe(0)
})

test('data is never stored by caches, and no response may be framed or sniffed', async () => {
  await using app = await testApp()
  const alice = await app.person()

  for (const path of [
    '/api/transactions',
    '/trpc/dashboard.stats',
    '/api/nothing',
    '/api/auth/get-session',
  ]) {
    const { headers } = await alice.rest('GET', path)
    expect([path, headers]).toEqual([
      path,
      expect.objectContaining({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      }),
    ])
  }
})

test('an unexpected failure reveals nothing, but is logged under the caller’s request id', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await app.db.schema.dropTable('rollupDays').execute()

  for (const path of ['/api/dashboard/stats', '/trpc/dashboard.stats']) {
    const response = await alice.rest('GET', path)
    expect(response.status).toBe(500)
    expect(response.body).not.toMatch(/rollup|select|sqlite|at \w+/i)
    const id = response.headers['x-request-id']
    expect(app.logs.filter(({ reqId, level }) => reqId === id && level === 50)).not.toEqual([])
  }
})

test('the log holds no query, no cookie and no password', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await alice.rest('GET', '/api/transactions?status=failed')

  const text = JSON.stringify(app.logs)
  expect(app.logs).toContainEqual(
    expect.objectContaining({ method: 'GET', path: '/api/transactions', status: 200 }),
  )
  expect(text).not.toContain('status=failed')
  expect(text).not.toContain('correct horse')
  expect(text).not.toContain(alice.cookie.split(/[=;]/)[1])
})

test('a response that depends on the request’s origin declares it to caches', async () => {
  await using app = await testApp()
  const alice = await app.person()

  for (const url of ['/api/payments', '/trpc/transactions.create']) {
    const { headers } = await alice.rest('POST', url, payment())
    expect(String(headers.vary)).toContain('Origin, Sec-Fetch-Site')
  }
})

test.each(['TRACE', 'QUERY', 'SEARCH', 'PROPFIND'])('%s is not supported', async (method) => {
  await using app = await testApp()

  for (const url of ['/api/payments', '/trpc/identity.current', '/']) {
    const { statusCode } = await app.app.inject({ method: method as 'GET', url })
    expect([url, statusCode]).toEqual([url, 400])
  }
})
