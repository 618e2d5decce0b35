import { expect, test } from 'vitest'
import type { MerchantCtx } from '#server/core/context.ts'
import { actingMerchantOf } from '#server/features/merchants/merchants.rules.ts'
import { checkDueDisputes } from '#server/features/refunds/from-processor/check-disputes.ts'
import { changeEndpoint } from '#server/features/webhook-endpoints/change-endpoint.ts'
import { createEndpoint as createOtherEndpoint } from '#server/features/webhook-endpoints/create-endpoint.ts'
import type { CreatedWebhookEndpoint } from '#server/features/webhook-endpoints/webhook-endpoints.schema.ts'
import { createEndpoint, eventsAt } from '../support/endpoints.ts'
import { type KeyCaller, keyCaller, restWith } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { type Person, SETTLEMENT_MS, type TestApp, testApp } from '../support/test-app.ts'
import { deliverAll, setWebhookUrl } from '../support/webhooks.ts'

const ENDPOINTS = '/api/webhook-endpoints'
const EVENTS = '/api/webhook-events'
const NOWHERE = 'http://127.0.0.1:49999/hooks'

type Shop = KeyCaller & {
  pay: (more?: object) => Promise<{ id: string; transactionId: string }>
  endpoint: CreatedWebhookEndpoint
}

/** Makes a key with the scope `shop` that has its own endpoint. */
async function shopAt(app: TestApp, owner: Person, url = NOWHERE, more = {}): Promise<Shop> {
  const caller = await keyCaller(app, owner, { scopes: ['shop'] })
  const created = await caller.rest('POST', ENDPOINTS, { url, ...more })
  expect(created.status, created.body).toBe(201)
  const pay: Shop['pay'] = async (input = {}) => {
    const response = await caller.rest('POST', '/api/payments', payment(input))
    expect(response.status, response.body).toBe(201)
    return response.json()
  }
  return { ...caller, pay, endpoint: created.json() }
}

type DeliveredEvent = { eventType: string; data: { id: string; transactionId?: string } }

const deliveredTo = ({ received }: Receiver) =>
  received.map(({ body }): DeliveredEvent => JSON.parse(body))

/** Returns the received types, each with the payment's id, in the order of the alphabet. */
const typesAt = (receiver: Receiver) =>
  deliveredTo(receiver)
    .map(({ eventType, data }) =>
      eventType.startsWith('refund.')
        ? [eventType, data.transactionId]
        : [eventType, data.id ?? null],
    )
    .toSorted((a, b) => a.join().localeCompare(b.join()))

test('a shop’s endpoint receives the events of its payments and refunds, and no others', async () => {
  await using app = await testApp()
  await using receiver = await startReceiver()
  await using elsewhere = await startReceiver()
  const owner = await app.person()
  await setWebhookUrl(owner, elsewhere.url)
  const shop = await shopAt(app, owner, receiver.url)
  const others = [await shopAt(app, owner), await shopAt(app, await app.person())]

  const paid = await shop.pay({ amount: '20.11' })
  const declined = await shop.pay({ amount: '10.01' })
  const open = await shop.pay({ amount: '10.06' })
  const held = await shop.pay({ amount: '30.00', captureMethod: 'manual' })
  await shop.rest('POST', `/api/transactions/${open.id}/void`, {})
  await owner.rest('POST', `/api/transactions/${held.id}/capture`, {})
  await shop.rest('POST', `/api/transactions/${paid.id}/refunds`, { amount: '1.00' })
  await owner.rest('POST', `/api/transactions/${paid.id}/refunds`, { amount: '2.00' })
  for (const other of others) {
    const foreign = await other.pay({ amount: '40.00' })
    await other.rest('POST', `/api/transactions/${foreign.id}/refunds`, {})
  }
  await owner.api.transactions.create.mutate(payment({ customerEmail: 'new@example.com' }))
  await checkDueDisputes(app.world)
  app.clock.advance(SETTLEMENT_MS)
  await checkDueDisputes(app.world)
  await deliverAll(app)

  expect(typesAt(receiver)).toEqual(
    [
      ['payment.authorized', held.id],
      ['payment.completed', held.id],
      ['payment.completed', paid.id],
      ['payment.failed', declined.id],
      ['payment.failed', open.id],
      ['payment.pending', held.id],
      ['payment.pending', open.id],
      ['payment.requires_action', open.id],
      ['refund.completed', paid.id],
      ['refund.completed', paid.id],
      ['refund.created', paid.id],
      ['refund.created', paid.id],
    ].toSorted((a, b) => a.join().localeCompare(b.join())),
  )
  // The merchant's other endpoint received what the shop's did not.
  const all = new Set(deliveredTo(elsewhere).map(({ eventType }) => eventType))
  expect([...all]).toEqual(expect.arrayContaining(['customer.created', 'dispute.opened']))
  const [first] = receiver.received
  expect(first?.headers['webhook-signature']).toMatch(/^v1,/)
})

