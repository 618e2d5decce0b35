import { expect, test } from 'vitest'
import { eventTypes, firstEventTypes } from '#server/services/outbox/event-type.schema.ts'
import { dialect } from '../support/database.ts'
import { keyCaller } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { createTeamMember } from '../support/team.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'
import { createTestEvent, eventsOf, integrationOf, setWebhookUrl } from '../support/webhooks.ts'

const ENDPOINT = 'https://shop.example.com/hooks'
const DECLINED = { amount: '10.01' }

const update = async (person: Person, change: object) =>
  person.rest('PUT', `/api/integrations/${(await integrationOf(person)).id}`, change)

const chosenEvents = async (person: Person) => (await person.api.integrations.events.query()).events

const storedIn = async ({ db }: TestApp) =>
  (await db.selectFrom('integrations').select('events').orderBy('id').execute()).map(
    ({ events }) => events,
  )

/** Makes endpoints as they were saved before event types could be chosen. */
const resetEvents = ({ db }: TestApp) =>
  db.updateTable('integrations').set({ events: null }).execute()

const sentTypes = async (person: Person) =>
  new Set((await eventsOf(person)).map(({ eventType }) => eventType))

test('a newly saved endpoint gets all current event types, and keeps that list', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const before = { stored: await storedIn(app), shown: await chosenEvents(alice) }

  await setWebhookUrl(alice, ENDPOINT)

  expect(before).toEqual({ stored: [null], shown: eventTypes })
  expect(await storedIn(app)).toEqual([eventTypes.join()])
  expect(await chosenEvents(alice)).toEqual(eventTypes)
})

test('an older endpoint keeps its five original types, also when its URL changes', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await setWebhookUrl(alice, ENDPOINT)
  await resetEvents(app)

  await setWebhookUrl(alice, 'https://shop.example.com/other')
  await setWebhookUrl(alice, null)
  await setWebhookUrl(alice, ENDPOINT)
  await alice.api.transactions.create.mutate(payment())

  expect(await storedIn(app)).toEqual([null])
  expect(await chosenEvents(alice)).toEqual(firstEventTypes)
  expect(firstEventTypes).toHaveLength(5)
  expect(await sentTypes(alice)).toEqual(new Set(['payment.completed', 'customer.created']))
})

test('no event of an unselected type is written, from any source', async () => {
  await using app = await testApp()
  const [alice, bob] = [await app.person(), await app.person()]
  await setWebhookUrl(alice, ENDPOINT)
  await setWebhookUrl(bob, ENDPOINT)
  const shop = await keyCaller(app, alice)
  const response = await update(alice, { events: ['payment.failed'] })

  await shop.rest('POST', '/api/payments', payment())
  await alice.rest('POST', '/api/payments', payment({ paymentMethod: 'bank' }))
  await app.settle()
  await alice.rest('POST', '/api/customers', { name: 'Ada', email: 'ada@example.com' })
  await bob.api.transactions.create.mutate(payment())
  const noEvents = await eventsOf(alice)
  await alice.rest('POST', '/api/payments', payment(DECLINED))

  expect(response.status, response.body).toBe(200)
  expect(noEvents).toEqual([])
  expect(await sentTypes(alice)).toEqual(new Set(['payment.failed']))
  expect(await sentTypes(bob)).toEqual(new Set(['payment.completed', 'customer.created']))
})

test('a test event or a sample event is sent with any selection of types', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await setWebhookUrl(alice, ENDPOINT)

  await update(alice, { events: [] })
  await createTestEvent(alice)
  await createTestEvent(alice, 'payment.completed')

  expect(await storedIn(app)).toEqual(['integration.test'])
  expect(await chosenEvents(alice)).toEqual(['integration.test'])
  expect(await eventsOf(alice)).toHaveLength(2)
})

test('a selection is stored without duplicates in the order of the types, and in the audit log', async () => {
  await using app = await testApp()
  const alice = await app.person()

  await setWebhookUrl(alice, ENDPOINT)
  await update(alice, { events: ['customer.created', 'payment.failed', 'customer.created'] })
  const otherIntegration = await setWebhookUrl(alice, 'https://shop.example.com/other')

  expect(await storedIn(app)).toEqual(['payment.failed,customer.created,integration.test'])
  const entries = await app.db
    .selectFrom('auditLog')
    .select(['before', 'after'])
    .where('action', '=', 'integration.updated')
    .orderBy('id')
    .execute()
  expect(JSON.parse(entries[1]?.after ?? '')).toEqual({
    events: 'payment.failed,customer.created,integration.test',
  })
  // Responses of version 1 keep their keys.
  const integrationFields = Object.keys(await integrationOf(alice))
  expect(integrationFields).not.toContain('events')
  expect(Object.keys(otherIntegration)).not.toContain('events')
})

test('an unknown type, a stranger and a member of staff change nothing', async () => {
  await using app = await testApp()
  const [alice, bob] = [await app.person(), await app.person()]
  const staff = await createTeamMember(app, alice)
  const { id } = await setWebhookUrl(alice, ENDPOINT)
  const before = await storedIn(app)
  const events = ['payment.failed']
  const put = (person: Person, change: object) =>
    person.rest('PUT', `/api/integrations/${id}`, change).then(({ status }) => status)

  const statuses = [
    await put(alice, { events: ['payment.imagined'] }),
    await put(alice, { events: 'payment.failed' }),
    await put(alice, { events: null }),
    await put(alice, { events, webhookUrl: 'ftp://shop.example.com' }),
    await put(bob, { events }),
    await put(staff, { events }),
  ]

  expect(statuses).toEqual([400, 400, 400, 400, 404, 403])
  expect(await storedIn(app)).toEqual(before)
  expect(await chosenEvents(staff)).toEqual(eventTypes)
})

test.runIf(dialect === 'sqlite')('the filter adds no statement to a payment', async () => {
  const statements: string[] = []
  await using app = await testApp({ onWriterStatement: (text) => void statements.push(text) })
  const alice = await app.person()
  await setWebhookUrl(alice, ENDPOINT)
  const statementsOfPayment = async () => {
    statements.length = 0
    await alice.rest('POST', '/api/payments', payment(DECLINED))
    return statements.map((text) => text.replaceAll(/'[^']*'/g, '?')).toSorted()
  }
  await resetEvents(app)
  await statementsOfPayment()
  const withoutFilter = await statementsOfPayment()

  await update(alice, { events: ['payment.failed'] })

  expect(await statementsOfPayment()).toEqual(withoutFilter)
  expect(withoutFilter.filter((text) => text.includes('from integrations'))).toHaveLength(1)
})
