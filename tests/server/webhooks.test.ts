import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { payment } from '../support/make.ts'
import { type ReceivedRequest, startReceiver } from '../support/receiver.ts'
import { testApp } from '../support/test-app.ts'
import {
  createTestEvent,
  deliverAll,
  eventOf,
  eventsOf,
  setWebhookUrl,
} from '../support/webhooks.ts'

const DAY_MS = 24 * 60 * 60_000

/** Verifies a delivery at the time of its attempt, as the receiver does. */
function verify({ headers, body }: ReceivedRequest, secret: string): unknown {
  const verifier = new Webhook(secret)
  const sentAt = new Date(Number(headers['webhook-timestamp']) * 1000)
  const expected = verifier.sign(String(headers['webhook-id']), sentAt, body)
  if (!String(headers['webhook-signature']).split(' ').includes(expected)) {
    throw new Error('not signed with this secret')
  }
  return JSON.parse(body)
}

test('a payment and its customer are sent to the endpoint, signed, in the words of v1', async () => {
  await using app = await testApp()
  await using endpoint = await startReceiver()
  const alice = await app.person()
  const { secret } = await setWebhookUrl(alice, endpoint.url)

  const paid = await alice.api.transactions.create.mutate(payment())
  await deliverAll(app)

  const customer = await alice.api.customers.get.query({ id: paid.customerId })
  const { totals: _t, firstPaymentAt: _f, lastPaymentAt: _l, ...v1Customer } = customer
  const bodies = endpoint.received.map((each) => verify(each, secret))
  const ids = endpoint.received.map(({ headers }) => headers['webhook-id'])
  const createdAt = '2026-03-10T12:00:00.000Z'
  expect(bodies).toEqual(
    expect.arrayContaining([
      {
        id: expect.any(String),
        eventType: 'customer.created',
        createdAt,
        data: { ...v1Customer, totalSpent: '0.00', transactionCount: 0 },
      },
      { id: expect.any(String), eventType: 'payment.completed', createdAt, data: paid },
    ]),
  )
  expect(bodies).toHaveLength(2)
  expect(bodies.map((body) => (body as { id: string }).id)).toEqual(ids)
  for (const { headers } of endpoint.received) {
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-timestamp': String(app.clock.now() / 1000),
      'user-agent': expect.stringMatching(/^Incasso\//),
    })
  }
  expect((await eventsOf(alice)).map(({ status }) => status)).toEqual(['success', 'success'])
})

test('an integration set to v2 gets the payload of Standard Webhooks', async () => {
  await using app = await testApp()
  await using endpoint = await startReceiver()
  const alice = await app.person()
  const { secret } = await setWebhookUrl(alice, endpoint.url, { version: 'v2' })

  const paid = await alice.api.transactions.create.mutate(payment({ amount: '10.01' }))
  await deliverAll(app)

  const bodies = endpoint.received.map((each) => verify(each, secret))
  expect(bodies).toContainEqual({
    type: 'payment.failed',
    timestamp: '2026-03-10T12:00:00.000Z',
    data: expect.objectContaining({ ...paid, stage: 'failed', captureMethod: 'automatic' }),
  })
  expect(paid).toMatchObject({ status: 'failed', failureReason: 'card_declined' })
})

test('a payment that stays pending sends an event, and another when it settles', async () => {
  await using app = await testApp()
  await using endpoint = await startReceiver()
  const alice = await app.person()
  await setWebhookUrl(alice, endpoint.url)

  const paid = await alice.api.transactions.create.mutate(payment({ paymentMethod: 'bank' }))
  app.clock.advance(5000)
  await app.settle()
  await deliverAll(app)

  const events = endpoint.received.map(({ body }) => JSON.parse(body))
  expect(events.map(({ eventType }) => eventType).toSorted()).toEqual([
    'customer.created',
    'payment.completed',
    'payment.pending',
  ])
  const pending = events.find(({ eventType }) => eventType === 'payment.pending')
  const completed = events.find(({ eventType }) => eventType === 'payment.completed')
  expect(pending.data).toMatchObject({ id: paid.id, status: 'pending', settledAt: null })
  expect(completed.data).toMatchObject({ id: paid.id, status: 'success' })
})

