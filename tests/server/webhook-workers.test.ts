import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Delivery, DeliveryResult, Sender } from '#server/core/ports/sender.ts'
import { DeliveryLoad } from '#server/features/webhooks/delivery-load.ts'
import { DeliveryWorker } from '#server/features/webhooks/delivery-worker.ts'
import { emitEvent } from '#server/services/outbox/emit-event.ts'
import { dialect, freshDatabase } from '../support/database.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'
import {
  createTestEvent,
  deliverAll,
  eventOf,
  setWebhookUrl,
  workerOf,
} from '../support/webhooks.ts'

const resultWith = (statusCode: number | null): DeliveryResult => ({
  statusCode,
  retryAfter: undefined,
  date: undefined,
  response: null,
  error: null,
  durationMs: 1,
})

/** Returns a sender that records deliveries and holds each response until `letGo` is called. */
function createHeldSender() {
  const sent: Delivery[] = []
  const waiting: (() => void)[] = []
  const sender: Sender = {
    send: (delivery) =>
      new Promise((resolve) => {
        sent.push(delivery)
        waiting.push(() => resolve(resultWith(200)))
      }),
    close: () => undefined,
  }
  const releaseAll = () => {
    for (const go of waiting.splice(0)) go()
  }
  /** Waits for deliveries, because attempts begin some moments after their lease. */
  const untilSent = async (count: number) => {
    await expect.poll(() => sent.length).toBe(count)
  }
  return { sender, sent, letGo: releaseAll, untilSent }
}

const idsOf = (sent: Delivery[]) => sent.map(({ headers }) => headers['webhook-id'])

const emit = (app: TestApp, { merchant }: Person, count: number) =>
  Promise.all(
    Array.from({ length: count }, () =>
      emitEvent(app.world, { merchantId: merchant.id, type: 'integration.test', data: {} }),
    ),
  )

test.runIf(dialect === 'postgres')(
  'workers of two processes on one database never take the same event at once',
  async () => {
    const fresh = await freshDatabase()
    await using _removed = { [Symbol.asyncDispose]: fresh.remove }
    const { sender, sent, letGo: releaseAll, untilSent } = createHeldSender()
    await using one = await testApp({ fresh, deps: { webhookSender: sender } })
    await using two = await testApp({ fresh, deps: { webhookSender: sender } })
    const people = [await one.person(), await one.person(), await one.person()]
    for (const person of people) {
      await setWebhookUrl(person, 'http://127.0.0.1:49999/hook')
      await emit(one, person, 30)
    }
    const workers = [one, two, one, two].map(
      ({ world }) => new DeliveryWorker({ world, random: () => 0.5, perEndpoint: 10 }),
    )

    let total = 0
    for (let round = 0; round < 10; round++) {
      for (const rowCount of await Promise.all(workers.map((worker) => worker.takeDue()))) {
        total += rowCount
      }
      await untilSent(total)
      expect(new Set(idsOf(sent)).size).toBe(sent.length)
      releaseAll()
      await Promise.all(workers.map((worker) => worker.idle()))
    }

    expect(sent).toHaveLength(90)
    const statuses = await one.db.selectFrom('webhookEvents').select('status').distinct().execute()
    expect(statuses).toEqual([{ status: 'success' }])
    expect(await one.count('webhookAttempts')).toBe(90)
  },
)

test('endpoints alternate where there is no capacity for all of them', async () => {
  const { sender, sent, letGo: releaseAll, untilSent } = createHeldSender()
  await using app = await testApp({ deps: { webhookSender: sender } })
  for (const path of ['a', 'b', 'c']) {
    const person = await app.person()
    await setWebhookUrl(person, `http://127.0.0.1:49999/${path}`)
    await emit(app, person, 9)
  }
  const worker = new DeliveryWorker({ world: app.world, random: () => 0.5, inFlight: 4 })

  for (const round of [1, 2, 3, 4, 5, 6]) {
    expect(await worker.takeDue()).toBe(4)
    await untilSent(4 * round)
    releaseAll()
    await worker.idle()
  }

  const endpoints = sent.map(({ url }) => url.at(-1))
  expect(new Set(endpoints.slice(0, 12)).size).toBe(3)
  expect(endpoints.slice(12)).toEqual(endpoints.slice(0, 12))
})

