import { expect, test } from 'vitest'
import { appRouter } from '#server/router.ts'
import { onboarding, payment } from '../support/make.ts'
import { receiver } from '../support/receiver.ts'
import { joinedPerson } from '../support/team.ts'
import { PASSWORD, testApp } from '../support/test-app.ts'

type Ids = { transaction: string; customer: string; integration: string; event: string }

/** Keys, secrets, business settings and team, and ending the whole business. */
const ownersAlone = [
  'apiKeys.create',
  'apiKeys.list',
  'apiKeys.revoke',
  'apiKeys.rotate',
  'demo.remove',
  'integrations.rotateSecret',
  'integrations.update',
  'merchant.update',
  'team.changeRole',
  'team.invite',
  'team.remove',
  'team.revokeInvitation',
]

/** Everything else, with an input that works; the status is 200 unless it says otherwise. */
const forStaffToo: Record<string, { input?: (ids: Ids) => unknown; status?: number }> = {
  'analytics.paymentMethods': {},
  'analytics.revenue': {},
  'analytics.successRate': {},
  'analytics.summary': {},
  'analytics.transactionsVolume': {},
  'auditLog.list': {},
  'clerk.migrationStatus': {},
  'clerk.productionGuide': {},
  'customers.create': { input: () => ({ name: 'New', email: 'new@example.com' }) },
  'customers.get': { input: ({ customer }) => ({ id: customer }) },
  'customers.list': {},
  'customers.totals': { input: ({ customer }) => ({ ids: [customer] }) },
  'customers.update': { input: ({ customer }) => ({ id: customer, name: 'Ada Bianchi' }) },
  'dashboard.stats': {},
  'demo.create': { input: () => ({ timezone: 'UTC' }), status: 409 },
  'demo.state': {},
  'environment.config': {},
  'environment.status': {},
  'identity.confirm': { input: () => ({ password: PASSWORD }) },
  'identity.current': {},
  'identity.endOtherSessions': {},
  'identity.endSession': { input: () => ({ sessionId: 'none' }), status: 404 },
  'identity.methods': {},
  'identity.rename': { input: () => ({ firstName: 'Bob' }) },
  'identity.sessions': {},
  'integrations.list': {},
  'integrations.test': { input: ({ integration }) => ({ id: integration }) },
  'merchant.current': {},
  'merchant.onboard': { input: () => onboarding(), status: 409 },
  'merchant.profile': {},
  'openai.analyze': { input: () => ({ prompt: 'How did it go?' }) },
  'openai.environmentAdvice': {},
  'openai.test': { status: 503 },
  'requestLog.list': {},
  'team.accept': { input: () => ({ token: 'none' }), status: 404 },
  'team.invitation': { input: () => ({ token: 'none' }), status: 404 },
  'team.list': {},
  'team.role': {},
  'transactions.create': { input: () => payment() },
  'transactions.get': { input: ({ transaction }) => ({ id: transaction }) },
  'transactions.list': {},
  'transactions.updateStatus': {
    input: ({ transaction }) => ({ id: transaction, status: 'success' }),
  },
  'webhooks.get': { input: ({ event }) => ({ id: event }) },
  'webhooks.list': {},
  'webhooks.replay': { input: ({ event }) => ({ id: event }) },
  'webhooks.replayMany': { input: () => ({ dryRun: true }) },
  'webhooks.test': { input: () => ({}) },
  // What ends something comes last.
  'customers.erase': { input: ({ customer }) => ({ id: customer }) },
  'team.leave': { input: () => ({}) },
}

// Typed as a tree, but flat at run time: its keys are the paths.
const procedures = appRouter._def.procedures as unknown as Record<
  string,
  { _def: { type: string } }
>
const calls = Object.entries(procedures).filter(([, { _def }]) => _def.type !== 'subscription')

test('every call stands in one of the two lists', () => {
  expect(calls.map(([name]) => name).toSorted()).toEqual(
    [...ownersAlone, ...Object.keys(forStaffToo)].toSorted(),
  )
})

test('staff do everything but what is for owners alone', async () => {
  await using endpoint = await receiver()
  await using app = await testApp({ environment: { APP_ENV: 'development' } })
  const alice = await app.person()
  const bob = await joinedPerson(app, alice)
  const integration = String((await alice.api.integrations.list.query())[0]?.id)
  await alice.api.integrations.update.mutate({ id: integration, webhookUrl: endpoint.url })
  const paid = await alice.api.transactions.create.mutate(payment({ paymentMethod: 'bank' }))
  const [event] = (await alice.api.webhooks.list.query()).data
  const ids = {
    transaction: paid.id,
    customer: paid.customerId,
    integration,
    event: String(event?.id),
  }
  const call = (name: string, input: unknown) => {
    const isQuery = procedures[name]?._def.type === 'query'
    const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`
    return isQuery
      ? bob.rest('GET', `/trpc/${name}${query}`)
      : bob.rest('POST', `/trpc/${name}`, input ?? {})
  }

  for (const name of ownersAlone) {
    const answer = await call(name, {})
    expect([name, answer.status, answer.json().error?.data.reason]).toEqual([
      name,
      403,
      'owner_only',
    ])
  }
  for (const [name, { input, status = 200 }] of Object.entries(forStaffToo)) {
    const answer = await call(name, input?.(ids))
    expect([name, answer.status, answer.body]).toEqual([name, status, answer.body])
  }
})

test('staff are told of changes as they happen, until they are removed', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const bob = await joinedPerson(app, alice)
  const url = await app.app.listen({ port: 0, host: '127.0.0.1' })
  const response = await fetch(`${url}/trpc/events.changes`, {
    headers: { cookie: bob.cookie, accept: 'text/event-stream' },
  })
  expect(response.status).toBe(200)
  await expect.poll(() => app.live.size).toBe(1)

  const { id } = await alice.api.team.invite.mutate({ role: 'staff' })
  await alice.api.team.remove.mutate({ userId: bob.id })
  await alice.api.transactions.create.mutate(payment())

  const told = await response.text()
  expect(told).toContain(`{"type":"team","action":"created","objectId":"${id}"}`)
  expect(told).not.toContain(bob.id)
  expect(told).not.toContain('transaction')
  await expect.poll(() => app.live.size).toBe(0)
})
