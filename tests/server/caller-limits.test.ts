import { expect, test } from 'vitest'
import { addressLimit, KEY_BURST, sessionLimit } from '#server/http/entrance/rate-limit.ts'
import { keyCaller } from '../support/key.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

const withLimits = { environment: { RATE_LIMITS: 'on' } }

type TestResponse = {
  status: number
  headers: Record<string, unknown>
  json: () => { code: string }
}

async function callTimes(
  times: number,
  call: () => Promise<TestResponse>,
): Promise<TestResponse[]> {
  const responses = []
  for (let i = 0; i < times; i++) responses.push(await call())
  return responses
}

const limitedOnly = (responses: readonly TestResponse[]) =>
  responses.filter(({ status }) => status === 429)

const from = (app: TestApp, remoteAddress: string, headers: Record<string, string> = {}) =>
  app.rest({ method: 'GET', url: '/api/merchants', remoteAddress, headers })

test('a session may send a burst, then waits; another session of the person has its own limit', async () => {
  await using app = await testApp(withLimits)
  const alice = await app.person()
  const [first] = await callTimes(1, () => alice.rest('GET', '/api/merchants'))
  app.clock.advance(60_000)
  const { burst, rate } = sessionLimit

  const responses = await callTimes(burst + 3, () => alice.rest('GET', '/api/merchants'))
  const overTrpc = await alice.rest('GET', '/trpc/dashboard.stats')

  expect(first?.headers['ratelimit-policy']).toBe(`"session";q=${burst};w=${burst / rate}`)
  expect(limitedOnly(responses)).toHaveLength(3)
  expect(overTrpc.status).toBe(429)
  expect(overTrpc.json().error.data.code).toBe('limit')
  expect(responses.at(-1)?.headers['retry-after']).toBe('1')
  const before = alice.cookie
  await alice.signIn()
  expect(alice.cookie).not.toBe(before)
  expect((await alice.rest('GET', '/api/merchants')).status).toBe(200)
  app.clock.advance(1000)
  expect((await alice.rest('GET', '/api/merchants')).status).toBe(200)
})

test('responses state the limit, the remaining requests and the reset time', async () => {
  await using app = await testApp(withLimits)
  const shop = await keyCaller(app, await app.person())
  app.clock.advance(60_000)

  const [first, second] = await callTimes(2, () => shop.rest('GET', '/api/merchants'))
  const remaining = await callTimes(KEY_BURST, () => shop.rest('GET', '/api/merchants'))

  expect(first?.headers).toMatchObject({
    'ratelimit-policy': '"key";q=200;w=2',
    ratelimit: '"key";r=199;t=1',
  })
  expect(second?.headers['ratelimit']).toBe('"key";r=198;t=1')
  expect(remaining.at(-1)).toMatchObject({ status: 429 })
  expect(remaining.at(-1)?.headers).toMatchObject({
    ratelimit: '"key";r=0;t=2',
    'retry-after': '1',
  })
})

test('unauthenticated callers are counted by IP address, even with invented credentials', async () => {
  await using app = await testApp(withLimits)
  const attempts: Record<string, string>[] = [
    {},
    { cookie: 'incasso.session_token=invented' },
    { authorization: `Bearer sk_test_${'a'.repeat(43)}` },
  ]
  let callIndex = 0

  const responses = await callTimes(addressLimit.burst + 5, () =>
    from(app, '203.0.113.7', attempts[callIndex++ % 3]),
  )

  expect(limitedOnly(responses)).toHaveLength(5)
  expect(responses[0]?.headers['ratelimit-policy']).toBe('"address";q=100;w=5')
  expect((await from(app, '203.0.113.8')).status).toBe(401)
  app.clock.advance(1000)
  expect((await from(app, '203.0.113.7')).status).toBe(401)
})

test('a caller with valid credentials is not slowed by strangers at the same IP address', async () => {
  await using app = await testApp(withLimits)
  const alice = await app.person()
  const shop = await keyCaller(app, alice)
  await callTimes(addressLimit.burst + 5, () => from(app, '127.0.0.1'))

  expect((await from(app, '127.0.0.1')).status).toBe(429)
  expect((await alice.rest('GET', '/api/merchants')).status).toBe(200)
  expect((await shop.rest('GET', '/api/merchants')).status).toBe(200)
})

