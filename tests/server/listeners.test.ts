import { afterEach, beforeEach, expect, test } from 'vitest'
import { newActingMerchant } from '#server/core/merchant.ts'
import { listenerMessages } from '#server/features/listeners/listener-stream.ts'
import { LEASE_MS, openListener } from '#server/features/listeners/open-listener.ts'
import { removeListeners } from '#server/features/listeners/remove-listeners.ts'
import { insertListenerEvents } from '#server/services/outbox/listeners/listener-events.queries.ts'
import { freshDatabase } from '../support/database.ts'
import { type OpenStream, openEventStream } from '../support/event-stream.ts'
import { type KeyCaller, keyCaller, restWith } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'

let app: TestApp
let owner: Person
let url: string
let caller: KeyCaller
let streams: OpenStream[]

beforeEach(async () => {
  app = await testApp()
  owner = await app.person()
  url = await app.app.listen({ host: '127.0.0.1', port: 0 })
  caller = await keyCaller(app, owner)
  streams = []
})

afterEach(async () => {
  for (const stream of streams) stream.close()
  await app[Symbol.asyncDispose]()
})

const open = async (more: { query?: string; lastEventId?: string | undefined } = {}) => {
  const stream = await openEventStream(url, caller.key.secret, more)
  streams.push(stream)
  return stream
}

const pay = (more = {}) => owner.api.transactions.create.mutate(payment(more))

const webhooksOf = ({ messages }: OpenStream) => messages.filter(({ event }) => event === 'webhook')
const typesOf = (stream: OpenStream) => webhooksOf(stream).map(({ data }) => data['type'])
const wait = { timeout: 60_000 }

test('a stream begins with a new secret, and then has the events as webhooks have them', async () => {
  const stream = await open()
  await expect.poll(() => stream.messages.length, wait).toBe(1)
  const paid = await pay({ amount: '12.34' })
  await expect.poll(() => typesOf(stream), wait).toEqual(['customer.created', 'payment.completed'])

  const [first, , completed] = stream.messages
  expect(first).toMatchObject({
    event: 'listening',
    data: {
      mode: 'test',
      version: 'v2',
      types: null,
      resumed: false,
      missed: 0,
      secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/),
    },
  })
  expect(JSON.parse(String(completed?.data['body']))).toMatchObject({
    type: 'payment.completed',
    data: { id: paid.id, amount: '12.34', amounts: { captured: '12.34' } },
  })
  expect(await app.count('webhookEvents')).toBe(0)
})

test('a stream has only the chosen types', async () => {
  const stream = await open({ query: '?types=payment.failed,payment.completed' })
  await expect.poll(() => stream.messages.length, wait).toBe(1)

  await pay()
  await pay({ amount: '1.01' })

  await expect.poll(() => typesOf(stream), wait).toEqual(['payment.completed', 'payment.failed'])
})

test('a resumed stream continues after the last received event, and misses none', async () => {
  const stream = await open()
  await expect.poll(() => stream.messages.length, wait).toBe(1)
  await pay()
  await expect.poll(() => webhooksOf(stream).length, wait).toBe(2)
  const [, second] = stream.messages
  stream.close()
  await pay({ amount: '1.01' })

  const resumed = await open({ lastEventId: second?.id })

  await expect.poll(() => typesOf(resumed), wait).toEqual(['payment.completed', 'payment.failed'])
  expect(resumed.messages[0]?.data).toMatchObject({ resumed: true, missed: 0, secret: null })
  expect(await app.count('webhookListeners')).toBe(1)
})

test('a resumed listener belongs to the key that reads it, which is checked from then on', async () => {
  const stream = await open()
  await expect.poll(() => stream.messages.length, wait).toBe(1)
  stream.close()
  const other = await keyCaller(app, owner)

  const resumed = await openEventStream(url, other.key.secret, {
    lastEventId: stream.messages[0]?.id,
  })
  streams.push(resumed)
  await expect.poll(() => resumed.messages.length, wait).toBe(1)

  expect(resumed.messages[0]?.data).toMatchObject({ resumed: true })
  const listeners = await app.db.selectFrom('webhookListeners').select('keyId').execute()
  expect(listeners).toEqual([{ keyId: other.key.id }])
})

