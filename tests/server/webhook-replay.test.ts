import { expect, test } from 'vitest'
import { pruneWebhookEvents } from '#server/features/webhooks/prune-events.ts'
import { startReceiver } from '../support/receiver.ts'
import { testApp } from '../support/test-app.ts'
import {
  createTestEvent,
  deliverAll,
  eventOf,
  eventsOf,
  setWebhookUrl,
} from '../support/webhooks.ts'

const DAY_MS = 24 * 60 * 60_000
const path = '/api/webhook-events'

test('an event is sent again with its id and body, from the beginning of the schedule', async () => {
  await using app = await testApp()
  await using endpoint = await startReceiver()
  const alice = await app.person()
  await setWebhookUrl(alice, endpoint.url)
  const { id } = await createTestEvent(alice)
  await deliverAll(app)

  const replayed = await alice.rest('POST', `${path}/${id}/replay`, {})
  await deliverAll(app)

  expect(replayed.status).toBe(202)
  expect(replayed.json()).toMatchObject({ id, status: 'retry' })
  const [first, second] = endpoint.received
  expect(endpoint.received).toHaveLength(2)
  expect(second?.body).toBe(first?.body)
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  const event = await eventOf(alice, id)
  expect(event.status).toBe('success')
  expect(event.attempts).toHaveLength(2)
})

test('an event that is missing or another merchant’s cannot be sent again', async () => {
  await using app = await testApp()
  await using endpoint = await startReceiver()
  const [alice, bob] = [await app.person(), await app.person()]
  await setWebhookUrl(alice, endpoint.url)
  await setWebhookUrl(bob, endpoint.url)
  const { id } = await createTestEvent(alice)
  await deliverAll(app)

  expect((await bob.rest('POST', `${path}/${id}/replay`, {})).status).toBe(404)
  expect((await alice.rest('POST', `${path}/evt_none/replay`, {})).status).toBe(404)
  const many = await bob.rest('POST', `${path}/replay`, { dryRun: false, status: 'success' })
  expect(many.json()).toMatchObject({ count: 0, events: [] })

  await deliverAll(app)
  expect(endpoint.received).toHaveLength(1)
})

test('many failed events are listed first and then sent again, by type on request', async () => {
  await using app = await testApp()
  await using endpoint = await startReceiver((_request, response) => response.writeHead(500).end())
  const alice = await app.person()
  await setWebhookUrl(alice, endpoint.url)
  const types = ['payment.completed', 'payment.completed', 'customer.created']
  for (const type of types) await createTestEvent(alice, type)
  const ok = await createTestEvent(alice)
  const change = { status: 'failed', nextAttemptAt: null, attempts: 10 } as const
  await app.db.updateTable('webhookEvents').set(change).where('id', '!=', ok.id).execute()
  const replay = (body: object) => alice.rest('POST', `${path}/replay`, body)
  const statuses = async () => (await eventsOf(alice)).map(({ status }) => status).toSorted()

  const dry = (await replay({ dryRun: true })).json()
  expect(dry.count).toBe(3)
  expect(dry.events).toHaveLength(3)
  expect(await statuses()).toEqual(['failed', 'failed', 'failed', 'retry'])

  const replayResponse = await replay({ dryRun: false, eventType: 'payment.completed' })
  expect(replayResponse.status).toBe(202)
  expect(replayResponse.json()).toMatchObject({
    count: 2,
    events: [{ status: 'retry' }, { status: 'retry' }],
  })
  expect(await statuses()).toEqual(['failed', 'retry', 'retry', 'retry'])
  await deliverAll(app)
  expect(endpoint.received).toHaveLength(3)
  expect((await replay({ dryRun: false, status: 'lost' })).status).toBe(400)
  expect((await replay({})).status).toBe(400)
  await setWebhookUrl(alice, null)
  expect((await replay({ dryRun: false })).status).toBe(409)
})

test('events are kept for thirty days, with their attempts', async () => {
  await using app = await testApp()
  await using endpoint = await startReceiver()
  const alice = await app.person()
  await setWebhookUrl(alice, endpoint.url)
  const { id } = await createTestEvent(alice)
  await deliverAll(app)

  app.clock.advance(30 * DAY_MS)
  await pruneWebhookEvents(app.world)
  await alice.signIn()
  expect((await alice.rest('POST', `${path}/${id}/replay`, {})).status).toBe(202)
  await deliverAll(app)
  app.clock.advance(1)
  expect((await alice.rest('POST', `${path}/${id}/replay`, {})).status).toBe(404)
  const tooOld = await alice.rest('POST', `${path}/replay`, { dryRun: true, status: 'success' })
  expect(tooOld.json().count).toBe(0)
  await pruneWebhookEvents(app.world)

  expect(await app.count('webhookEvents')).toBe(0)
  expect(await app.count('webhookAttempts')).toBe(0)
  expect(endpoint.received).toHaveLength(2)
})
