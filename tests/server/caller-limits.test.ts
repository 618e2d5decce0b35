import { expect, test } from 'vitest'
import { addressLimit, KEY_BURST, sessionLimit } from '#server/http/entrance/rate-limit.ts'
import { keyCaller } from '../support/key.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

const limited = { environment: { RATE_LIMITS: 'on' } }

type Asked = { status: number; headers: Record<string, unknown>; json: () => { code: string } }

async function ask(times: number, once: () => Promise<Asked>): Promise<Asked[]> {
  const answers = []
  for (let i = 0; i < times; i++) answers.push(await once())
  return answers
}

const refusedOf = (answers: readonly Asked[]) => answers.filter(({ status }) => status === 429)

const from = (app: TestApp, remoteAddress: string, headers: Record<string, string> = {}) =>
  app.rest({ method: 'GET', url: '/api/merchants', remoteAddress, headers })

test('a session may burst, then waits; another one of the same person has a limit of its own', async () => {
  await using app = await testApp(limited)
  const alice = await app.person()
  const [first] = await ask(1, () => alice.rest('GET', '/api/merchants'))
  app.clock.advance(60_000)
  const { burst, rate } = sessionLimit

  const answers = await ask(burst + 3, () => alice.rest('GET', '/api/merchants'))
  const overTrpc = await alice.rest('GET', '/trpc/dashboard.stats')

  expect(first?.headers['ratelimit-policy']).toBe(`"session";q=${burst};w=${burst / rate}`)
  expect(refusedOf(answers)).toHaveLength(3)
  expect(overTrpc.status).toBe(429)
  expect(overTrpc.json().error.data.code).toBe('limit')
  expect(answers.at(-1)?.headers['retry-after']).toBe('1')
  const before = alice.cookie
  await alice.signIn()
  expect(alice.cookie).not.toBe(before)
  expect((await alice.rest('GET', '/api/merchants')).status).toBe(200)
  app.clock.advance(1000)
  expect((await alice.rest('GET', '/api/merchants')).status).toBe(200)
})

test('answers tell the limit, what is left and when it is full again', async () => {
  await using app = await testApp(limited)
  const shop = await keyCaller(app, await app.person())
  app.clock.advance(60_000)

  const [first, second] = await ask(2, () => shop.rest('GET', '/api/merchants'))
  const rest = await ask(KEY_BURST, () => shop.rest('GET', '/api/merchants'))

  expect(first?.headers).toMatchObject({
    'ratelimit-policy': '"key";q=200;w=2',
    ratelimit: '"key";r=199;t=1',
  })
  expect(second?.headers['ratelimit']).toBe('"key";r=198;t=1')
  expect(rest.at(-1)).toMatchObject({ status: 429 })
  expect(rest.at(-1)?.headers).toMatchObject({ ratelimit: '"key";r=0;t=2', 'retry-after': '1' })
})

test('strangers are counted by address, whatever credentials they invent', async () => {
  await using app = await testApp(limited)
  const attempts: Record<string, string>[] = [
    {},
    { cookie: 'incasso.session_token=invented' },
    { authorization: `Bearer sk_test_${'a'.repeat(43)}` },
  ]
  let turn = 0

  const answers = await ask(addressLimit.burst + 5, () =>
    from(app, '203.0.113.7', attempts[turn++ % 3]),
  )

  expect(refusedOf(answers)).toHaveLength(5)
  expect(answers[0]?.headers['ratelimit-policy']).toBe('"address";q=100;w=5')
  expect((await from(app, '203.0.113.8')).status).toBe(401)
  app.clock.advance(1000)
  expect((await from(app, '203.0.113.7')).status).toBe(401)
})

test('whoever shows good credentials is not held up by strangers at the same address', async () => {
  await using app = await testApp(limited)
  const alice = await app.person()
  const shop = await keyCaller(app, alice)
  await ask(addressLimit.burst + 5, () => from(app, '127.0.0.1'))

  expect((await from(app, '127.0.0.1')).status).toBe(429)
  expect((await alice.rest('GET', '/api/merchants')).status).toBe(200)
  expect((await shop.rest('GET', '/api/merchants')).status).toBe(200)
})

