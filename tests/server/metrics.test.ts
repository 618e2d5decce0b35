import { expect, test } from 'vitest'
import { payment } from '../support/make.ts'
import { testApp } from '../support/test-app.ts'

const token = 'a token for the scraper'

test('metrics tell how answers went by route, and no id or address of anybody', async () => {
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
])('with %s there are no metrics', async (_, authorization) => {
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
])('without a token %s is answered %i', async (remoteAddress, status) => {
  await using app = await testApp()

  const answer = await app.rest({
    method: 'GET',
    url: '/metrics',
    remoteAddress,
    headers: { 'x-forwarded-for': '127.0.0.1' },
  })

  expect(answer.status).toBe(status)
})
