import { expect, test } from 'vitest'
import { LoadGauge } from '#server/http/entrance/load/load-gauge.ts'
import { keyCaller } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { createOnlineProcessor, depsWithProcessor } from '../support/online-processor.ts'
import { signIn, WRONG_PASSWORD } from '../support/sign-in.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

/** Returns a processor that delays every charge until `release` is called. */
function slowProcessor() {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return {
    release,
    processor: createOnlineProcessor({
      pay: async () => {
        await released
        return { stage: 'succeeded' }
      },
    }),
  }
}

const shedCount = async (app: TestApp) =>
  (await app.rest({ method: 'GET', url: '/metrics' })).body.match(
    /http_requests_shed_total\{kind="write"\} (\d+)/,
  )?.[1]

test('both APIs refuse excess requests at once; accepted requests are finished', async () => {
  const { processor, release } = slowProcessor()
  await using app = await testApp({
    deps: { ...depsWithProcessor(processor), gauge: new LoadGauge() },
  })
  const alice = await app.person()
  const shop = await keyCaller(app, alice)
  let refusals = 0
  const all = Array.from({ length: 320 }, async () => {
    const response = await shop.rest('POST', '/api/payments', payment())
    if (response.status === 503) refusals++
    return response
  })
  await expect.poll(() => refusals, { timeout: 60_000 }).toBe(184)

  const overTrpc = await app.rest({
    method: 'POST',
    url: '/trpc/transactions.create',
    headers: { cookie: alice.cookie, 'content-type': 'application/json' },
    payload: JSON.stringify(payment()),
  })
  const statusResponses = await Promise.all(
    ['/healthz', '/readyz', '/metrics', '/api/openapi.json'].map((url) =>
      app.rest({ method: 'GET', url }),
    ),
  )
  const reads = await shop.rest('GET', '/api/transactions')
  expect(overTrpc.status).toBe(503)
  expect(overTrpc.json()).toMatchObject({ code: 'unavailable', reason: 'overloaded' })
  expect(statusResponses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(reads.status).toBe(200)

  release()
  const responses = await Promise.all(all)
  const refused = responses.filter(({ status }) => status === 503)
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(136)
  expect(await app.count('transactions')).toBe(136)
  for (const { headers, json } of refused) {
    expect(headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(headers['retry-after']).toMatch(/^[123]$/)
    expect(json()).toMatchObject({ code: 'unavailable', reason: 'overloaded' })
    expect(json().requestId).toBe(headers['x-request-id'])
  }
  expect(await shedCount(app)).toBe('185')
  expect((await shop.rest('POST', '/api/payments', payment())).status).toBe(201)
})

test('an ordinary burst of 128 payments is accepted completely', async () => {
  const { processor, release } = slowProcessor()
  await using app = await testApp({
    deps: { ...depsWithProcessor(processor), gauge: new LoadGauge() },
  })
  const shop = await keyCaller(app, await app.person())

  const all = Array.from({ length: 128 }, () => shop.rest('POST', '/api/payments', payment()))
  release()
  const responses = await Promise.all(all)

  expect(responses.filter(({ status }) => status !== 201)).toEqual([])
  expect(await shedCount(app)).toBe('0')
})

test('some of many sign-ins are refused, and payments keep their capacity', async () => {
  await using app = await testApp({ hasFullPasswordCost: true, deps: { gauge: new LoadGauge() } })
  const alice = await app.person()
  const shop = await keyCaller(app, alice)

  const signingIn = Array.from({ length: 150 }, () =>
    signIn(app, { email: alice.email, password: WRONG_PASSWORD }),
  )
  const payments = await Promise.all(
    Array.from({ length: 40 }, () => shop.rest('POST', '/api/payments', payment())),
  )
  const statuses = (await Promise.all(signingIn)).map(({ status }) => status)

  expect(payments.filter(({ status }) => status !== 201)).toEqual([])
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(70)
  expect(statuses.filter((status) => status === 401).length).toBeGreaterThan(0)
  expect(await shedCount(app)).toBe('0')
})

test('refused, failed and unknown requests release their capacity', async () => {
  await using app = await testApp({ deps: { gauge: new LoadGauge() } })
  const alice = await app.person()

  for (let i = 0; i < 300; i++) {
    await app.rest({ method: 'POST', url: '/api/payments', payload: {} })
    await alice.rest('POST', '/api/nothing', {})
  }

  expect((await alice.rest('POST', '/api/payments', payment())).status).toBe(201)
  const { body } = await app.rest({ method: 'GET', url: '/metrics' })
  expect(body).toContain('http_requests_under_way{kind="write"} 0')
})
