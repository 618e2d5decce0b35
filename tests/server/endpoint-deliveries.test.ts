import { expect, test } from 'vitest'
import type { Sender } from '#server/core/ports/sender.ts'
import { DeliveryWorker } from '#server/features/webhooks/delivery-worker.ts'
import { EventCopies } from '#server/features/webhooks/event-copies.ts'
import { runLedgerCheck } from '#server/ops/check/ledger-check.ts'
import { emitEvent } from '#server/services/outbox/emit-event.ts'
import { dialect, freshDatabase } from '../support/database.ts'
import { createEndpoint, eventsAt } from '../support/endpoints.ts'
import { keyCaller } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { startReceiver } from '../support/receiver.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'
import { deliverAll, eventOf, setWebhookUrl, workerOf } from '../support/webhooks.ts'

const DAY_MS = 24 * 60 * 60_000
const NOWHERE = 'http://127.0.0.1:49999'

const pay = (person: Person) =>
  person.api.transactions.create.mutate(payment({ customerEmail: `${person.id}@example.com` }))

const rowsOf = ({ db }: TestApp) =>
  db.selectFrom('webhookEvents').selectAll().orderBy('id').execute()

/** Returns a sender whose responses depend on the URL; responses of `/hang` arrive when `letGo` is called. */
function createSender(statusOf: (url: string) => number = () => 200) {
  const sent: { url: string; id: string }[] = []
  const held: (() => void)[] = []
  const sender: Sender = {
    send: async ({ url, headers }) => {
      sent.push({ url, id: headers['webhook-id'] ?? '' })
      if (url.includes('/hang')) await new Promise<void>((resolve) => held.push(resolve))
      const result = { retryAfter: undefined, date: undefined, response: null, error: null }
      return { ...result, statusCode: statusOf(url), durationMs: 1 }
    },
    close: () => undefined,
  }
  const sentTo = (path: string) => sent.filter(({ url }) => url.endsWith(path)).map(({ id }) => id)
  const letGo = () => {
    for (const go of held.splice(0)) go()
  }
  return { sender, sentTo, letGo }
}

test('each endpoint receives an event with its own version and secret, under one id', async () => {
  await using app = await testApp()
  await using one = await startReceiver()
  await using two = await startReceiver()
  await using three = await startReceiver()
  const alice = await app.person()
  await setWebhookUrl(alice, one.url)
  await createEndpoint(alice, two.url, { version: 'v1', events: ['payment.completed'] })
  await createEndpoint(alice, three.url, { version: 'v2', events: ['payment.completed'] })

  await pay(alice)
  await deliverAll(app)

  const paidAt = ({ received }: typeof one) =>
    received.filter(({ body }) => body.includes('"payment.completed"'))
  const [first] = paidAt(one)
  const [second] = paidAt(two)
  const [third] = paidAt(three)
  const id = first?.headers['webhook-id']
  expect([paidAt(one).length, paidAt(two).length, paidAt(three).length]).toEqual([1, 1, 1])
  expect(id).toMatch(/^evt_[0-9A-Z]{26}$/)
  expect(second?.headers['webhook-id']).toBe(id)
  expect(third?.headers['webhook-id']).toBe(id)
  expect(second?.body).toBe(first?.body)
  expect(JSON.parse(first?.body ?? '')).toMatchObject({ id, eventType: 'payment.completed' })
  expect(JSON.parse(third?.body ?? '')).toMatchObject({
    type: 'payment.completed',
    data: { amounts: expect.anything() },
  })
  const signatures = [first, second, third].map((each) => each?.headers['webhook-signature'])
  expect(new Set(signatures).size).toBe(3)
})