test('IPv6 counts by /64, and what a client says of its address counts for nothing', async () => {
  await using app = await testApp(limited)
  let turn = 0

  const one = await ask(addressLimit.burst + 4, () => from(app, `2001:db8:1:2::${++turn}`))
  const other = await from(app, '2001:db8:1:3::1')
  const forged = await ask(addressLimit.burst + 4, () =>
    from(app, '203.0.113.9', { 'x-forwarded-for': `198.51.100.${++turn % 250}` }),
  )

  expect(refusedOf(one)).toHaveLength(4)
  expect(other.status).toBe(401)
  expect(refusedOf(forged)).toHaveLength(4)
})

test('behind a proxy that is trusted the client it names is counted', async () => {
  await using app = await testApp({
    environment: { ...limited.environment, TRUST_PROXY: '192.0.2.1' },
  })
  const through = (client: string) => from(app, '192.0.2.1', { 'x-forwarded-for': client })

  const answers = await ask(addressLimit.burst + 2, () => through('198.51.100.1'))

  expect(refusedOf(answers)).toHaveLength(2)
  expect((await through('198.51.100.2')).status).toBe(401)
})

test.each<[string, (turn: number) => string]>([
  ['a port', (turn) => `198.51.100.1:${1024 + turn}`],
  ['an IPv6 address and a port', (turn) => `[2001:db8:1:2::7]:${1024 + turn}`],
  ['brackets', (turn) => `[2001:db8:1:2::${turn}]`],
  ['a zone', (turn) => `2001:db8:1:2::7%eth${turn}`],
  ['an IPv4 address as an IPv6 one', (turn) => (turn % 2 ? '::ffff:192.0.2.9' : '::ffff:c000:209')],
  ['what is no address', (turn) => `unknown-${turn}`],
  ['what hardly is one', (turn) => `198.51.100.${300 + turn}`],
  ['an address too long to be kept', (turn) => `${turn}.`.repeat(3000)],
  ['a host', (turn) => `client${turn}.example.com:443`],
  ['an address before what is none', (turn) => `198.51.100.${turn}, _hidden${turn}`],
])('no proxy that names %s takes the limit of an address away', async (_, named) => {
  await using app = await testApp({
    environment: { ...limited.environment, TRUST_PROXY: '192.0.2.1' },
  })
  let turn = 0

  const answers = await ask(addressLimit.burst + 5, () =>
    from(app, '192.0.2.1', { 'x-forwarded-for': named(++turn) }),
  )

  expect(refusedOf(answers)).toHaveLength(5)
})

test('a sign-in counts by the address without its port', async () => {
  await using app = await testApp({
    environment: { ...limited.environment, TRUST_PROXY: '192.0.2.1' },
  })
  let turn = 0
  const guess = () =>
    app.rest({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      remoteAddress: '192.0.2.1',
      headers: { 'x-forwarded-for': `198.51.100.1:${1024 + ++turn}` },
      payload: { email: `person${turn}@example.com`, password: 'a guess among many' },
    })

  expect(refusedOf(await ask(35, guess))).toHaveLength(5)
})

test('the long description of the API is limited by address, files and probes are not', async () => {
  await using app = await testApp(limited)
  const get = (url: string) => () => app.rest({ method: 'GET', url, remoteAddress: '203.0.113.7' })

  expect(refusedOf(await ask(addressLimit.burst + 2, get('/api/openapi.json')))).toHaveLength(2)
  expect(refusedOf(await ask(addressLimit.burst + 2, get('/healthz')))).toEqual([])
})

test('RATE_LIMITS=off switches all of them off, with their headers', async () => {
  await using app = await testApp()

  const answers = await ask(addressLimit.burst * 2, () => from(app, '203.0.113.7'))

  expect(refusedOf(answers)).toEqual([])
  expect(answers[0]?.headers).not.toHaveProperty('ratelimit')
})
