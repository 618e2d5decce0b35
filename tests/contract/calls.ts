import { randomUUID } from 'node:crypto'
import type { Send } from '../support/built-server.ts'
import { payment } from '../support/make.ts'

/** What a merchant of the contract tests has, for calls that need an id. */
export type Belongings = {
  transaction: string
  customer: string
  key: string
  integration: string
  event: string
}

/** An address that nobody but the first merchant's customer has. */
export const onlyHers = 'zenobia@example.com'

export async function makeBelongings(owner: Send): Promise<Belongings> {
  const [integration] = (await owner('GET', '/api/integrations')).json()
  // Nobody listens there: what is told stays to be tried again.
  await owner('PUT', `/api/integrations/${integration.id}`, {
    webhookUrl: 'http://127.0.0.1:49999/hook',
  })
  const paid = await owner(
    'POST',
    '/api/payments',
    payment({ paymentMethod: 'bank', customerEmail: onlyHers }),
  )
  const key = await owner('POST', '/api/api-keys', { name: 'Shop' })
  const [event] = (await owner('GET', '/api/webhook-events')).json()
  return {
    transaction: paid.json().id,
    customer: paid.json().customerId,
    key: key.json().id,
    integration: integration.id,
    event: event.id,
  }
}

type Contract = {
  id?: (belongings: Belongings) => string
  body?: () => object
  success: number
  /** A body or query that is refused with 400. */
  bad?: { body?: unknown; query?: string }
  /** Another way to be refused: the status and how to get there after the call has succeeded once. */
  again?: number
  isClosedToKeys?: true
  /** A person who has not onboarded is told 404 instead of 403, or succeeds. */
  beforeOnboarding?: number
}

const unknownQuery = { query: 'colour=red' }
const newEmail = () => `${randomUUID()}@example.com`