test('a payment writes one row for endpoints of one version, which the worker copies', async () => {
  const { sender } = createSender()
  await using app = await testApp({ deps: { webhookSender: sender } })
  const alice = await app.person()
  await setWebhookUrl(alice, `${NOWHERE}/a`)
  const b = await createEndpoint(alice, `${NOWHERE}/b`)
  const c = await createEndpoint(alice, `${NOWHERE}/c`)
  await pay(alice)
  const written = await rowsOf(app)

  await deliverAll(app)

  expect(written.map(({ endpointId, copiesFor }) => [endpointId, copiesFor])).toEqual([
    ['', `${b.id},${c.id}`],
    ['', `${b.id},${c.id}`],
  ])
  const after = await rowsOf(app)
  expect(after).toHaveLength(6)
  expect(after.filter(({ copiesFor, status }) => copiesFor || status !== 'success')).toEqual([])
  for (const { id, payload } of written) {
    const copies = after.filter((row) => row.id.startsWith(`${id}-`))
    expect(copies.map((row) => [row.endpointId, row.payload])).toEqual([
      [b.id, payload],
      [c.id, payload],
    ])
  }
})

test('a hanging and a failing endpoint delay no other of the same merchant', async () => {
  const { sender, sentTo, letGo } = createSender((url) => (url.endsWith('/fail') ? 500 : 200))
  await using app = await testApp({ deps: { webhookSender: sender } })
  const alice = await app.person()
  await setWebhookUrl(alice, `${NOWHERE}/hang`)
  const events = ['payment.completed' as const]
  await createEndpoint(alice, `${NOWHERE}/fail`, { events })
  const healthy = await createEndpoint(alice, `${NOWHERE}/healthy`, { events })
  for (let count = 0; count < 12; count++) await pay(alice)
  const worker = workerOf(app)

  const stopping = new AbortController()
  const delivering = worker.deliverDue(stopping.signal)
  await expect.poll(() => sentTo('/healthy').length).toBe(12)

  expect(new Set(sentTo('/healthy')).size).toBe(12)
  expect(sentTo('/hang')).toHaveLength(4)
  await expect
    .poll(async () => (await eventsAt(alice, healthy.id)).map(({ status }) => status))
    .toEqual(Array(12).fill('success'))
  stopping.abort()
  letGo()
  await delivering
  await worker.idle()
})

test('an endpoint that is gone is disabled alone, and replays reach it once it is enabled', async () => {
  let goneStatus = 410
  const { sender, sentTo } = createSender((url) => (url.endsWith('/gone') ? goneStatus : 200))
  await using app = await testApp({ deps: { webhookSender: sender } })
  const alice = await app.person()
  const gone = await createEndpoint(alice, `${NOWHERE}/gone`, { events: ['payment.completed'] })
  const other = await createEndpoint(alice, `${NOWHERE}/other`, { events: ['payment.completed'] })

  await pay(alice)
  await deliverAll(app)
  await pay(alice)
  await deliverAll(app)

  const path = `/api/webhook-endpoints/${gone.id}`
  const disabled = (await alice.rest('GET', path)).json()
  expect(disabled).toMatchObject({ status: 'disabled', disabledReason: 'gone' })
  expect(sentTo('/gone')).toHaveLength(1)
  expect(sentTo('/other')).toHaveLength(2)
  const [failed] = await eventsAt(alice, gone.id)
  expect(failed).toMatchObject({ status: 'failed' })
  const replay = () => alice.rest('POST', `/api/webhook-events/${failed?.id}/replay`, {})
  expect((await replay()).json().reason).toBe('endpoint_disabled')

  goneStatus = 200
  await alice.rest('PUT', path, { status: 'enabled' })
  expect((await replay()).status).toBe(202)
  await deliverAll(app)

  expect(await eventOf(alice, failed?.id ?? '')).toMatchObject({
    status: 'success',
    attempts: [{ statusCode: 410 }, { statusCode: 200 }],
  })
  expect(new Set(sentTo('/gone')).size).toBe(1)
  expect((await eventsAt(alice, other.id)).map(({ status }) => status)).toEqual([
    'success',
    'success',
  ])
})

