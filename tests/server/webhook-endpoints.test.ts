import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { runLedgerCheck } from '#server/ops/check/ledger-check.ts'
import { eventTypes } from '#server/services/outbox/event-type.schema.ts'
import { createEndpoint, eventsAt } from '../support/endpoints.ts'
import { keyCaller, restWith } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { createTeamMember } from '../support/team.ts'
import { type Person, testApp } from '../support/test-app.ts'
import { integrationOf, setWebhookUrl } from '../support/webhooks.ts'

const URL_A = 'https://shop.example.com/hooks'
const URL_B = 'https://books.example.com/hooks'

const listOf = async (person: Person) =>
  (await person.api.webhookEndpoints.list.query()).data.map(({ id }) => id)

test('an endpoint is made, read, changed and deleted, and shows its secret once', async () => {
  await using app = await testApp()
  const alice = await app.person()

  const { secret, ...created } = await createEndpoint(alice, URL_A)
  const path = `/api/webhook-endpoints/${created.id}`
  const read = await alice.rest('GET', path)
  const changed = await alice.rest('PUT', path, {
    url: URL_B,
    events: ['payment.failed'],
    version: 'v2',
    status: 'disabled',
  })
  const enabled = await alice.rest('PUT', path, { status: 'enabled' })
  const deleted = await alice.rest('DELETE', path)

  expect(created).toEqual({
    id: expect.stringMatching(/^whe_/),
    url: URL_A,
    events: ['*'],
    version: 'v1',
    status: 'enabled',
    disabledReason: null,
    secretLast4: secret.slice(-4),
    createdAt: expect.any(String),
  })
  expect(secret).toMatch(/^whsec_/)
  expect(read.json()).toEqual(created)
  const after = {
    ...created,
    url: URL_B,
    events: ['payment.failed', 'integration.test'].toSorted(
      (a, b) => eventTypes.indexOf(a as never) - eventTypes.indexOf(b as never),
    ),
    version: 'v2',
  }
  expect(changed.json()).toEqual({ ...after, status: 'disabled', disabledReason: 'by_hand' })
  expect(enabled.json()).toEqual(after)
  expect(deleted.status).toBe(204)
  expect((await alice.rest('GET', path)).status).toBe(404)
  expect(await listOf(alice)).toEqual([])
  const actions = (await alice.rest('GET', '/api/audit-log')).json() as { action: string }[]
  expect(actions.map(({ action }) => action).filter((each) => each.startsWith('webhook_'))).toEqual(
    [
      'webhook_endpoint.deleted',
      'webhook_endpoint.updated',
      'webhook_endpoint.updated',
      'webhook_endpoint.created',
    ],
  )
})

test('no stored row contains a secret in plain text, and a repeated request shows it again', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { key } = await keyCaller(app, alice, { scopes: ['webhooks'] })
  const rest = restWith(app, key.secret)
  const headers = { 'idempotency-key': randomUUID() }

  const first = await rest('POST', '/api/webhook-endpoints', { url: URL_A }, headers)
  const second = await rest('POST', '/api/webhook-endpoints', { url: URL_A }, headers)

  expect(first.status).toBe(201)
  expect(second.headers['idempotent-replayed']).toBe('true')
  expect(second.body).toBe(first.body)
  expect(await listOf(alice)).toHaveLength(1)
  const { secret } = first.json()
  const rows = [
    await app.db.selectFrom('webhookEndpoints').selectAll().execute(),
    await app.db.selectFrom('idempotencyKeys').selectAll().execute(),
    await app.db.selectFrom('auditLog').selectAll().execute(),
  ]
  expect(JSON.stringify(rows)).not.toContain(secret.slice('whsec_'.length))
  expect((await runLedgerCheck(app.world)).findings).toEqual([])
})

test('the endpoint of the integration is the first, and is changed as the integration', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const before = await listOf(alice)
  await setWebhookUrl(alice, URL_A)
  const { id: integrationId } = await integrationOf(alice)

  const { id } = await createEndpoint(alice, URL_B)

  expect(before).toEqual([])
  expect(await listOf(alice)).toEqual([integrationId, id])
  const path = `/api/webhook-endpoints/${integrationId}`
  expect((await alice.rest('GET', path)).json()).toMatchObject({
    url: URL_A,
    events: eventTypes,
    status: 'enabled',
  })
  for (const refused of [
    await alice.rest('PUT', path, { url: URL_B }),
    await alice.rest('DELETE', path),
    await alice.rest('POST', `${path}/rotate-secret`, {}),
  ]) {
    expect([refused.status, refused.json().reason]).toEqual([409, 'endpoint_of_integration'])
  }
  expect(await integrationOf(alice)).toMatchObject({ webhookUrl: URL_A })
})

