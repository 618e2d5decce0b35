import { expect, test } from 'vitest'
import { restRoutes } from '#server/core/calls/rest-routes.ts'
import type { RestMeta } from '#server/core/calls/trpc.ts'
import { Scope } from '#server/features/api-keys/api-keys.schema.ts'
import { appRouter } from '#server/router.ts'
import { keyCaller, restWith } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'

const V2 = { 'api-version': 'v2' }
/** An amount whose sandbox payment waits for its payer. */
const OPEN = '10.06'

/** Calls that each scope admits, besides the calls for which it is the usual scope. */
const callsForShops = [
  'DELETE /api/webhook-endpoints/{id}',
  'GET /api/refunds',
  'GET /api/refunds/{id}',
  'GET /api/transactions',
  'GET /api/transactions/{id}',
  'GET /api/webhook-endpoints',
  'GET /api/webhook-endpoints/{id}',
  'GET /api/webhook-events',
  'GET /api/webhook-events/{id}',
  'PATCH /api/transactions/{id}',
  'POST /api/payments',
  'POST /api/transactions',
  'POST /api/transactions/{id}/refunds',
  'POST /api/transactions/{id}/void',
  'POST /api/webhook-endpoints',
  'POST /api/webhook-endpoints/{id}/rotate-secret',
  'POST /api/webhook-endpoints/{id}/test',
  'POST /api/webhook-events/replay',
  'POST /api/webhook-events/{id}/replay',
  'PUT /api/webhook-endpoints/{id}',
]

const routes = restRoutes(appRouter).map(({ method, path, procedure }) => ({
  method,
  path,
  meta: procedure._def.meta as RestMeta,
}))

const shopOf = async (app: TestApp, owner: Person) => {
  const caller = await keyCaller(app, owner, { scopes: ['shop'] })
  const pay = async (more = {}) =>
    (await caller.rest('POST', '/api/payments', payment({ ...more }), V2)).json()
  return { ...caller, pay }
}