test('an endpoint that only fails for five days is disabled, and its failed events are sent again together', async () => {
  let status = 500
  const { sender, sentTo } = createSender((url) => (url.endsWith('/fail') ? status : 200))
  await using app = await testApp({ deps: { webhookSender: sender } })
  const alice = await app.person()
  await setWebhookUrl(alice, `${NOWHERE}/well`)
  // A key still works after five days, unlike a session.
  const { rest } = await keyCaller(app, alice, { scopes: ['read', 'write', 'webhooks'] })
  const failing = { url: `${NOWHERE}/fail`, events: ['payment.completed'] }
  const { id } = (await rest('POST', '/api/webhook-endpoints', failing)).json()
  await pay(alice)
  await deliverAll(app)
  app.clock.advance(5 * DAY_MS)
  await deliverAll(app)

  const path = `/api/webhook-endpoints/${id}`
  const disabled = await rest('GET', path)
  status = 200
  await rest('PUT', path, { status: 'enabled' })
  const input = { dryRun: false, endpointId: id }
  const replayed = await rest('POST', '/api/webhook-events/replay', input)
  await deliverAll(app)

  expect(disabled.json()).toMatchObject({ status: 'disabled', disabledReason: 'failing' })
  expect(replayed.json()).toMatchObject({ count: 1 })
  const events = await rest('GET', `/api/webhook-events?endpointId=${id}`)
  expect(events.json()).toEqual([expect.objectContaining({ status: 'success' })])
  expect(sentTo('/well')).toHaveLength(2)
})

test('an endpoint deleted or disabled before its copy is made gets no delivery', async () => {
  const { sender, sentTo } = createSender()
  await using app = await testApp({ deps: { webhookSender: sender } })
  const alice = await app.person()
  await setWebhookUrl(alice, `${NOWHERE}/first`)
  const deleted = await createEndpoint(alice, `${NOWHERE}/deleted`)
  const disabled = await createEndpoint(alice, `${NOWHERE}/disabled`)
  await pay(alice)
  await alice.rest('DELETE', `/api/webhook-endpoints/${deleted.id}`)
  await alice.rest('PUT', `/api/webhook-endpoints/${disabled.id}`, { status: 'disabled' })

  await deliverAll(app)

  expect([sentTo('/deleted'), sentTo('/disabled')]).toEqual([[], []])
  expect(sentTo('/first')).toHaveLength(2)
  const rows = await rowsOf(app)
  expect(rows.filter(({ endpointId }) => endpointId === deleted.id)).toEqual([])
  expect(rows.filter((row) => row.endpointId === disabled.id).map(({ status }) => status)).toEqual([
    'failed',
    'failed',
  ])
})

test('waiting events of a deleted endpoint are given up', async () => {
  const { sender, sentTo } = createSender(() => 500)
  await using app = await testApp({ deps: { webhookSender: sender } })
  const alice = await app.person()
  const { id } = await createEndpoint(alice, `${NOWHERE}/a`, { events: ['payment.completed'] })
  await pay(alice)
  await deliverAll(app)

  await alice.rest('DELETE', `/api/webhook-endpoints/${id}`)
  app.clock.advance(DAY_MS)
  await deliverAll(app)

  expect(sentTo('/a')).toHaveLength(1)
  expect(await rowsOf(app)).toEqual([
    expect.objectContaining({ status: 'failed', nextAttemptAt: null }),
  ])
})

test('an event of a payment that saw an endpoint deleted at the same time is given up', async () => {
  const { sender, sentTo } = createSender()
  await using app = await testApp({ deps: { webhookSender: sender } })
  const alice = await app.person()
  const { id } = await createEndpoint(alice, `${NOWHERE}/a`, { events: ['payment.completed'] })
  await alice.rest('DELETE', `/api/webhook-endpoints/${id}`)
  const stored = JSON.stringify([{ id, version: 'v1', events: '*' }])
  await app.db.updateTable('integrations').set({ otherEndpoints: stored }).execute()
  await pay(alice)

  await deliverAll(app)

  expect(sentTo('/a')).toEqual([])
  expect(new Set((await rowsOf(app)).map(({ status }) => status))).toEqual(new Set(['failed']))
})

