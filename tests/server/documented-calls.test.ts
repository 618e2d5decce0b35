import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { onboarding, payment } from '../support/make.ts'
import { testApp } from '../support/test-app.ts'

/** The calls that the dashboard's own description lists, each with its body and its expected status. */
const documented: [call: string, status: number, body?: object][] = [
  ['GET /api/merchants', 200],
  ['GET /api/dashboard/stats', 200],
  ['GET /api/transactions', 200],
  ['POST /api/transactions', 201, payment()],
  ['GET /api/analytics/transactions-volume', 200],
  ['GET /api/analytics/payment-methods', 200],
  ['GET /api/analytics/revenue', 200],
  ['GET /api/analytics/success-rate', 200],
  ['GET /api/customers', 200],
  ['POST /api/customers', 201, { name: 'Alan', email: 'alan@example.com', status: 'active' }],
  ['GET /api/integrations', 200],
  ['GET /api/webhook-events', 200],
  ['POST /api/integrations/{id}/test', 200, {}],
  ['PUT /api/integrations/{id}', 200, { webhookUrl: '', version: 'v1' }],
  // The caller already has a merchant.
  ['POST /api/merchant/onboarding', 409, onboarding()],
  ['GET /api/openai/test', 503],
  ['POST /api/openai/analyze', 200, { prompt: 'How do payments develop?' }],
  ['GET /api/openai/environment-advice', 200],
  ['GET /api/environment/status', 200],
  ['GET /api/environment/config', 200],
  ['GET /api/clerk/production-guide', 200],
  ['GET /api/clerk/migration-status', 200],
]

test('all twenty-two documented calls are in the list of routes', () => {
  const routes = readFileSync(new URL('./routes.txt', import.meta.url), 'utf8')
  const listed = routes.split('\n').map((line) => line.split(' -> ')[0])
  expect(documented).toHaveLength(22)
  for (const [call] of documented) expect(listed).toContain(call)
})

test('each documented call responds to a signed-in merchant', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const [integration] = await alice.api.integrations.list.query()
  for (const [call, status, body] of documented) {
    const [method = '', template = ''] = call.split(' ')
    const path = template.replace('{id}', String(integration?.id))
    const response = await alice.rest(method as 'GET', path, body)
    expect([call, response.status]).toEqual([call, status])
  }
})