test.runIf(dialect === 'postgres')(
  'a worker locks no more waiting events than it takes',
  async () => {
    const { sender, letGo: releaseAll, untilSent } = createHeldSender()
    await using app = await testApp({ deps: { webhookSender: sender } })
    const alice = await app.person()
    await setWebhookUrl(alice, 'http://127.0.0.1:49999/hook')
    await emit(app, alice, 50)
    const worker = workerOf(app)

    expect(await worker.takeDue()).toBe(4)

    // Each row stores the id of the transaction that last locked it.
    const { rows } = await sql<{ locked: number }>`
      select count(*)::int as locked from webhook_events where xmax::text <> '0'
    `.execute(app.db)
    expect(rows).toEqual([{ locked: 4 }])
    await untilSent(4)
    releaseAll()
    await worker.idle()
  },
)

test('a dead worker’s events are taken over after their lease has expired', async () => {
  const deadProcess = createHeldSender()
  await using app = await testApp({ deps: { webhookSender: deadProcess.sender } })
  const alice = await app.person()
  await setWebhookUrl(alice, 'http://127.0.0.1:49999/hook')
  const { id } = await createTestEvent(alice)
  const [first, second] = [workerOf(app), workerOf(app)]

  expect(await first.takeDue()).toBe(1)
  expect(await second.takeDue()).toBe(0)
  app.clock.advance(19_999)
  expect(await second.takeDue()).toBe(0)
  app.clock.advance(1)
  expect(await second.takeDue()).toBe(1)

  await deadProcess.untilSent(2)
  expect(idsOf(deadProcess.sent)).toEqual([id, id])
  deadProcess.letGo()
  await Promise.all([first.idle(), second.idle()])
  const event = await eventOf(alice, id)
  expect(event).toMatchObject({ status: 'success', nextAttemptAt: null })
  expect(event.attempts).toHaveLength(2)
})

test('a late failure does not undo a delivery by another worker', async () => {
  let fail = (): void => undefined
  const sendResults: Sender['send'][] = [
    () =>
      new Promise((resolve) => {
        fail = () => resolve(resultWith(500))
      }),
    async () => resultWith(200),
  ]
  const sender: Sender = {
    send: (delivery) => (sendResults.shift() as Sender['send'])(delivery),
    close: () => undefined,
  }
  await using app = await testApp({ deps: { webhookSender: sender } })
  const alice = await app.person()
  await setWebhookUrl(alice, 'http://127.0.0.1:49999/hook')
  const { id } = await createTestEvent(alice)
  const lateWorker = workerOf(app)

  await lateWorker.takeDue()
  app.clock.advance(20_000)
  await deliverAll(app)
  fail()
  await lateWorker.idle()

  const event = await eventOf(alice, id)
  expect(event).toMatchObject({ status: 'success', nextAttemptAt: null })
  expect(event.attempts.map(({ statusCode }) => statusCode)).toEqual([200, 500])
})

test('a restarted worker on SQLite releases at once what it had leased before', async () => {
  const { sender, letGo: releaseAll, untilSent } = createHeldSender()
  await using app = await testApp({ deps: { webhookSender: sender } })
  const alice = await app.person()
  await setWebhookUrl(alice, 'http://127.0.0.1:49999/hook')
  await createTestEvent(alice)
  const [deadWorker, next] = [workerOf(app), workerOf(app)]
  await deadWorker.takeDue()

  await next.recover()

  // On PostgreSQL the lease may belong to another process that still runs.
  expect(await next.takeDue()).toBe(dialect === 'sqlite' ? 1 : 0)
  await untilSent(dialect === 'sqlite' ? 2 : 1)
  releaseAll()
  await Promise.all([deadWorker.idle(), next.idle()])
})