test('a rotated secret signs together with the new one for a day', async () => {
  await using app = await testApp()
  await using receiver = await startReceiver()
  const alice = await app.person()
  const { id } = await createEndpoint(alice, receiver.url)
  const path = `/api/webhook-endpoints/${id}`
  const rotated = await alice.rest('POST', `${path}/rotate-secret`, {})
  const sendTest = () =>
    emitEvent(app.world, {
      merchantId: alice.merchant.id,
      type: 'integration.test',
      data: {},
      isTest: true,
      endpointId: id,
    })

  await sendTest()
  await deliverAll(app)
  app.clock.advance(DAY_MS)
  await sendTest()
  await deliverAll(app)

  expect(rotated.json()).toEqual({
    secret: expect.stringMatching(/^whsec_/),
    previousExpiresAt: expect.any(String),
  })
  const counts = receiver.received.map(
    ({ headers }) => String(headers['webhook-signature']).split(' ').length,
  )
  expect(counts).toEqual([2, 1])
})

test('a customer erased before the copies are made is named in none of them', async () => {
  const { sender } = createSender()
  await using app = await testApp({ deps: { webhookSender: sender } })
  const alice = await app.person()
  await createEndpoint(alice, `${NOWHERE}/a`)
  await createEndpoint(alice, `${NOWHERE}/b`)
  const { customerId } = await alice.api.transactions.create.mutate(
    payment({ customerName: 'Zenobia Quirk', customerEmail: 'zenobia@example.com' }),
  )

  expect((await alice.rest('DELETE', `/api/customers/${customerId}`)).status).toBe(204)
  await deliverAll(app)

  const rows = await rowsOf(app)
  expect(rows.length).toBe(4)
  expect(JSON.stringify(rows)).not.toMatch(/zenobia/i)
  expect((await runLedgerCheck(app.world)).findings).toEqual([])
})

test('copies of many events are made over several calls, for merchants in rotation', async () => {
  let nowMs = 0
  await using app = await testApp()
  const people = [await app.person(), await app.person()]
  for (const person of people) {
    await createEndpoint(person, `${NOWHERE}/a`, { events: ['payment.completed'] })
    await createEndpoint(person, `${NOWHERE}/b`, { events: ['payment.completed'] })
  }
  const [busy, other] = people as [Person, Person]
  for (let count = 0; count < 25; count++) await pay(busy)
  await pay(other)
  const copies = new EventCopies(app.world, () => nowMs)
  const countOf = async (person: Person) =>
    (await rowsOf(app)).filter(({ merchantId }) => merchantId === person.merchant.id).length

  expect(await copies.makeSome()).toBe(true)
  expect([await countOf(busy), await countOf(other)]).toEqual([45, 2])
  nowMs = 49
  expect(await copies.makeSome()).toBe(true)
  expect(await countOf(busy)).toBe(45)
  nowMs = 50
  expect(await copies.makeSome()).toBe(false)
  expect(await countOf(busy)).toBe(50)
})

test.runIf(dialect === 'postgres')(
  'workers of two processes deliver each event to each endpoint once',
  async () => {
    const fresh = await freshDatabase()
    await using _removed = { [Symbol.asyncDispose]: fresh.remove }
    const { sender, sentTo } = createSender()
    await using one = await testApp({ fresh, deps: { webhookSender: sender } })
    await using two = await testApp({ fresh, deps: { webhookSender: sender } })
    const alice = await one.person()
    await setWebhookUrl(alice, `${NOWHERE}/a`)
    await createEndpoint(alice, `${NOWHERE}/b`)
    await createEndpoint(alice, `${NOWHERE}/c`)
    for (let count = 0; count < 30; count++) await pay(alice)
    const workers = [one, two, one, two].map(
      ({ world }) => new DeliveryWorker({ world, random: () => 0.5, perEndpoint: 10 }),
    )

    const { signal } = new AbortController()
    await Promise.all(workers.map((worker) => worker.deliverDue(signal)))
    await Promise.all(workers.map((worker) => worker.idle()))

    for (const path of ['/a', '/b', '/c']) {
      const ids = sentTo(path)
      expect([path, ids.length, new Set(ids).size]).toEqual([path, 31, 31])
    }
    const left = await one.db.selectFrom('webhookEvents').select('status').distinct().execute()
    expect(left).toEqual([{ status: 'success' }])
    expect(await one.count('webhookAttempts')).toBe(93)
  },
)