test('a second stream of a listener ends the first, and repeats what the first did not confirm', async () => {
  const first = await open()
  await expect.poll(() => first.messages.length, wait).toBe(1)
  await pay()
  await expect.poll(() => webhooksOf(first).length, wait).toBe(2)

  const second = await open({ lastEventId: first.messages[0]?.id })
  await pay()
  await first.ended

  await expect.poll(() => webhooksOf(second).length, wait).toBe(3)
  expect(typesOf(first)).toHaveLength(2)
})

test('a listener without a stream is removed after its lease, with its events', async () => {
  const stream = await open()
  await expect.poll(() => stream.messages.length, wait).toBe(1)
  stream.close()
  await pay()
  expect(await removeListeners(app.world)).toBe(0)

  app.clock.advance(LEASE_MS)
  const removed = await removeListeners(app.world)
  await pay()

  expect(removed).toBe(1)
  expect(await app.count('webhookListeners')).toBe(0)
  expect(await app.count('listenerEvents')).toBe(0)
})

test('a stream that comes too late gets a new listener and a new secret', async () => {
  const stream = await open()
  await expect.poll(() => stream.messages.length, wait).toBe(1)
  stream.close()
  app.clock.advance(LEASE_MS)

  const late = await open({ lastEventId: stream.messages[0]?.id })

  await expect.poll(() => late.messages.length, wait).toBe(1)
  expect(late.messages[0]?.data).toMatchObject({ resumed: false, secret: expect.any(String) })
  expect(late.messages[0]?.data['secret']).not.toBe(stream.messages[0]?.data['secret'])
  expect(await app.count('webhookListeners')).toBe(1)
})

test('five may listen at once; a sixth replaces one without a stream, or is refused', async () => {
  for (let count = 0; count < 5; count++) await open()
  await expect.poll(() => app.count('webhookListeners'), wait).toBe(5)

  const refused = await open()
  streams[0]?.close()
  const released = async () =>
    (
      await app.db
        .selectFrom('webhookListeners')
        .select('id')
        .where('streamId', 'is', null)
        .execute()
    ).length
  await expect.poll(released, wait).toBe(1)
  const admitted = await open()

  expect([refused.status, admitted.status]).toEqual([409, 200])
  expect(await app.count('webhookListeners')).toBe(5)
})

test('strangers, people, keys without a scope and bad input are refused, and change nothing', async () => {
  const writer = await keyCaller(app, owner, { scopes: ['write'] })
  const path = '/api/events/stream'
  const refusals = [
    await app.rest({ method: 'GET', url: path }),
    await owner.rest('GET', path),
    await writer.rest('GET', path),
    await caller.rest('GET', `${path}?types=payment.eaten`),
    await caller.rest('GET', `${path}?colour=red`),
  ]

  expect(refusals.map(({ status }) => status)).toEqual([401, 401, 403, 400, 400])
  expect(refusals[2]?.json().reason).toBe('scope_missing')
  expect(await app.count('webhookListeners')).toBe(0)
})

test('the listener of another merchant cannot be resumed, nor its events read', async () => {
  const stream = await open()
  await expect.poll(() => stream.messages.length, wait).toBe(1)
  const other = await app.person()
  const theirs = await keyCaller(app, other)

  const stolen = await openEventStream(url, theirs.key.secret, {
    lastEventId: stream.messages[0]?.id,
  })
  streams.push(stolen)
  await pay()
  await expect.poll(() => webhooksOf(stream).length, wait).toBe(2)

  expect(stolen.messages[0]?.data).toMatchObject({ resumed: false })
  expect(webhooksOf(stolen)).toEqual([])
})

test('a test event reaches a listener also without an endpoint', async () => {
  const stream = await open()
  await expect.poll(() => stream.messages.length, wait).toBe(1)

  const sent = await caller.rest('POST', '/api/webhook-events/test', {
    eventType: 'refund.failed',
  })

  await expect.poll(() => typesOf(stream), wait).toEqual(['refund.failed'])
  expect([sent.status, sent.json()]).toEqual([
    202,
    expect.objectContaining({
      id: webhooksOf(stream)[0]?.data['id'],
      status: 'success',
      test: true,
    }),
  ])
})