test('an endpoint gets four deliveries at once, a failing one gets one, and others continue', async () => {
  const { sender, sent, letGo: releaseAll, untilSent } = createHeldSender()
  await using app = await testApp({ deps: { webhookSender: sender } })
  const [slow, failing, healthyPerson] = [
    await app.person(),
    await app.person(),
    await app.person(),
  ]
  for (const [person, path] of [
    [slow, 'slow'],
    [failing, 'failing'],
    [healthyPerson, 'well'],
  ] as const) {
    await setWebhookUrl(person, `http://127.0.0.1:49999/${path}`)
  }
  await app.db
    .updateTable('integrations')
    .set({ failingSince: '2026-03-10T11:00:00.000Z' })
    .where('merchantId', '=', failing.merchant.id)
    .execute()
  await emit(app, slow, 300)
  await emit(app, failing, 300)
  await emit(app, healthyPerson, 3)
  const worker = workerOf(app)
  const countsOf = () => {
    const at = (path: string) => sent.filter(({ url }) => url.endsWith(path)).length
    return { slow: at('slow'), failing: at('failing'), well: at('well') }
  }

  expect(await worker.takeDue()).toBe(8)
  expect(await worker.takeDue()).toBe(0)

  await untilSent(8)
  expect(countsOf()).toEqual({ slow: 4, failing: 1, well: 3 })
  releaseAll()
  await worker.idle()
  expect(await worker.takeDue()).toBe(8)
  await untilSent(16)
  // It answered, so it is healthy again.
  expect(countsOf()).toEqual({ slow: 8, failing: 5, well: 3 })
  releaseAll()
  await worker.idle()
})

test('an endpoint gets the next event after its response to one, and others need not wait for it', async () => {
  const { sender, sent, letGo: releaseAll, untilSent } = createHeldSender()
  await using app = await testApp({ deps: { webhookSender: sender } })
  const [busy, other] = [await app.person(), await app.person()]
  await setWebhookUrl(busy, 'http://127.0.0.1:49999/busy')
  await setWebhookUrl(other, 'http://127.0.0.1:49999/other')
  await emit(app, busy, 9)
  const worker = workerOf(app)

  const delivering = worker.deliverDue(new AbortController().signal)

  await untilSent(4)
  await emit(app, other, 1)
  await untilSent(5)
  expect(sent[4]?.url).toContain('/other')
  for (const count of [9, 10]) {
    releaseAll()
    await untilSent(count)
  }
  await delivering
  releaseAll()
  await worker.idle()
})

test('the delivery job ends when it is stopped, with events still due', async () => {
  const { sender, letGo: releaseAll, untilSent } = createHeldSender()
  await using app = await testApp({ deps: { webhookSender: sender } })
  const alice = await app.person()
  await setWebhookUrl(alice, 'http://127.0.0.1:49999/hook')
  await emit(app, alice, 9)
  const worker = workerOf(app)
  const stopping = new AbortController()

  const delivering = worker.deliverDue(stopping.signal)
  await untilSent(4)
  stopping.abort()

  await delivering
  releaseAll()
  await worker.idle()
  expect(await worker.takeDue()).toBe(4)
  await untilSent(8)
  releaseAll()
  await worker.idle()
})

test('slow endpoints take no capacity from the others', () => {
  let nowMs = 0
  const load = new DeliveryLoad({ perEndpoint: 4, inFlight: 3, monotonicMs: () => nowMs })

  const endCalls = ['a', 'b', 'c'].map((merchantId) => load.begin(merchantId))
  expect(load.freeSlots()).toBe(0)
  nowMs = 1000
  expect(load.freeSlots()).toBe(3)
  load.begin('d')
  expect(load.freeSlots()).toBe(2)
  for (const endCall of endCalls) endCall()
  expect(load.freeSlots()).toBe(2)
  for (let index = 0; index < 1999; index++) load.begin(`slow${index}`)
  nowMs = 5000
  expect(load.freeSlots()).toBe(0)
})