test('each scope admits exactly its calls', async () => {
  await using app = await testApp()
  const owner = await app.person()
  const admitted: Record<string, string[]> = {}
  for (const scope of Scope.options) {
    const { rest } = await keyCaller(app, owner, { scopes: [scope] })
    admitted[scope] = []
    for (const { method, path } of routes) {
      const body = method === 'GET' || method === 'DELETE' ? undefined : { none: true }
      const response = await rest(method, path.replace('{id}', 'none'), body)
      if (response.status !== 403) admitted[scope].push(`${method} ${path}`)
    }
  }

  const { read = [], write = [], refund = [], shop = [] } = admitted
  expect(shop.toSorted()).toEqual(callsForShops)
  expect(refund).toEqual(['POST /api/transactions/{id}/refunds'])
  expect(read.every((call) => call.startsWith('GET '))).toBe(true)
  expect(write.some((call) => call.startsWith('GET '))).toBe(false)
  expect(write).not.toContain('POST /api/transactions/{id}/refunds')
  const marked = routes.filter(({ meta }) => meta.isForShops)
  expect(marked.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(callsForShops)
})

test('no export, no stream and no page of a person is open to a shop', async () => {
  await using app = await testApp()
  const { rest } = await shopOf(app, await app.person())

  for (const path of [
    '/api/transactions/export',
    '/api/refunds/export',
    '/api/takings/export',
    '/api/payment-links/export',
    '/api/audit-log/export',
  ]) {
    expect([path, (await rest('GET', path)).status]).toEqual([path, 403])
  }
})

test('a shop takes, reads, changes, cancels and refunds its own payments', async () => {
  await using app = await testApp()
  const shop = await shopOf(app, await app.person())
  const paid = await shop.pay({ amount: '10.00', reference: 'A-1' })
  const open = await shop.pay({ amount: OPEN })

  const read = await shop.rest('GET', `/api/transactions/${paid.id}`)
  const changed = await shop.rest('PATCH', `/api/transactions/${open.id}`, { amount: '11.06' })
  const voided = await shop.rest('POST', `/api/transactions/${open.id}/void`, {})
  const refund = await shop.rest('POST', `/api/transactions/${paid.transactionId}/refunds`, {})
  const refunds = await shop.rest('GET', `/api/refunds?transactionId=${paid.id}`)
  const oneRefund = await shop.rest('GET', `/api/refunds/${refund.json().id}`)

  expect(read.json().id).toBe(paid.id)
  expect(changed.json().amount).toBe('11.06')
  expect(voided.json().status).toBe('failed')
  expect(refund.json().status).toBe('success')
  expect(refunds.json()).toHaveLength(1)
  expect(oneRefund.status).toBe(200)
  expect((await shop.rest('GET', '/api/refunds')).json().issues).toMatchObject([
    { path: 'transactionId' },
  ])
})

test('a shop finds nothing of another shop, of the dashboard or of another merchant', async () => {
  await using app = await testApp()
  const owner = await app.person()
  const shop = await shopOf(app, owner)
  const other = await shopOf(app, owner)
  const stranger = await shopOf(app, await app.person())
  const own = await shop.pay({ amount: '10.00' })
  const foreign = [
    await other.pay({ amount: '20.00', reference: 'B-1' }),
    (await owner.rest('POST', '/api/payments', payment({ amount: OPEN }))).json(),
    await stranger.pay({ amount: '30.00' }),
  ]
  const refund = await owner.rest('POST', `/api/transactions/${foreign[0].id}/refunds`, {
    amount: '1.00',
  })

  for (const { id, transactionId } of foreign) {
    for (const key of [id, transactionId]) {
      const path = `/api/transactions/${key}`
      const responses = [
        await shop.rest('GET', path),
        await shop.rest('PATCH', path, { amount: '5.06' }),
        await shop.rest('POST', `${path}/void`, {}),
        await shop.rest('POST', `${path}/refunds`, {}),
      ]
      expect(responses.map(({ status }) => status)).toEqual(Array(4).fill(404))
      expect((await shop.rest('GET', `/api/refunds?transactionId=${key}`)).json()).toEqual([])
    }
  }
  expect((await shop.rest('GET', `/api/refunds/${refund.json().id}`)).status).toBe(404)
  const list = async (query: string) =>
    (await shop.rest('GET', `/api/transactions${query}`, undefined, V2)).json()
  for (const query of ['', '?search=ada', '?sort=amount', '?status=success', '?search=4242']) {
    const { data, total } = await list(query)
    const isEmpty = query === '?search=4242'
    expect([query, total, data.map(({ id }: { id: string }) => id)]).toEqual(
      isEmpty ? [query, 0, []] : [query, 1, [own.id]],
    )
  }
  expect(await list('?reference=B-1')).toMatchObject({ total: 0 })
  expect((await owner.rest('GET', '/api/transactions')).json()).toHaveLength(3)
})

test('a reference of another program’s payment is refused without that payment', async () => {
  await using app = await testApp()
  const owner = await app.person()
  const shop = await shopOf(app, owner)
  const order = payment({ amount: OPEN, reference: 'A-1' })
  await owner.rest('POST', '/api/payments', order)

  const refused = await shop.rest('POST', '/api/payments', order)

  expect([refused.status, refused.json().reason]).toEqual([409, 'reference_open'])
  expect(refused.json()).not.toHaveProperty('transactionId')
  expect(await app.count('transactions')).toBe(1)
})

test('a shop gets no stored response of another program by the same Idempotency-Key', async () => {
  await using app = await testApp()
  const owner = await app.person()
  const [shop, other] = [await shopOf(app, owner), await shopOf(app, owner)]
  const send = ({ rest }: typeof shop) =>
    rest('POST', '/api/payments', payment(), { 'idempotency-key': 'order-1' })

  const first = await send(other)
  const again = await send(other)
  const foreign = await send(shop)

  expect([first.status, again.body === first.body]).toEqual([201, true])
  expect([foreign.status, foreign.json().reason]).toEqual([422, 'idempotency_key_reused'])
})

test('a key that replaces a shop’s key keeps its payments', async () => {
  await using app = await testApp()
  const owner = await app.person()
  const shop = await shopOf(app, owner)
  const { id } = await shop.pay()
  const once = await owner.api.apiKeys.rotate.mutate({ id: shop.key.id })
  const twice = await owner.api.apiKeys.rotate.mutate({ id: once.id })

  const read = await restWith(app, twice.secret)('GET', `/api/transactions/${id}`)

  expect(read.status).toBe(200)
  expect(twice.scopes).toEqual(['shop'])
})

test.each([[['shop', 'read']], [['write', 'shop']]])('a key with %j is refused', async (scopes) => {
  await using app = await testApp()
  const owner = await app.person()

  const refused = await owner.rest('POST', '/api/api-keys', { name: 'Shop', scopes })

  expect([refused.status, refused.json().issues[0].path]).toEqual([400, 'scopes'])
  expect(await app.count('apiKeys')).toBe(0)
})
