import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { startKillableServer } from '../support/killable-server.ts'
import { onboarding } from '../support/make.ts'

/** For a longer run by hand: DRILL_EVENTS=10000 DRILL_ENDPOINTS=100 DRILL_KILLS=10. */
const EVENTS = Number(process.env.DRILL_EVENTS ?? 300)
const ENDPOINTS = Number(process.env.DRILL_ENDPOINTS ?? 10)
const KILLS = Number(process.env.DRILL_KILLS ?? 3)
const LIMIT_MS = Number(process.env.DRILL_LIMIT_MS ?? 120_000)
const CONCURRENT_PAYMENTS = 8

type Caller = (method: string, path: string, body?: unknown) => Promise<Response>

/**
 * Starts all endpoints on one port: `/ok/N` and `/second/N` accept deliveries, and every other endpoint fails in a
 * different way.
 */
async function endpoints() {
  const delivered = new Set<string>()
  const deliveredToSecond = new Set<string>()
  const listener: RequestListener = (request, response) => {
    const id = String(request.headers['webhook-id'])
    request.resume()
    request.on('error', () => response.destroy())
    request.on('end', () => {
      if (request.url?.startsWith('/ok/')) {
        delivered.add(id)
        response.end('thanks')
      } else if (request.url?.startsWith('/second/')) {
        deliveredToSecond.add(id)
        response.end('thanks')
      } else if (request.url?.startsWith('/error/')) response.writeHead(500).end()
      else if (request.url?.startsWith('/reset/')) request.socket.resetAndDestroy()
      // `/hang/` gets no response.
    })
  }
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return {
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    delivered,
    deliveredToSecond,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const caller =
  (url: string, headers: Record<string, string>): Caller =>
  (method, path, body) =>
    fetch(url + path, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
    })

async function json(response: Response, status: number) {
  const text = await response.text()
  expect(response.status, text).toBe(status)
  return JSON.parse(text)
}

type EndpointUrls = { webhookUrl: string; secondUrl: string }

/** Signs a merchant up, sets the integration's endpoint and a second one, and returns an API key. */
async function signUpMerchant(
  url: string,
  number: number,
  { webhookUrl, secondUrl }: EndpointUrls,
): Promise<string> {
  const signedUp = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: `merchant${number}@example.com`,
      password: 'correct horse battery',
      name: `Merchant ${number}`,
    }),
  })
  await json(signedUp, 200)
  const cookie = signedUp.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  const call = caller(url, { cookie })
  await json(await call('POST', '/api/merchant/onboarding', onboarding()), 201)
  const [integration] = await json(
    await fetch(`${url}/api/integrations`, { headers: { cookie } }),
    200,
  )
  await json(await call('PUT', `/api/integrations/${integration.id}`, { webhookUrl }), 200)
  await json(await call('POST', '/api/webhook-endpoints', { url: secondUrl }), 201)
  return (await json(await call('POST', '/api/api-keys', { name: 'Shop' }), 201)).secret
}

/** Retries a payment until it succeeds, however often the server is killed. One Idempotency-Key pays once. */
async function payUntilResponse(url: string, key: string, order: number): Promise<string> {
  for (;;) {
    try {
      const response = await fetch(`${url}/api/payments`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': `order-${order}`,
        },
        body: JSON.stringify({
          amount: '12.34',
          customerName: 'Ada Rossi',
          customerEmail: 'ada@example.com',
        }),
        signal: AbortSignal.timeout(10_000),
      })
      const text = await response.text()
      if (response.status === 201) return JSON.parse(text).id
      expect([409, 503], text).toContain(response.status)
    } catch (error) {
      if (error instanceof Error && error.name === 'AssertionError') throw error
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}

const brokenPaths = ['error', 'reset', 'hang'] as const
const isBroken = (number: number) => number % 10 < 3

test(
  `${EVENTS} events to ${ENDPOINTS} endpoints, a third of them broken, all survive ${KILLS} kills of the server`,
  async () => {
    await using receivers = await endpoints()
    await using server = await startKillableServer()
    const keys: string[] = []
    for (let number = 0; number < ENDPOINTS; number++) {
      const kind = isBroken(number) ? (brokenPaths[number % 3] ?? 'error') : 'ok'
      const urls = {
        webhookUrl: receivers.url(`/${kind}/${number}`),
        secondUrl: receivers.url(`/second/${number}`),
      }
      keys.push(await signUpMerchant(server.url, number, urls))
    }

    const paid: string[] = []
    let order = 0
    const payers = Array.from({ length: CONCURRENT_PAYMENTS }, async () => {
      while (order < EVENTS) {
        const orderNumber = order++
        paid.push(
          await payUntilResponse(server.url, keys[orderNumber % ENDPOINTS] ?? '', orderNumber),
        )
      }
    })
    for (let kill = 1; kill <= KILLS; kill++) {
      const mark = (EVENTS * kill) / (KILLS + 1)
      await expect
        .poll(() => paid.length, { timeout: LIMIT_MS, interval: 5 })
        .toBeGreaterThanOrEqual(mark)
      await server.killAndRestart()
    }
    await Promise.all(payers)

    const healthy = keys.filter((_, number) => !isBroken(number))
    await expect
      .poll(
        async () => {
          let pendingCount = 0
          for (const key of healthy) {
            const response = await fetch(`${server.url}/api/webhook-events?status=retry&limit=1`, {
              headers: { authorization: `Bearer ${key}` },
            })
            pendingCount += Number(response.headers.get('x-total-count'))
            await response.body?.cancel()
          }
          return pendingCount
        },
        { timeout: LIMIT_MS, interval: 250 },
      )
      .toBe(0)
    // Each merchant has one customer. The second endpoint receives all events, however the first one fails.
    await expect
      .poll(() => receivers.deliveredToSecond.size, { timeout: LIMIT_MS, interval: 250 })
      .toBe(EVENTS + ENDPOINTS)
    await server.stop()

    const { db, close } = openDatabase({ url: server.databaseUrl })
    const rows = await db.selectFrom('webhookEvents').selectAll().execute()
    const events = rows.filter(({ endpointId }) => endpointId === '')
    const integrations = await db.selectFrom('integrations').selectAll().execute()
    await close()
    const brokenMerchants = new Set(
      integrations.filter((row) => !row.webhookUrl?.includes('/ok/')).map((row) => row.merchantId),
    )

    // Each confirmed payment has exactly one event, and no payment exists twice.
    const payments = events.filter(({ eventType }) => eventType === 'payment.completed')
    expect(new Set(paid).size).toBe(EVENTS)
    expect(payments.map(({ objectId }) => objectId).toSorted()).toEqual(paid.toSorted())
    expect([...receivers.deliveredToSecond].toSorted()).toEqual(
      events.map(({ id }) => id).toSorted(),
    )
    expect(rows).toHaveLength(2 * events.length)
    const lost = events.filter((event) => {
      if (event.status === 'success') return !receivers.delivered.has(event.id)
      if (event.status === 'retry') return event.nextAttemptAt === null
      return false
    })
    expect(lost).toEqual([])
    const undelivered = events.filter((event) => !receivers.delivered.has(event.id))
    expect(undelivered.filter(({ merchantId }) => !brokenMerchants.has(merchantId))).toEqual([])
    expect(undelivered.every(({ status }) => status !== 'success')).toBe(true)
  },
  LIMIT_MS * 2,
)
