import { readFileSync } from 'node:fs'
import { initTRPC } from '@trpc/server'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { restRoutes } from '#server/core/calls/rest-routes.ts'
import type { RestMeta } from '#server/core/calls/trpc.ts'
import { appRouter } from '#server/router.ts'
import { createSandboxPayout } from '../support/balances.ts'
import { disputeOf } from '../support/disputes.ts'
import { payment } from '../support/make.ts'
import { startOpenaiStandIn } from '../support/openai-stand-in.ts'
import { testApp } from '../support/test-app.ts'

const committed = readFileSync(new URL('./routes.txt', import.meta.url), 'utf8')

test('the REST routes are those of the committed list', () => {
  const routes = restRoutes(appRouter).map(
    ({ method, path, name, status }) => `${method} ${path} -> ${name} (${status})`,
  )

  expect(`${routes.toSorted().join('\n')}\n`).toBe(committed)
})

test('every route of the list responds to a signed-in merchant with JSON', async () => {
  await using openai = await startOpenaiStandIn()
  await using app = await testApp({ environment: openai.environment })
  const alice = await app.person()
  const [integration] = await alice.api.integrations.list.query()
  await alice.api.integrations.update.mutate({
    id: String(integration?.id),
    webhookUrl: 'http://127.0.0.1:49999/hook',
  })
  const { json } = await alice.rest('POST', '/api/payments', payment())
  const [event] = (await alice.api.webhooks.list.query()).data
  const ids: Record<string, string> = {
    customers: json().customerId,
    transactions: json().id,
    refunds: (await alice.rest('POST', `/api/transactions/${json().id}/refunds`, {})).json().id,
    disputes: await disputeOf(app, alice),
    'webhook-events': String(event?.id),
    'webhook-endpoints': String(integration?.id),
    payouts: await createSandboxPayout(app, alice),
    'payment-links': (await alice.api.paymentLinks.create.mutate({ title: 'A', amount: '1.00' }))
      .id,
  }
  const month = String((await alice.api.months.list.query())[0]?.month)
  // The response of a slot is a file.
  const reads = committed
    .split('\n')
    .filter((line) => line.startsWith('GET') && !line.includes('{slot}'))

  for (const line of reads) {
    const address = String(line.split(' ')[1])
    const path = address
      .replace('{id}', ids[address.split('/')[2] ?? ''] ?? '')
      .replace('{month}', month)
    const response = await alice.rest('GET', path)
    expect([line, response.status]).toEqual([line, 200])
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'api-version': 'v1',
    })
  }
})

test('every route of the list refuses a stranger', async () => {
  await using app = await testApp()

  for (const line of committed.trim().split('\n')) {
    const [method = '', path = ''] = line.split(' ')
    const response = await app.rest({
      method: method as 'GET',
      url: path.replace('{id}', 'txn_1'),
      ...(method !== 'GET' && method !== 'DELETE' && { payload: {} }),
    })
    // A visitor learns nothing, even where tRPC's order parses the input before it checks the caller.
    expect([line, response.status]).toEqual([line, 401])
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8')
  }
})

test('a path that two procedures share, or a path without its input, prevents the start', () => {
  const t = initTRPC.meta<RestMeta>().create()
  const call = (path: `/api/${string}`, input: z.ZodType) =>
    t.procedure
      .meta({ rest: { method: 'GET', path, summary: 'x' } })
      .input(input)
      .query(() => 1)
  const none = z.strictObject({})

  expect(() => restRoutes(t.router({ a: call('/api/x', none), b: call('/api/x', none) }))).toThrow(
    'two procedures serve GET /api/x',
  )
  expect(() => restRoutes(t.router({ a: call('/api/x/{id}', none) }))).toThrow('{id}')
})
