import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { clerkStandIn } from '../support/clerk-stand-in.ts'
import { restWith, keyCaller } from '../support/key.ts'
import { onboarding, payment } from '../support/make.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'

type Ids = {
  transaction: string
  customer: string
  key: string
  integration: string
  event: string
}

/** How each route is called with ids of somebody else. A route that is missing here fails the test. */
const calls: Record<
  string,
  { path?: (ids: Ids) => string; body?: (ids: Ids) => object; closedToKeys?: true }
> = {
  'GET /api/analytics/payment-methods': {},
  'GET /api/analytics/revenue': {},
  'GET /api/analytics/success-rate': {},
  'GET /api/analytics/summary': {},
  'GET /api/analytics/transactions-volume': {},
  'GET /api/api-keys': { closedToKeys: true },
  'POST /api/api-keys': { body: () => ({ name: 'x' }), closedToKeys: true },
  'POST /api/api-keys/{id}/rotate': {
    path: ({ key }) => key,
    body: () => ({}),
    closedToKeys: true,
  },
  'DELETE /api/api-keys/{id}': { path: ({ key }) => key, closedToKeys: true },
  'GET /api/audit-log': { closedToKeys: true },
  'GET /api/clerk/migration-status': { closedToKeys: true },
  'GET /api/clerk/production-guide': { closedToKeys: true },
  'GET /api/customers': {},
  'POST /api/customers': { body: () => ({ name: 'x', email: 'new@example.com' }) },
  'GET /api/customers/{id}': { path: ({ customer }) => customer },
  'PUT /api/customers/{id}': { path: ({ customer }) => customer, body: () => ({ name: 'stolen' }) },
  'DELETE /api/customers/{id}': { path: ({ customer }) => customer },
  'GET /api/dashboard/stats': {},
  'GET /api/environment/config': { closedToKeys: true },
  'GET /api/environment/status': { closedToKeys: true },
  'GET /api/integrations': { closedToKeys: true },
  'PUT /api/integrations/{id}': {
    path: ({ integration }) => integration,
    body: () => ({ version: 'v2' }),
    closedToKeys: true,
  },
  'POST /api/integrations/{id}/test': {
    path: ({ integration }) => integration,
    body: () => ({}),
    closedToKeys: true,
  },
  'POST /api/integrations/{id}/rotate-secret': {
    path: ({ integration }) => integration,
    body: () => ({}),
    closedToKeys: true,
  },
  'GET /api/merchant/profile': {},
  'PATCH /api/merchant/profile': { body: () => ({ businessName: 'x' }) },
  'GET /api/merchants': {},
  'POST /api/merchant/onboarding': { body: () => onboarding(), closedToKeys: true },
  'GET /api/openai/environment-advice': { closedToKeys: true },
  'GET /api/openai/test': { closedToKeys: true },
  'POST /api/openai/analyze': { body: () => ({ prompt: 'Who paid most?' }) },
  'GET /api/request-log': {},
  'GET /api/webhook-events': {},
  'GET /api/webhook-events/{id}': { path: ({ event }) => event },
  'POST /api/webhook-events/{id}/replay': { path: ({ event }) => event, body: () => ({}) },
  'POST /api/webhook-events/replay': { body: () => ({ dryRun: false }) },
  'POST /api/webhook-events/test': { body: () => ({}) },
  'GET /api/transactions': {},
  'GET /api/transactions/{id}': { path: ({ transaction }) => transaction },
  'PUT /api/transactions/{id}': {
    path: ({ transaction }) => transaction,
    body: () => ({ status: 'failed' }),
  },
  'POST /api/transactions': { body: () => payment() },
  'POST /api/payments': { body: () => payment() },
}

const routes = readFileSync(new URL('./routes.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => String(line.split(' -> ')[0]))

test('every route stands in the matrix', () => {
  expect(Object.keys(calls).toSorted()).toEqual(routes.toSorted())
})

async function snapshotOf(person: Person): Promise<string> {
  const paths = [
    '/api/transactions',
    '/api/customers',
    '/api/api-keys',
    '/api/integrations',
    '/api/webhook-events',
    '/api/request-log',
    '/api/audit-log',
    '/api/dashboard/stats',
    '/api/merchants',
  ]
  const answers = await Promise.all(paths.map((path) => person.rest('GET', path)))
  return answers.map(({ body }) => body).join('\n')
}

test('with ids of another merchant every route answers as if they did not exist, for people and keys', async () => {
  await using app = await testApp()
  await assertSeparate(app)
})

test('so it is when Clerk signs people in', async () => {
  await using clerk = await clerkStandIn()
  await using app = await testApp({ clerk })
  await assertSeparate(app)
})

async function assertSeparate(app: TestApp): Promise<void> {
  const [alice, mallory] = [await app.person(), await app.person()]
  const [integration] = await alice.api.integrations.list.query()
  await alice.api.integrations.update.mutate({
    id: String(integration?.id),
    webhookUrl: 'http://127.0.0.1:49999/hook',
  })
  const theirs = await keyCaller(app, mallory)
  const { id: transaction, customerId } = await alice.api.transactions.create.mutate(
    payment({
      paymentMethod: 'bank',
      customerName: 'Zenobia Quirk',
      customerEmail: 'zenobia@example.com',
    }),
  )
  const key = await alice.api.apiKeys.create.mutate({ name: 'Hers' })
  const [event] = (await alice.api.webhooks.list.query()).data
  const ids = {
    transaction,
    customer: customerId,
    key: key.id,
    integration: String(integration?.id),
    event: String(event?.id),
  }
  const before = await snapshotOf(alice)

  for (const [route, { path, body, closedToKeys }] of Object.entries(calls)) {
    const [method = '', template = ''] = route.split(' ')
    const url = template.replace('{id}', path?.(ids) ?? '')
    const payload = body?.(ids)
    const asPerson = await mallory.rest(method as 'GET', url, payload)
    const asKey = await restWith(app, theirs.key.secret)(method as 'GET', url, payload)

    if (path) expect([route, asPerson.status]).toEqual([route, 404])
    if (closedToKeys) expect([route, asKey.status]).toEqual([route, 403])
    else if (path) expect([route, asKey.status]).toEqual([route, 404])
    for (const answer of [asPerson, asKey]) {
      expect([route, /zenobia|quirk/i.test(answer.body)]).toEqual([route, false])
      // A missing id of their own looks the same.
      expect(answer.status).not.toBe(500)
    }
  }
  expect(await snapshotOf(alice)).toBe(before)
}

test('filters by ids of another merchant find nothing', async () => {
  await using app = await testApp()
  const [alice, mallory] = [await app.person(), await app.person()]
  const hers = await alice.api.transactions.create.mutate(payment())

  for (const query of [
    `customerId=${hers.customerId}`,
    `search=${hers.id}`,
    `search=${hers.transactionId}`,
  ]) {
    const answer = await mallory.rest('GET', `/api/transactions?${query}`)
    expect([query, answer.body]).toEqual([query, '[]'])
  }
  const csv = await mallory.rest('GET', `/api/transactions/export?customerId=${hers.customerId}`)
  expect(csv.body).not.toContain(hers.id)
})