test('a shop keeps its endpoint: reads, tests, changes, rotates and deletes it', async () => {
  await using app = await testApp()
  await using receiver = await startReceiver()
  const owner = await app.person()
  const shop = await shopAt(app, owner, receiver.url, { version: 'v2' })
  const { secret, ...shown } = shop.endpoint
  const path = `${ENDPOINTS}/${shown.id}`
  const once = await owner.api.apiKeys.rotate.mutate({ id: shop.key.id })
  const rest = restWith(app, once.secret)

  const listed = await rest('GET', ENDPOINTS)
  const tested = await rest('POST', `${path}/test`, {})
  await deliverAll(app)
  const rotated = await rest('POST', `${path}/rotate-secret`, {})
  const changed = await rest('PUT', path, { events: ['payment.failed'] })
  const paid = await rest('POST', '/api/payments', payment())
  const declined = await rest('POST', '/api/payments', payment({ amount: '10.01' }))
  await deliverAll(app)
  const deleted = await rest('DELETE', path)

  expect(listed.json()).toEqual([shown])
  expect([tested.status, tested.json().test]).toEqual([202, true])
  expect(rotated.json().secret).not.toBe(secret)
  expect(changed.json().events.toSorted()).toEqual(['integration.test', 'payment.failed'])
  expect([paid.status, declined.status]).toEqual([201, 201])
  expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual([
    'integration.test',
    'payment.failed',
  ])
  expect([deleted.status, (await rest('GET', path)).status]).toEqual([204, 404])
  expect((await rest('POST', ENDPOINTS, { url: NOWHERE })).status).toBe(201)
})

test('a shop reads and replays the events of its endpoint, each alone or many', async () => {
  await using app = await testApp()
  await using receiver = await startReceiver()
  const owner = await app.person()
  const shop = await shopAt(app, owner, receiver.url)
  const other = await shopAt(app, owner, receiver.url)
  await shop.pay()
  await other.pay()
  await deliverAll(app)
  const { id: endpointId } = shop.endpoint

  const listed = await shop.rest('GET', `${EVENTS}?endpointId=${endpointId}`)
  const [{ id }] = listed.json()
  const read = await shop.rest('GET', `${EVENTS}/${id}`)
  const one = await shop.rest('POST', `${EVENTS}/${id}/replay`, {})
  const many = await shop.rest('POST', `${EVENTS}/replay`, {
    dryRun: false,
    status: 'retry',
    endpointId,
  })
  await deliverAll(app)

  expect(listed.json()).toMatchObject([{ eventType: 'payment.completed', status: 'success' }])
  expect(read.json()).toMatchObject({ id, attempts: [{ statusCode: 200 }] })
  expect([one.status, many.json().count]).toEqual([202, 1])
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(ids).toHaveLength(3)
  expect(ids.filter((each) => String(id).startsWith(String(each)))).toHaveLength(2)
})

test('no endpoint and no event of another shop, the merchant or a stranger is found', async () => {
  await using app = await testApp()
  const owner = await app.person()
  const shop = await shopAt(app, owner)
  const [other, stranger] = [await shopAt(app, owner), await shopAt(app, await app.person())]
  const ofOwner = await createEndpoint(owner, NOWHERE)
  const { id: integrationId } = await setWebhookUrl(owner, NOWHERE)
  const { rest: till } = await keyCaller(app, owner, { scopes: ['webhooks'] })
  const ofTill = (await till('POST', ENDPOINTS, { url: NOWHERE })).json()
  await other.pay()
  await stranger.pay()
  const foreign = [other.endpoint.id, stranger.endpoint.id, ofOwner.id, ofTill.id, integrationId]
  await deliverAll(app)
  const rows = async () => [
    await app.db.selectFrom('webhookEndpoints').selectAll().orderBy('id').execute(),
    await app.db.selectFrom('webhookEvents').selectAll().orderBy('id').execute(),
  ]
  const before = await rows()

  for (const id of foreign) {
    const path = `${ENDPOINTS}/${id}`
    const refused = [
      await shop.rest('GET', path),
      await shop.rest('PUT', path, { url: NOWHERE }),
      await shop.rest('DELETE', path),
      await shop.rest('POST', `${path}/rotate-secret`, {}),
      await shop.rest('POST', `${path}/test`, {}),
    ]
    expect(refused.map(({ status }) => status)).toEqual(Array(5).fill(404))
    expect((await shop.rest('GET', `${EVENTS}?endpointId=${id}`)).json()).toEqual([])
    for (const status of ['failed', 'retry', 'success']) {
      const replay = (dryRun: boolean) =>
        shop.rest('POST', `${EVENTS}/replay`, { dryRun, status, endpointId: id })
      expect((await replay(true)).json()).toEqual({ count: 0, events: [] })
      expect((await replay(false)).json()).toMatchObject({ status: 409, reason: 'no_endpoint' })
    }
  }
  const events = (await rows())[1] ?? []
  expect(events.length).toBeGreaterThan(6)
  for (const { id } of events) {
    expect((await shop.rest('GET', `${EVENTS}/${id}`)).status).toBe(404)
    expect((await shop.rest('POST', `${EVENTS}/${id}/replay`, {})).status).toBe(404)
  }
  expect((await shop.rest('POST', `${EVENTS}/test`, {})).status).toBe(403)
  expect((await shop.rest('GET', ENDPOINTS)).json()).toHaveLength(1)
  // The merchant's keys without the scope `shop` keep their own endpoints as well.
  expect((await till('GET', `${ENDPOINTS}/${shop.endpoint.id}`)).status).toBe(404)
  expect(await eventsAt(owner, shop.endpoint.id)).toEqual([])
  expect(await rows()).toEqual(before)
})

