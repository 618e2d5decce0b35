import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { startBalancer } from '../support/balancer.ts'
import { dialect, freshDatabase } from '../support/database.ts'
import { subscribeToChanges } from '../support/listen.ts'
import { onboarding } from '../support/make.ts'
import { startReceiver as openReceiver } from '../support/receiver.ts'
import { type Process, type Role, startProcess } from '../support/several-processes.ts'

type Json = ReturnType<typeof JSON.parse>

const SETTLEMENT_MS = 300
const environment = { SANDBOX_SETTLEMENT_MS: String(SETTLEMENT_MS) }

/** Starts processes of these roles at the same moment on an empty database. */
async function startAll(roles: Role[]) {
  const fresh = await freshDatabase({ isMigrated: false })
  const processes = await Promise.all(
    roles.map((role) => startProcess(role, fresh.url, environment)),
  )
  const running = new Set<Process>(processes)
  return {
    databaseUrl: fresh.url,
    webs: processes.filter(({ role }) => role === 'web').map(({ url }) => url),
    processes,
    start: async (role: Role, more = {}) => {
      const started = await startProcess(role, fresh.url, { ...environment, ...more })
      running.add(started)
      return started
    },
    stop: async (process: Process) => {
      running.delete(process)
      await process.stop()
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...running].map((each) => each.stop()))
      await fresh.remove()
    },
  }
}

const send = async (
  url: string,
  path: string,
  { body, headers = {}, method = body ? 'POST' : 'GET' }: Json,
): Promise<Response> =>
  fetch(url + path, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })

async function json(result: Promise<Response>): Promise<Json> {
  const response = await result
  const text = await response.text()
  expect(response.ok, `${response.status} ${text}`).toBe(true)
  return JSON.parse(text)
}

async function signUpMerchant(url: string) {
  const signedUp = await send(url, '/api/auth/sign-up/email', {
    body: { email: 'ada@example.com', password: 'correct horse battery', name: 'Ada' },
  })
  const cookie = signedUp.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  const headers = { cookie }
  await json(send(url, '/api/merchant/onboarding', { body: onboarding(), headers }))
  const { secret } = await json(
    send(url, '/api/api-keys', { body: { name: 'Shop', scopes: ['read', 'write'] }, headers }),
  )
  return { cookie, key: { authorization: `Bearer ${secret}` } }
}

const payment = (n: number) => ({
  amount: '12.34',
  customerName: `Customer ${n % 5}`,
  customerEmail: `customer${n % 5}@example.com`,
  paymentMethod: 'bank',
})

const pay = (url: string, n: number, { key, idempotencyKey = randomUUID() as string }: Json) =>
  send(url, '/api/payments', {
    body: payment(n),
    headers: { ...key, 'idempotency-key': idempotencyKey },
  })

/** Pays, and retries with the same key while the server is too busy, as its response requires. */
const payUntilAvailable = (url: string, n: number, keys: Json) =>
  vi.waitFor(
    async () => {
      const response = await pay(url, n, keys)
      if (response.status === 503) throw new Error(await response.text())
      return response
    },
    { timeout: 60_000, interval: 1000 },
  )

const isPostgres = dialect === 'postgres'

test.runIf(isPostgres)(
  'two web processes and two workers do nothing twice',
  { timeout: 120_000 },
  async () => {
    await using receiver = await openReceiver()
    await using all = await startAll(['web', 'web', 'worker', 'worker'])
    const [one = '', two = ''] = all.webs
    const { cookie, key } = await signUpMerchant(one)
    const [integration] = await json(send(one, '/api/integrations', { headers: { cookie } }))
    await json(
      send(two, `/api/integrations/${integration.id}`, {
        method: 'PUT',
        body: { webhookUrl: receiver.url },
        headers: { cookie },
      }),
    )
    await using page = await subscribeToChanges(two, cookie)

    const KEYS = 60
    const responses = await Promise.all(
      Array.from({ length: KEYS }, async (_, n) => {
        const idempotencyKey = randomUUID()
        const repeated = await Promise.all(
          [one, two, one].map((url) => payUntilAvailable(url, n, { key, idempotencyKey })),
        )
        const bodies = await Promise.all(repeated.map((each) => each.json() as Promise<Json>))
        // While the first request runs, the other requests get 409 and must retry.
        for (const { status } of repeated) expect([201, 409]).toContain(status)
        const paid = bodies.filter((_body, index) => repeated[index]?.status === 201)
        expect(new Set(paid.map(({ id }) => id)).size).toBe(1)
        return paid[0].id as string
      }),
    )
    expect(new Set(responses).size).toBe(KEYS)

    // A worker settles the payments. The page is notified by a process that had no part in it.
    const database = openDatabase({ url: all.databaseUrl })
    const counts = async () => {
      const [settled, events, delivered] = await Promise.all([
        database.db
          .selectFrom('transactions')
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .where('status', '=', 'success')
          .executeTakeFirstOrThrow(),
        database.db
          .selectFrom('transactionEvents')
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow(),
        database.db
          .selectFrom('webhookEvents')
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .where('status', '=', 'success')
          .executeTakeFirstOrThrow(),
      ])
      return { settled: settled.n, events: events.n, delivered: delivered.n }
    }
    const CUSTOMERS = 5
    await vi.waitFor(
      async () =>
        expect(await counts()).toEqual({
          settled: KEYS,
          events: 2 * KEYS,
          // Each payment sends a pending and a completed event, and each customer sends one.
          delivered: 2 * KEYS + CUSTOMERS,
        }),
      { timeout: 60_000, interval: 100 },
    )
    await database.close()
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(ids).toHaveLength(2 * KEYS + CUSTOMERS)
    expect(new Set(ids).size).toBe(ids.length)
    await vi.waitFor(
      () => {
        for (const id of responses) expect(page.text()).toContain(id)
      },
      { timeout: 60_000 },
    )
  },
)

