import { expect, test } from 'vitest'
import { emitEvent } from '#server/services/outbox/emit-event.ts'
import { listWebhookAttempts } from '#server/services/outbox/events.queries.ts'
import { createWebhookSender } from '#server/services/outbox/sender.ts'
import {
  badNames,
  deliveringReceivers,
  type ExpectedAttempt,
  failingReceivers,
} from '../support/bad-receivers.ts'
import { startReceiver } from '../support/receiver.ts'
import { ResourceStack } from '../support/resource-stack.ts'
import { isQuick } from '../support/runs.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'
import {
  createTestEvent,
  deliverAll,
  eventOf,
  integrationOf,
  setWebhookUrl,
  workerOf,
} from '../support/webhooks.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const delays = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]

const impatient = () =>
  createWebhookSender({ privateAddresses: 'loopback', timeoutMs: 3000, resolve: badNames })

/** Returns the times of the ten attempts, in milliseconds from the first. */
const scheduleOf = ({ retryAfterMs = 0 }: ExpectedAttempt) =>
  delays.reduce<number[]>(
    (at, delay) => [...at, (at.at(-1) ?? 0) + Math.max(delay, retryAfterMs)],
    [0],
  )

async function nextMoment(app: TestApp): Promise<string | undefined> {
  const { at } = await app.db
    .selectFrom('webhookEvents')
    .select((eb) => eb.fn.min('nextAttemptAt').as('at'))
    .executeTakeFirstOrThrow()
  return at ?? undefined
}

/** Stores an event for the merchant's endpoint, as a change does. */
const emitTo = (app: TestApp, { merchant }: Person) =>
  emitEvent(app.world, { merchantId: merchant.id, type: 'integration.test', data: {} })

test.skipIf(isQuick)(
  'every kind of bad receiver gets ten attempts in 75 hours, while a good one receives its events',
  async () => {
    await using app = await testApp({ deps: { webhookSender: impatient() } })
    await using stack = new ResourceStack()
    const goodReceiver = stack.use(await startReceiver())
    const healthyPerson = await app.person()
    await setWebhookUrl(healthyPerson, goodReceiver.url)
    const beginMs = app.clock.now()
    const badReceivers: {
      name: string
      expected: ExpectedAttempt
      merchantId: string
      id: string
    }[] = []
    for (const [name, { start, expected }] of Object.entries(failingReceivers)) {
      const person = await app.person()
      await setWebhookUrl(person, stack.use(await start(beginMs)).url)
      const { id } = await createTestEvent(person)
      badReceivers.push({ name, expected, merchantId: person.merchant.id, id })
    }
    const worker = workerOf(app)

    let rounds = 0
    for (let next = await nextMoment(app); next !== undefined; next = await nextMoment(app)) {
      if (rounds++ > 0) app.clock.set(next)
      await emitTo(app, healthyPerson)
      await worker.takeDue()
      // The good receiver gets its event while the other receivers still hang.
      await expect.poll(() => goodReceiver.received.length, { interval: 5 }).toBe(rounds)
      await worker.idle()
    }

    for (const { name, expected, merchantId, id } of badReceivers) {
      const attempts = await listWebhookAttempts(app.db, { merchantId, id })
      const { retryAfterMs: _, ...outcome } = expected
      const moments = attempts.map(({ at }) => Date.parse(at) - beginMs)
      expect(moments, name).toEqual(scheduleOf(expected))
      for (const attempt of attempts) {
        expect(attempt, name).toMatchObject(outcome)
        expect(Buffer.byteLength(attempt.response ?? ''), name).toBeLessThanOrEqual(16_384)
      }
    }
    const failedEvents = await app.db
      .selectFrom('webhookEvents')
      .select(['status', 'nextAttemptAt', 'attempts'])
      .where('merchantId', '!=', healthyPerson.merchant.id)
      .execute()
    expect(badReceivers.length).toBeGreaterThanOrEqual(24)
    expect(failedEvents).toEqual(
      badReceivers.map(() => ({ status: 'failed', nextAttemptAt: null, attempts: 10 })),
    )
  },
)