test('a second endpoint, types of other objects and calls without an endpoint change nothing', async () => {
  await using app = await testApp()
  const owner = await app.person()
  const shop = await shopAt(app, owner)
  const { rest: fresh } = await keyCaller(app, owner, { scopes: ['shop'] })
  const path = `${ENDPOINTS}/${shop.endpoint.id}`
  const rows = () => app.db.selectFrom('webhookEndpoints').selectAll().execute()
  const before = await rows()

  const second = await shop.rest('POST', ENDPOINTS, { url: NOWHERE })
  const types = [
    await fresh('POST', ENDPOINTS, { url: NOWHERE, events: ['dispute.opened'] }),
    await shop.rest('PUT', path, { events: ['payment.completed', 'customer.created'] }),
    await owner.rest('PUT', path, { events: ['payout.paid'] }),
    await owner.rest('PUT', path, { events: ['payment_link.paid'] }),
  ]
  const unnamed = [
    await shop.rest('GET', EVENTS),
    await shop.rest('POST', `${EVENTS}/replay`, { dryRun: false }),
  ]

  expect([second.status, second.json().reason]).toEqual([409, 'too_many_endpoints'])
  expect(types.map(({ status }) => status)).toEqual([400, 400, 400, 400])
  for (const each of types) expect(each.json().issues).toMatchObject([{ path: 'events' }])
  for (const each of unnamed) expect(each.json().issues).toMatchObject([{ path: 'endpointId' }])
  expect(await rows()).toEqual(before)
})

test('a key that is revoked while its call waits for a lock makes and changes no endpoint', async () => {
  await using app = await testApp()
  const owner = await app.person()
  const shop = await shopAt(app, owner)
  const [key] = await app.db.selectFrom('apiKeys').selectAll().execute()
  const merchant = await app.db.selectFrom('merchants').selectAll().executeTakeFirstOrThrow()
  if (!key) throw new Error('the shop has no key')
  await owner.rest('DELETE', `/api/api-keys/${key.id}`)
  // The context of a call that was authenticated before.
  const ctx: MerchantCtx = {
    ...app.world,
    merchant: actingMerchantOf(merchant),
    actor: { type: 'key', keyId: key.id, prefix: key.prefix, scopes: ['shop'], shopId: key.id },
    requestId: 'req_late',
    address: null,
  }
  const before = await app.db.selectFrom('webhookEndpoints').selectAll().execute()
  const revoked = { code: 'unauthenticated', reason: 'key_revoked' }

  const url = 'http://127.0.0.1:49998/stolen'
  await expect(changeEndpoint(ctx, { id: shop.endpoint.id, url })).rejects.toMatchObject(revoked)
  await expect(createOtherEndpoint(ctx, { url, events: ['*'] })).rejects.toMatchObject(revoked)

  expect(await app.db.selectFrom('webhookEndpoints').selectAll().execute()).toEqual(before)
})

test('the page gets whose key made an endpoint, and whether that key or its successor works', async () => {
  await using app = await testApp()
  const owner = await app.person()
  const shop = await shopAt(app, owner)
  const plain = await keyCaller(app, owner, { name: 'Till', scopes: ['webhooks'] })
  await plain.rest('POST', ENDPOINTS, { url: NOWHERE })
  const keys = async () =>
    (await owner.api.webhookEndpoints.keys.query()).map(({ keyName, isUsable }) => [
      keyName,
      isUsable,
    ])
  const used = await keys()
  const rotate = (id: string, overlapDays: number) =>
    owner.rest('POST', `/api/api-keys/${id}/rotate`, { overlapDays })

  const next = (await rotate(shop.key.id, 0)).json()
  await owner.rest('DELETE', `/api/api-keys/${plain.key.id}`)
  const rotated = await keys()
  await owner.rest('DELETE', `/api/api-keys/${next.id}`)
  const revoked = await keys()
  const deleted = await owner.rest('DELETE', `${ENDPOINTS}/${shop.endpoint.id}`)

  expect(used).toEqual([
    ['Shop', true],
    ['Till', true],
  ])
  expect(rotated).toEqual([
    ['Shop', true],
    ['Till', false],
  ])
  expect(revoked).toEqual([
    ['Shop', false],
    ['Till', false],
  ])
  expect(deleted.status).toBe(204)
  expect(await keys()).toEqual([['Till', false]])
})