test('a key manages the endpoints that it made, also after its rotation, and no others', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await setWebhookUrl(alice, URL_A)
  const ofAlice = await createEndpoint(alice, URL_A)
  const shop = await keyCaller(app, alice, { scopes: ['webhooks'] })
  const till = await keyCaller(app, alice, { scopes: ['webhooks'] })

  const made = (await shop.rest('POST', '/api/webhook-endpoints', { url: URL_B })).json()
  const rotated = await alice.api.apiKeys.rotate.mutate({ id: shop.key.id, overlapDays: 1 })
  const successor = restWith(app, rotated.secret)

  for (const rest of [shop.rest, successor]) {
    const listed = await rest('GET', '/api/webhook-endpoints')
    expect(listed.json()).toEqual([expect.objectContaining({ id: made.id })])
  }
  const changed = await successor('PUT', `/api/webhook-endpoints/${made.id}`, { version: 'v2' })
  expect(changed.json()).toMatchObject({ version: 'v2' })
  expect((await till.rest('GET', '/api/webhook-endpoints')).json()).toEqual([])
  const { id: integrationId } = await integrationOf(alice)
  for (const id of [made.id, ofAlice.id, integrationId]) {
    const path = `/api/webhook-endpoints/${id}`
    expect((await till.rest('GET', path)).status).toBe(404)
    expect((await till.rest('PUT', path, { url: URL_A })).status).toBe(404)
    expect((await till.rest('DELETE', path)).status).toBe(404)
    expect((await till.rest('POST', `${path}/rotate-secret`, {})).status).toBe(404)
    expect((await till.rest('POST', `${path}/test`, {})).status).toBe(404)
  }
  expect(await listOf(alice)).toEqual([integrationId, ofAlice.id, made.id])
})

test('staff see endpoints and test them, and only owners change them', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const bob = await createTeamMember(app, alice)
  const { id } = await createEndpoint(alice, URL_A)
  const path = `/api/webhook-endpoints/${id}`

  const refusals = [
    await bob.rest('POST', '/api/webhook-endpoints', { url: URL_B }),
    await bob.rest('PUT', path, { status: 'disabled' }),
    await bob.rest('DELETE', path),
    await bob.rest('POST', `${path}/rotate-secret`, {}),
  ]
  const tested = await bob.rest('POST', `${path}/test`, { eventType: 'payment.failed' })

  expect(await listOf(bob)).toEqual([id])
  for (const refused of refusals) {
    expect([refused.status, refused.json().reason]).toEqual([403, 'owner_only'])
  }
  expect(tested.status).toBe(202)
  expect(await eventsAt(bob, id)).toEqual([
    expect.objectContaining({ eventType: 'payment.failed', test: true }),
  ])
})

test('sixteen endpoints are allowed, also to two requests at once', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await setWebhookUrl(alice, URL_A)
  for (let count = 1; count < 15; count++) await createEndpoint(alice, URL_B)

  const answers = await Promise.all(
    [1, 2].map(() => alice.rest('POST', '/api/webhook-endpoints', { url: URL_B })),
  )

  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.json().reason).toBe('too_many_endpoints')
  expect(await listOf(alice)).toHaveLength(16)
})

test('hostile URLs are refused, and change nothing', async () => {
  await using app = await testApp({ environment: { WEBHOOK_PRIVATE: 'none' } })
  const alice = await app.person()
  const { id } = await createEndpoint(alice, URL_A)
  const before = await app.db.selectFrom('webhookEndpoints').selectAll().execute()

  for (const url of [
    'http://shop.example.com/hooks',
    'https://127.0.0.1/hooks',
    'https://[::1]/hooks',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/hooks',
    'https://user:secret@shop.example.com/',
    'https://shop.example.com:25/',
    'https://shop.example.com/#a',
    'ftp://shop.example.com/',
    'nothing',
    '   ',
    'https://shop.example.com/4242424242424242',
  ]) {
    const made = await alice.rest('POST', '/api/webhook-endpoints', { url })
    const changed = await alice.rest('PUT', `/api/webhook-endpoints/${id}`, { url })
    expect([url, made.status, changed.status]).toEqual([url, 400, 400])
    expect(made.json().issues[0].path).toBe('url')
  }

  expect(await app.db.selectFrom('webhookEndpoints').selectAll().execute()).toEqual(before)
})

test('each endpoint receives its own types of events', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const all = await createEndpoint(alice, URL_A)
  const failures = await createEndpoint(alice, URL_B, { events: ['payment.failed'] })

  await alice.api.transactions.create.mutate(payment())
  await alice.api.transactions.create.mutate(payment({ amount: '10.01' }))

  const typesAt = async (id: string) =>
    (await eventsAt(alice, id)).map(({ eventType }) => eventType).toSorted()
  expect(await typesAt(all.id)).toEqual(['customer.created', 'payment.completed', 'payment.failed'])
  expect((await alice.api.webhooks.list.query()).data).toEqual([])
  const stored = await app.db.selectFrom('webhookEvents').selectAll().execute()
  const failed = stored.filter(({ eventType }) => eventType === 'payment.failed')
  expect(failed).toEqual([expect.objectContaining({ endpointId: all.id, copiesFor: failures.id })])
})