test('a 2xx status counts as delivered, however the response continues', async () => {
  await using app = await testApp({ deps: { webhookSender: impatient() } })
  await using stack = new ResourceStack()
  const sent: [string, Person, string][] = []
  for (const [name, start] of Object.entries(deliveringReceivers)) {
    const person = await app.person()
    await setWebhookUrl(person, stack.use(await start()).url)
    sent.push([name, person, (await createTestEvent(person)).id])
  }

  await deliverAll(app)

  for (const [name, person, id] of sent) {
    const { status, attempts } = await eventOf(person, id)
    expect(status, name).toBe('success')
    expect(attempts, name).toHaveLength(1)
    expect(Buffer.byteLength(attempts[0]?.response ?? ''), name).toBeLessThanOrEqual(16_384)
  }
})

test('a 410 disables the endpoint and fails waiting events, and saving the URL enables it again', async () => {
  await using app = await testApp()
  await using endpoint = await startReceiver((_request, response) => response.writeHead(410).end())
  const alice = await app.person()
  await setWebhookUrl(alice, endpoint.url)
  const [first, second] = [await createTestEvent(alice), await createTestEvent(alice)]
  await app.db
    .updateTable('webhookEvents')
    .set({ nextAttemptAt: '2026-03-10T13:00:00.000Z' })
    .where('id', '=', second.id)
    .execute()

  await deliverAll(app)

  expect(await eventOf(alice, first.id)).toMatchObject({ status: 'failed', nextAttemptAt: null })
  expect(await eventOf(alice, second.id)).toMatchObject({ status: 'failed', attempts: [] })
  expect((await integrationOf(alice)).disabledAt).toBe('2026-03-10T12:00:00.000Z')
  expect((await alice.rest('POST', '/api/webhook-events/test', {})).status).toBe(409)
  expect((await alice.rest('POST', `/api/webhook-events/${first.id}/replay`, {})).status).toBe(409)
  await setWebhookUrl(alice, endpoint.url)
  expect((await integrationOf(alice)).disabledAt).toBeNull()
  endpoint.answer((_request, response) => response.end())
  const third = await createTestEvent(alice)
  await deliverAll(app)
  expect((await eventOf(alice, third.id)).status).toBe('success')
})

test('five days of nothing but failures disable an endpoint, and one success restarts the count', async () => {
  await using app = await testApp()
  let status = 500
  await using endpoint = await startReceiver((_request, response) =>
    response.writeHead(status).end(),
  )
  const alice = await app.person()
  await setWebhookUrl(alice, endpoint.url)
  const failAt = async (iso: string) => {
    app.clock.set(iso)
    await emitTo(app, alice)
    await deliverAll(app)
    const row = await app.db
      .selectFrom('integrations')
      .select(['disabledAt', 'failingSince'])
      .where('merchantId', '=', alice.merchant.id)
      .executeTakeFirstOrThrow()
    return row
  }

  expect(await failAt('2026-03-10T12:00:00.000Z')).toEqual({
    disabledAt: null,
    failingSince: '2026-03-10T12:00:00.000Z',
  })
  status = 200
  expect(await failAt('2026-03-12T12:00:00.000Z')).toEqual({ disabledAt: null, failingSince: null })
  status = 500
  await failAt('2026-03-13T00:00:00.000Z')
  expect((await failAt('2026-03-17T23:59:59.000Z')).disabledAt).toBeNull()
  expect(await failAt('2026-03-18T00:00:00.000Z')).toEqual({
    disabledAt: '2026-03-18T00:00:00.000Z',
    failingSince: null,
  })
  const before = endpoint.received.length
  expect(await emitTo(app, alice)).toBeUndefined()
  app.clock.advance(200 * HOUR)
  await deliverAll(app)
  expect(endpoint.received).toHaveLength(before)
  const open = await app.db
    .selectFrom('webhookEvents')
    .select('id')
    .where('status', '=', 'retry')
    .execute()
  expect(open).toEqual([])
})

test('a delivery waits for a date in Retry-After', async () => {
  await using app = await testApp()
  await using endpoint = await startReceiver((_request, response) =>
    response.writeHead(503, { 'retry-after': 'Tue, 10 Mar 2026 15:30:00 GMT' }).end(),
  )
  const alice = await app.person()
  await setWebhookUrl(alice, endpoint.url)
  const { id } = await createTestEvent(alice)

  await deliverAll(app)

  expect(await eventOf(alice, id)).toMatchObject({
    status: 'retry',
    nextAttemptAt: '2026-03-10T15:30:00.000Z',
  })
})