/** Every route with how it succeeds and how it refuses. A route that is missing fails the tests. */
export const contracts: Record<string, Contract> = {
  'GET /api/analytics/payment-methods': { success: 200, bad: unknownQuery },
  'GET /api/analytics/revenue': { success: 200, bad: { query: 'range=1y' } },
  'GET /api/analytics/success-rate': { success: 200, bad: { query: 'compare=2' } },
  'GET /api/analytics/summary': { success: 200, bad: { query: 'currency=ITL' } },
  'GET /api/analytics/transactions-volume': { success: 200, bad: { query: 'range=1' } },
  'GET /api/api-keys': { success: 200, bad: unknownQuery, isClosedToKeys: true },
  'POST /api/api-keys': {
    body: () => ({ name: 'Shop' }),
    success: 201,
    bad: { body: { name: '' } },
    isClosedToKeys: true,
  },
  'POST /api/api-keys/{id}/rotate': {
    id: ({ key }) => key,
    body: () => ({ overlapDays: 0 }),
    success: 201,
    bad: { body: { overlapDays: 8 } },
    again: 404,
    isClosedToKeys: true,
  },
  'DELETE /api/api-keys/{id}': {
    id: ({ key }) => key,
    success: 204,
    bad: unknownQuery,
    again: 404,
    isClosedToKeys: true,
  },
  'GET /api/audit-log': { success: 200, bad: { query: 'limit=0' }, isClosedToKeys: true },
  'GET /api/clerk/migration-status': {
    success: 200,
    bad: unknownQuery,
    isClosedToKeys: true,
    beforeOnboarding: 200,
  },
  'GET /api/clerk/production-guide': {
    success: 200,
    bad: unknownQuery,
    isClosedToKeys: true,
    beforeOnboarding: 200,
  },
  'GET /api/customers': { success: 200, bad: { query: 'sort=colour' } },
  'POST /api/customers': {
    body: () => ({ name: 'Ada', email: newEmail() }),
    success: 201,
    bad: { body: { name: 'Ada' } },
  },
  'GET /api/customers/{id}': { id: ({ customer }) => customer, success: 200, bad: unknownQuery },
  'PUT /api/customers/{id}': {
    id: ({ customer }) => customer,
    body: () => ({ name: 'Ada' }),
    success: 200,
    bad: { body: { status: 'vip' } },
  },
  'DELETE /api/customers/{id}': { id: ({ customer }) => customer, success: 204, bad: unknownQuery },
  'GET /api/dashboard/stats': { success: 200, bad: unknownQuery },
  'GET /api/environment/config': {
    success: 200,
    bad: unknownQuery,
    isClosedToKeys: true,
    beforeOnboarding: 200,
  },
  'GET /api/environment/status': {
    success: 200,
    bad: unknownQuery,
    isClosedToKeys: true,
    beforeOnboarding: 200,
  },
  'GET /api/integrations': { success: 200, bad: unknownQuery, isClosedToKeys: true },
  'PUT /api/integrations/{id}': {
    id: ({ integration }) => integration,
    body: () => ({ version: 'v1' }),
    success: 200,
    bad: { body: { version: 'v9' } },
    isClosedToKeys: true,
  },
  'POST /api/integrations/{id}/test': {
    id: ({ integration }) => integration,
    body: () => ({}),
    success: 200,
    bad: { body: { url: 'x' } },
    isClosedToKeys: true,
  },
  'POST /api/integrations/{id}/rotate-secret': {
    id: ({ integration }) => integration,
    body: () => ({}),
    success: 200,
    bad: { body: { secret: 'x' } },
    isClosedToKeys: true,
  },
  'GET /api/openai/environment-advice': {
    success: 200,
    bad: unknownQuery,
    isClosedToKeys: true,
    beforeOnboarding: 200,
  },
  // Without a key there is no model that could answer.
  'GET /api/openai/test': {
    success: 503,
    bad: unknownQuery,
    isClosedToKeys: true,
    beforeOnboarding: 503,
  },
  'POST /api/openai/analyze': {
    body: () => ({ prompt: 'How did it go?' }),
    success: 200,
    bad: { body: { prompt: ' ' } },
  },
  'GET /api/request-log': { success: 200, bad: { query: 'status=9xx' } },
  'GET /api/webhook-events': { success: 200, bad: { query: 'status=lost' } },
  'GET /api/webhook-events/{id}': { id: ({ event }) => event, success: 200, bad: unknownQuery },
  'POST /api/webhook-events/{id}/replay': {
    id: ({ event }) => event,
    body: () => ({}),
    success: 202,
    bad: { body: { dryRun: true } },
  },
  'POST /api/webhook-events/replay': {
    body: () => ({ dryRun: true }),
    success: 202,
    bad: { body: {} },
  },
  'POST /api/webhook-events/test': {
    body: () => ({ eventType: 'payment.failed' }),
    success: 202,
    bad: { body: { eventType: 'payment.lost' } },
  },
  'GET /api/merchant/profile': { success: 200, bad: unknownQuery, beforeOnboarding: 404 },
  'PATCH /api/merchant/profile': {
    body: () => ({ businessName: 'Bar' }),
    success: 200,
    bad: { body: { currency: 'ITL' } },
  },
  'GET /api/merchants': { success: 200, bad: unknownQuery, beforeOnboarding: 404 },
  'POST /api/merchant/onboarding': {
    body: () => ({
      businessName: 'Bar',
      businessType: 'retail',
      businessPhone: '1',
      acceptedTerms: true,
      acceptedPrivacy: true,
    }),
    success: 409,
    bad: { body: {} },
    isClosedToKeys: true,
    beforeOnboarding: 201,
  },
  'GET /api/transactions': { success: 200, bad: { query: 'limit=10000' } },
  'GET /api/transactions/{id}': {
    id: ({ transaction }) => transaction,
    success: 200,
    bad: unknownQuery,
  },
  'PUT /api/transactions/{id}': {
    id: ({ transaction }) => transaction,
    body: () => ({ status: 'success' }),
    success: 200,
    bad: { body: { status: 'pending' } },
  },
  'POST /api/transactions': {
    body: () => payment(),
    success: 201,
    bad: { body: { ...payment(), amount: '0' } },
  },
  'POST /api/payments': {
    body: () => payment(),
    success: 201,
    bad: { body: { ...payment(), currency: 'ITL' } },
  },
}

/** The concrete address of a route. */
export const addressOf = (route: string, belongings: Belongings): [string, string] => {
  const [method = '', template = ''] = route.split(' ')
  return [method, template.replace('{id}', contracts[route]?.id?.(belongings) ?? '')]
}

/** POSTs of programs carry a key of their own each time. */
export const headersFor = (method: string): Record<string, string> =>
  method === 'POST' ? { 'idempotency-key': randomUUID() } : {}