test('no event is written without a webhook URL, and the next change with one writes an event', async () => {
  await using app = await testApp()
  const alice = await app.person()

  await alice.api.transactions.create.mutate(payment())
  expect(await app.count('webhookEvents')).toBe(0)
  expect((await alice.rest('POST', '/api/webhook-events/test', {})).status).toBe(409)
  await setWebhookUrl(alice, 'http://127.0.0.1:49999/hook')
  await alice.api.transactions.create.mutate(payment())
  expect((await eventsOf(alice)).map(({ eventType }) => eventType)).toEqual(['payment.completed'])
  await setWebhookUrl(alice, null)
  await alice.api.transactions.create.mutate(payment())
  expect((await eventsOf(alice)).map(({ status }) => status)).toEqual(['failed'])
})

test('a change that fails leaves no event, and an event that cannot be written leaves no change', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await setWebhookUrl(alice, 'http://127.0.0.1:49999/hook')
  const rename = (from: string, to: string) => app.db.schema.alterTable(from).renameTo(to).execute()
  const create = (body: object) => alice.rest('POST', '/api/customers', body)
  const pay = (more = {}) => alice.rest('POST', '/api/payments', payment(more))
  const pending = await alice.api.transactions.create.mutate(payment({ paymentMethod: 'bank' }))
  const before = await app.count('webhookEvents')

  await rename('rollup_customers', 'hidden')
  for (const more of [{}, { amount: '1.01' }, { paymentMethod: 'bank' }]) {
    expect((await pay({ ...more, customerEmail: 'new@example.com' })).status).toBe(500)
  }
  await rename('hidden', 'rollup_customers')
  await rename('audit_log', 'hidden')
  expect((await create({ name: 'Bob', email: 'bob@example.com' })).status).toBe(500)
  await rename('hidden', 'audit_log')
  expect(await app.count('webhookEvents')).toBe(before)

  const counts = async () => [await app.count('transactions'), await app.count('customers')]
  const countsBefore = await counts()
  await rename('webhook_events', 'hidden')
  expect((await pay()).status).toBe(500)
  expect((await create({ name: 'Bob', email: 'bob@example.com' })).status).toBe(500)
  app.clock.advance(5000)
  await app.settle().catch(() => undefined)
  await rename('hidden', 'webhook_events')
  expect(await counts()).toEqual(countsBefore)
  const { status } = await alice.api.transactions.get.query({ id: pending.id })
  expect(status).toBe('pending')
})

test.each([
  'payment.completed',
  'payment.failed',
  'payment.pending',
  'customer.created',
  'integration.test',
])('a test event of type %s is sent like a real one, and marked as a test', async (eventType) => {
  await using app = await testApp()
  await using endpoint = await startReceiver()
  const alice = await app.person()
  const { secret } = await setWebhookUrl(alice, endpoint.url)

  const event = await createTestEvent(alice, eventType)
  await deliverAll(app)

  expect(event).toMatchObject({ eventType, status: 'retry', test: true })
  const [received] = endpoint.received
  expect(received && verify(received, secret)).toMatchObject({ id: event.id, eventType })
  const detail = await eventOf(alice, event.id)
  expect(detail).toMatchObject({ status: 'success', nextAttemptAt: null })
  expect(detail.payload).toEqual(JSON.parse(received?.body ?? ''))
  expect(detail.attempts).toMatchObject([{ statusCode: 200, error: null, response: 'thanks' }])
  expect(await app.count('transactions')).toBe(0)
  expect(await app.count('customers')).toBe(0)
})

test('both secrets sign for a day after a rotation, then only the new one', async () => {
  await using app = await testApp()
  await using endpoint = await startReceiver()
  const alice = await app.person()
  const { id, secret: former } = await setWebhookUrl(alice, endpoint.url)
  const rotated = (await alice.rest('POST', `/api/integrations/${id}/rotate-secret`, {})).json()
  const deliverOne = async () => {
    await alice.signIn()
    await createTestEvent(alice)
    await deliverAll(app)
    return endpoint.received.at(-1) as ReceivedRequest
  }

  app.clock.advance(DAY_MS - 1)
  const within = await deliverOne()
  app.clock.advance(1)
  const after = await deliverOne()

  expect(rotated).toEqual({
    secret: expect.stringMatching(/^whsec_/),
    previousExpiresAt: '2026-03-11T12:00:00.000Z',
  })
  expect(rotated.secret).not.toBe(former)
  expect(String(within.headers['webhook-signature']).split(' ')).toHaveLength(2)
  verify(within, former)
  verify(within, rotated.secret)
  verify(after, rotated.secret)
  expect(() => verify(after, former)).toThrow()
  expect(String(after.headers['webhook-signature']).split(' ')).toHaveLength(1)
})