test.runIf(isPostgres)(
  'a web process without a worker settles nothing',
  { timeout: 60_000 },
  async () => {
    await using all = await startAll(['web'])
    const [url = ''] = all.webs
    const { key } = await signUpMerchant(url)
    const { id } = await json(pay(url, 1, { key }))
    const longAfterMs = Date.now() + 4 * SETTLEMENT_MS
    const statusOf = async () =>
      (await json(send(url, `/api/transactions/${id}`, { headers: key }))).status

    // Only a settlement that comes too early could fail this, so a slow machine cannot.
    // oxlint-disable-next-line house/no-wall-clock
    await vi.waitUntil(() => Date.now() > longAfterMs, { timeout: 60_000 })
    expect(await statusOf()).toBe('pending')
    const worker = await all.start('worker')
    await vi.waitFor(async () => expect(await statusOf()).toBe('success'), { timeout: 60_000 })
    expect((await fetch(`${worker.url}/healthz`)).status).toBe(200)
    expect((await send(worker.url, '/api/transactions', { headers: key })).status).toBe(404)
  },
)

test.runIf(isPostgres)(
  'two web processes take an order once, however many requests with its reference they get',
  { timeout: 120_000 },
  async () => {
    await using all = await startAll(['web', 'web'])
    const { key } = await signUpMerchant(all.webs[0] ?? '')
    const takeOrder = (url: string, order: number) =>
      vi.waitFor(
        async () => {
          const response = await send(url, '/api/payments', {
            body: { ...payment(order), reference: `order-${order}` },
            headers: { ...key, 'idempotency-key': randomUUID() },
          })
          if (response.status === 503) throw new Error(await response.text())
          return { status: response.status, id: ((await response.json()) as Json).id as string }
        },
        { timeout: 60_000, interval: 500 },
      )

    for (let order = 0; order < 5; order++) {
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, n) => takeOrder(all.webs[n % 2] ?? '', order)),
      )
      expect(responses.map(({ status }) => status).toSorted()).toEqual([
        ...Array(19).fill(200),
        201,
      ])
      expect(new Set(responses.map(({ id }) => id)).size).toBe(1)
    }
  },
)

test.runIf(isPostgres)('a rolling restart fails no request', { timeout: 120_000 }, async () => {
  // Far longer than the balancer takes to notice a draining process, even on a busy machine.
  const DRAIN_MS = 5_000
  await using all = await startAll(['worker'])
  const drain = { DRAIN_MS: String(DRAIN_MS) }
  let webs = [await all.start('web', drain), await all.start('web', drain)]
  await using balancer = await startBalancer(() => webs.map(({ url }) => url))
  await balancer.waitUntilServing(...webs.map(({ url }) => url))
  const { key } = await signUpMerchant(balancer.url)

  const stopLoad = new AbortController()
  const statuses: number[] = []
  const load = Array.from({ length: 8 }, async (_, n) => {
    for (;;) {
      if (stopLoad.signal.aborted) return
      statuses.push((await pay(balancer.url, n, { key })).status)
    }
  })
  for (const stoppingServer of webs) {
    const before = statuses.length
    const replacement = await all.start('web', drain)
    webs = [...webs, replacement]
    await balancer.waitUntilServing(...webs.map(({ url }) => url))
    await all.stop(stoppingServer)
    webs = webs.filter((each) => each !== stoppingServer)
    expect(statuses.length).toBeGreaterThan(before)
  }
  stopLoad.abort()
  await Promise.all(load)

  expect(statuses.filter((status) => status !== 201)).toEqual([])
  const list = await send(balancer.url, '/api/transactions?limit=1', { headers: key })
  expect(Number(list.headers.get('x-total-count'))).toBe(statuses.length)
})