test('IPv6 addresses count by /64, and a client’s own claim about its IP address is ignored', async () => {
  await using app = await testApp(withLimits)
  let callIndex = 0

  const one = await callTimes(addressLimit.burst + 4, () =>
    from(app, `2001:db8:1:2::${++callIndex}`),
  )
  const other = await from(app, '2001:db8:1:3::1')
  const forged = await callTimes(addressLimit.burst + 4, () =>
    from(app, '203.0.113.9', { 'x-forwarded-for': `198.51.100.${++callIndex % 250}` }),
  )

  expect(limitedOnly(one)).toHaveLength(4)
  expect(other.status).toBe(401)
  expect(limitedOnly(forged)).toHaveLength(4)
})

test('the client named by a trusted proxy is counted', async () => {
  await using app = await testApp({
    environment: { ...withLimits.environment, TRUST_PROXY: '192.0.2.1' },
  })
  const viaProxy = (client: string) => from(app, '192.0.2.1', { 'x-forwarded-for': client })

  const responses = await callTimes(addressLimit.burst + 2, () => viaProxy('198.51.100.1'))

  expect(limitedOnly(responses)).toHaveLength(2)
  expect((await viaProxy('198.51.100.2')).status).toBe(401)
})

test.each<[string, (callIndex: number) => string]>([
  ['a port', (callIndex) => `198.51.100.1:${1024 + callIndex}`],
  ['an IPv6 address and a port', (callIndex) => `[2001:db8:1:2::7]:${1024 + callIndex}`],
  ['brackets', (callIndex) => `[2001:db8:1:2::${callIndex}]`],
  ['a zone', (callIndex) => `2001:db8:1:2::7%eth${callIndex}`],
  [
    'an IPv4 address as an IPv6 one',
    (callIndex) => (callIndex % 2 ? '::ffff:192.0.2.9' : '::ffff:c000:209'),
  ],
  ['what is not an address', (callIndex) => `unknown-${callIndex}`],
  ['what hardly is one', (callIndex) => `198.51.100.${300 + callIndex}`],
  ['an address too long to be kept', (callIndex) => `${callIndex}.`.repeat(3000)],
  ['a host', (callIndex) => `client${callIndex}.example.com:443`],
  ['an address before what is none', (callIndex) => `198.51.100.${callIndex}, _hidden${callIndex}`],
])('no proxy that names %s takes the limit of an address away', async (_, forwardedFor) => {
  await using app = await testApp({
    environment: { ...withLimits.environment, TRUST_PROXY: '192.0.2.1' },
  })
  let callIndex = 0

  const responses = await callTimes(addressLimit.burst + 5, () =>
    from(app, '192.0.2.1', { 'x-forwarded-for': forwardedFor(++callIndex) }),
  )

  expect(limitedOnly(responses)).toHaveLength(5)
})

test('a sign-in counts by the IP address without its port', async () => {
  await using app = await testApp({
    environment: { ...withLimits.environment, TRUST_PROXY: '192.0.2.1' },
  })
  let callIndex = 0
  const guess = () =>
    app.rest({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      remoteAddress: '192.0.2.1',
      headers: { 'x-forwarded-for': `198.51.100.1:${1024 + ++callIndex}` },
      payload: { email: `person${callIndex}@example.com`, password: 'a guess among many' },
    })

  expect(limitedOnly(await callTimes(35, guess))).toHaveLength(5)
})

test('the long API description is limited by IP address, files and probes are not', async () => {
  await using app = await testApp(withLimits)
  const get = (url: string) => () => app.rest({ method: 'GET', url, remoteAddress: '203.0.113.7' })

  expect(
    limitedOnly(await callTimes(addressLimit.burst + 2, get('/api/openapi.json'))),
  ).toHaveLength(2)
  expect(limitedOnly(await callTimes(addressLimit.burst + 2, get('/healthz')))).toEqual([])
})

test('RATE_LIMITS=off disables all limits and their headers', async () => {
  await using app = await testApp()

  const responses = await callTimes(addressLimit.burst * 2, () => from(app, '203.0.113.7'))

  expect(limitedOnly(responses)).toEqual([])
  expect(responses[0]?.headers).not.toHaveProperty('ratelimit')
})