test('an endpoint and a listener get one event under one id', async () => {
  const [integration] = await owner.api.integrations.list.query()
  await owner.api.integrations.update.mutate({
    id: String(integration?.id),
    webhookUrl: 'http://127.0.0.1:49999/hook',
  })
  const stream = await open()
  await expect.poll(() => stream.messages.length, wait).toBe(1)

  await pay()

  await expect.poll(() => webhooksOf(stream).length, wait).toBe(2)
  const stored = await owner.api.webhooks.list.query()
  expect(webhooksOf(stream).map(({ data }) => data['id'])).toEqual(
    stored.data.map(({ id }) => id).toReversed(),
  )
})

test('an erased customer is erased from the events that a stream can repeat', async () => {
  const stream = await open()
  await expect.poll(() => stream.messages.length, wait).toBe(1)
  const paid = await pay({ customerName: 'Giulia Verdi' })
  await expect.poll(() => webhooksOf(stream).length, wait).toBe(2)

  await owner.rest('DELETE', `/api/customers/${paid.customerId}`)

  const kept = await app.db.selectFrom('listenerEvents').select('payload').execute()
  expect(kept).toHaveLength(2)
  expect(JSON.stringify(kept)).not.toContain('Giulia')
})

test('events of another process arrive, and another process resumes the stream', async () => {
  const fresh = await freshDatabase()
  const [first, second] = [await testApp({ fresh }), await testApp({ fresh })]
  const shopkeeper = await first.person()
  const { key } = await keyCaller(first, shopkeeper)
  const firstUrl = await first.app.listen({ host: '127.0.0.1', port: 0 })
  const secondUrl = await second.app.listen({ host: '127.0.0.1', port: 0 })
  const stream = await openEventStream(firstUrl, key.secret)
  await expect.poll(() => stream.messages.length, wait).toBe(1)

  await restWith(second, key.secret)('POST', '/api/payments', payment())
  await expect.poll(() => typesOf(stream), wait).toEqual(['customer.created', 'payment.completed'])
  stream.close()
  const resumed = await openEventStream(secondUrl, key.secret, {
    lastEventId: stream.messages[1]?.id,
  })
  await expect.poll(() => typesOf(resumed), wait).toEqual(['payment.completed'])

  resumed.close()
  await resumed.ended
  await first[Symbol.asyncDispose]()
  await second[Symbol.asyncDispose]()
})

/** Opens a listener without HTTP, and returns its messages from the second on. */
async function openDirectly() {
  const ctx: Parameters<typeof openListener>[0] = {
    ...app.world,
    actor: { type: 'key', keyId: caller.key.id, prefix: '', scopes: ['read'] },
    requestId: '',
    address: null,
    merchant: newActingMerchant(owner.merchant),
  }
  const listener = await openListener(ctx, {
    version: 'v2',
    events: null,
    lastEventId: undefined,
  })
  const ending = new AbortController()
  const messages = listenerMessages(app.world, listener, {
    signal: ending.signal,
    first: { mode: 'test', version: 'v2', types: null },
    times: { pollMs: 5, heartbeatMs: 0, monotonicMs: () => 0 },
  })
  await messages.next()
  return { listener, messages, end: () => ending.abort() }
}

test('a stream renews its lease and keeps its connection open, until its key is revoked', async () => {
  const { messages } = await openDirectly()
  app.clock.advance(LEASE_MS - 1)

  const kept = await messages.next()
  app.clock.advance(LEASE_MS - 1)
  const removed = await removeListeners(app.world)
  await owner.rest('DELETE', `/api/api-keys/${caller.key.id}`)
  const ended = await messages.next()

  expect([kept.value, removed, ended.done]).toEqual([': still listening\n\n', 0, true])
})

test('an event that commits after one of a later id is not lost', async () => {
  const { listener, messages, end } = await openDirectly()
  const write = (id: string) =>
    insertListenerEvents(app.db, [
      {
        merchantId: listener.merchantId,
        listenerId: listener.id,
        id,
        eventType: 'integration.test',
        isTest: 1,
        customerId: null,
        payload: '{}',
        position: null,
        createdAt: '2026-03-10T12:00:00.000Z',
      },
    ])
  const nextEvent = async () => {
    for await (const message of {
      [Symbol.asyncIterator]: () => ({ next: () => messages.next() }),
    }) {
      const [, id] = /"id":"(evt_\w)"/.exec(message) ?? []
      if (id) return id
    }
    return undefined
  }

  await write('evt_B')
  const first = await nextEvent()
  await write('evt_A')
  const second = await nextEvent()

  expect([first, second]).toEqual(['evt_B', 'evt_A'])
  end()
  await messages.return(undefined)
})
