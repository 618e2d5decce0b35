import { expect, test } from 'vitest'
import { payment } from '../support/make.ts'
import { testApp } from '../support/test-app.ts'

const token = 'a token for the scraper'

test('metrics count responses by route, and hold no id or IP address', async () => {
  await using app = await testApp({ environment: { METRICS_TOKEN: token } })
  const alice = await app.person()
  const { json } = await alice.rest('POST', '/api/payments', payment())
  await alice.rest('GET', `/api/transactions/${json().id}`)
  await alice.rest('GET', '/api/transactions/txn_unknown?search=ada@example.com')

  const metrics = await app.rest({
    method: 'GET',
    url: '/metrics',
    headers: { authorization: `Bearer ${token}` },
  })

  expect(metrics.status).toBe(200)
  expect(metrics.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
  const count = (method: string, route: string, status: number) =>
    metrics.body.includes(
      `http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"} 1`,
    )
  expect(count('POST', '/api/payments', 201)).toBe(true)
  expect(count('GET', '/api/transactions/:id', 200)).toBe(true)
  expect(metrics.body).toContain('process_resident_memory_bytes')
  expect(metrics.body).not.toContain('txn_')
  expect(metrics.body).not.toContain('example.com')
})

test.each([
  ['no token', undefined],
  ['another token', 'Bearer another token for it'],
  ['a token cut short', `Bearer ${token.slice(0, -1)}`],
])('metrics are refused with %s', async (_, authorization) => {
  await using app = await testApp({ environment: { METRICS_TOKEN: token } })

  const refused = await app.rest({
    method: 'GET',
    url: '/metrics',
    headers: authorization ? { authorization } : {},
  })

  expect(refused.status).toBe(403)
  expect(refused.body).not.toContain('process_')
})

test.each([
  ['127.0.0.1', 200],
  ['::1', 200],
  ['::ffff:127.0.0.1', 200],
  ['10.0.0.1', 403],
  ['1.127.0.0', 403],
])('a request without a token from %s gets %i', async (remoteAddress, status) => {
  await using app = await testApp()

  const response = await app.rest({
    method: 'GET',
    url: '/metrics',
    remoteAddress,
  })

  expect(response.status).toBe(status)
})

test.each<[string, Record<string, string>]>([
  ['an address', { 'x-forwarded-for': '203.0.113.7' }],
  ['an address that is local', { 'x-forwarded-for': '127.0.0.1' }],
  ['an empty address', { 'x-forwarded-for': '' }],
  ['a scheme', { 'x-forwarded-proto': 'https' }],
  ['a host', { 'x-forwarded-host': 'pay.example.com' }],
  ['the client', { 'x-real-ip': '203.0.113.7' }],
  ['the standard header', { forwarded: 'for=203.0.113.7' }],
  ['itself', { via: '1.1 proxy' }],
  ['the client by another name', { 'cf-connecting-ip': '203.0.113.7' }],
  ['the host that was asked', { host: 'pay.example.com' }],
  ['a host that begins like ours', { host: '127.0.0.1.example.com' }],
  ['a host that ends like ours', { host: 'x@localhost' }],
])('without a token nobody is answered through a proxy that names %s', async (_, headers) => {
  await using app = await testApp()

  const { status, body } = await app.rest({ method: 'GET', url: '/metrics', headers })

  expect(status).toBe(403)
  expect(body).not.toContain('process_')
})

test('a service with a public URL refuses metrics without the token', async () => {
  await using app = await testApp({
    environment: { APP_URL: 'https://pay.example.com', APP_ENV: 'staging' },
  })

  // Some proxies send the host that they forward to, and nothing about the client.
  const headers = { host: '127.0.0.1:3000' }

  expect((await app.rest({ method: 'GET', url: '/metrics', headers })).status).toBe(403)
})

test('no caller can create additional series, with any request', async () => {
  await using app = await testApp()
  const readSeries = async () => {
    const { body } = await app.rest({ method: 'GET', url: '/metrics' })
    return new Set(body.match(/^http_request_duration_seconds_count\{.*?\}/gm)).size
  }
  const methods = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND'] as const
  const requestUnknown = async (n: number) => {
    const method = methods[n % methods.length] as 'GET'
    for (const url of [
      `/api/nothing-${n}`,
      `/trpc/x${n}`,
      `/api/transactions/txn_${n}`,
      `/%7Ep${n}`,
    ]) {
      await app.app.inject({ method, url })
    }
  }
  for (let n = 0; n < methods.length * 2; n++) await requestUnknown(n)
  // Scrapes have a series of their own from the second one on.
  await readSeries()
  const before = await readSeries()

  for (let n = 0; n < 70; n++) await requestUnknown(n)

  expect(before).toBeGreaterThan(5)
  expect(await readSeries()).toBe(before)
})