test('a retry has the same id and body and a new timestamp', async () => {
  await using app = await testApp()
  await using endpoint = await startReceiver((_request, response) => response.writeHead(500).end())
  const alice = await app.person()
  const { secret } = await setWebhookUrl(alice, endpoint.url)
  await createTestEvent(alice)

  await deliverAll(app)
  app.clock.advance(5000)
  endpoint.answer((_request, response) => response.end())
  await deliverAll(app)

  const [first, second] = endpoint.received as [ReceivedRequest, ReceivedRequest]
  expect(endpoint.received).toHaveLength(2)
  expect(second.body).toBe(first.body)
  expect(second.headers['webhook-id']).toBe(first.headers['webhook-id'])
  expect(Number(second.headers['webhook-timestamp'])).toBe(
    Number(first.headers['webhook-timestamp']) + 5,
  )
  verify(first, secret)
  verify(second, secret)
})

test('the largest event stays below 20 kB', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await setWebhookUrl(alice, 'http://127.0.0.1:49999/hook')

  await alice.api.transactions.create.mutate(
    payment({
      customerName: '𝕏'.repeat(50),
      customerEmail: `${'a'.repeat(60)}@${'b'.repeat(60)}.example.com`,
      description: '𝕏'.repeat(250),
    }),
  )

  for (const { id } of await eventsOf(alice)) {
    const { payload } = await eventOf(alice, id)
    expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThan(20_000)
  }
})

test('an event that cannot be signed fails as an attempt, and is sent when it can be', async () => {
  await using app = await testApp()
  await using endpoint = await startReceiver()
  const alice = await app.person()
  const { id } = await setWebhookUrl(alice, endpoint.url)
  const { merchant } = alice
  const sealed = app.world.secretBox.seal('whsec_abc', 'somewhere else')
  const change = { secret: sealed }
  await app.db
    .updateTable('integrations')
    .set(change)
    .where('merchantId', '=', merchant.id)
    .execute()
  const event = await createTestEvent(alice)

  await deliverAll(app)

  expect(endpoint.connections()).toBe(0)
  expect(await eventOf(alice, event.id)).toMatchObject({
    status: 'retry',
    nextAttemptAt: '2026-03-10T12:00:05.000Z',
    attempts: [{ error: 'the signing secret cannot be read: rotate it' }],
  })
  await app.db
    .updateTable('integrations')
    .set({ secret: null })
    .where('merchantId', '=', merchant.id)
    .execute()
  app.clock.advance(5000)
  await deliverAll(app)
  expect((await eventOf(alice, event.id)).attempts[1]?.error).toMatch(/^there is no signing secret/)
  expect(endpoint.connections()).toBe(0)
  const rotated = (await alice.rest('POST', `/api/integrations/${id}/rotate-secret`, {})).json()
  app.clock.advance(5 * 60_000)
  await deliverAll(app)
  expect((await eventOf(alice, event.id)).status).toBe('success')
  verify(endpoint.received[0] as ReceivedRequest, rotated.secret)
})

test('the erasure of a customer removes name and e-mail address from events and endpoint responses', async () => {
  await using app = await testApp()
  // An endpoint that echoes the events that it receives.
  await using endpoint = await startReceiver((_request, response) =>
    response.writeHead(500).end(endpoint.received.at(-1)?.body),
  )
  const alice = await app.person()
  await setWebhookUrl(alice, endpoint.url)
  const paid = await alice.api.transactions.create.mutate(payment())
  await alice.api.transactions.create.mutate(payment({ customerEmail: 'bob@example.com' }))
  await deliverAll(app)

  await alice.rest('DELETE', `/api/customers/${paid.customerId}`)
  const rows = await app.db.selectFrom('webhookEvents').selectAll().execute()
  const attempts = await app.db.selectFrom('webhookAttempts').selectAll().execute()

  const customerEvents = rows.filter(({ customerId }) => customerId === paid.customerId)
  expect(customerEvents).toHaveLength(2)
  expect(JSON.stringify([rows, attempts])).not.toContain('ada@example.com')
  expect(JSON.stringify(customerEvents)).not.toContain('Ada Rossi')
  expect(JSON.stringify(rows)).toContain('bob@example.com')
  expect(attempts.filter(({ response }) => response?.includes('bob@example.com'))).toHaveLength(2)
  endpoint.received.length = 0
  app.clock.advance(5000)
  await deliverAll(app)
  expect(endpoint.received).toHaveLength(4)
  expect(JSON.stringify(endpoint.received)).not.toContain('ada@example.com')
})
