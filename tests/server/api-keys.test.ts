import { expect, test } from 'vitest'
import { storeKeyUses } from '#server/features/api-keys/key-uses.ts'
import { KEY_BURST } from '#server/http/entrance/rate-limit.ts'
import { keyCaller, restWith } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { testApp } from '../support/test-app.ts'

const DAY_MS = 86_400_000

test('the secret is shown once and only its hash is stored', async () => {
  await using app = await testApp()
  const alice = await app.person()

  const created = await alice.rest('POST', '/api/api-keys', { name: 'Shop', scopes: ['read'] })

  expect(created.status).toBe(201)
  const { secret, ...shown } = created.json()
  expect(secret).toMatch(/^sk_test_[0-9A-Za-z]{43}$/)
  expect(shown).toMatchObject({
    name: 'Shop',
    prefix: secret.slice(0, 12),
    last4: secret.slice(-4),
    scopes: ['read'],
    version: 'v1',
    replaces: null,
    expiresAt: null,
    lastUsedAt: null,
  })
  expect((await alice.rest('GET', '/api/api-keys')).json()).toEqual([shown])
  const stored = JSON.stringify([
    await app.db.selectFrom('apiKeys').selectAll().execute(),
    await app.db.selectFrom('auditLog').selectAll().execute(),
  ])
  expect(stored).not.toContain(secret)
  expect(JSON.stringify(app.logs)).not.toContain(secret)
})

test('a key pays and reads for its merchant, and its events name the key', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const shop = await keyCaller(app, alice)

  const created = await shop.rest('POST', '/api/payments', payment())

  expect(created.status).toBe(201)
  const { events } = (await shop.rest('GET', `/api/transactions/${created.json().id}`)).json()
  expect(events[0].actor).toBe(`key:${shop.key.id}`)
  expect((await shop.rest('GET', '/api/merchants')).json().id).toBe(alice.merchant.id)
  expect((await alice.api.dashboard.stats.query()).totalTransactions).toBe(1)
})

test('a key can do only what its scopes allow', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const reader = await keyCaller(app, alice, { scopes: ['read'] })
  const writer = await keyCaller(app, alice, { scopes: ['write'] })

  expect((await reader.rest('GET', '/api/transactions')).status).toBe(200)
  for (const refused of [
    await reader.rest('POST', '/api/payments', payment()),
    await reader.rest('PUT', '/api/transactions/txn_1', { status: 'failed' }),
    await writer.rest('GET', '/api/transactions'),
    await writer.rest('GET', '/api/transactions/export'),
  ]) {
    expect(refused.status).toBe(403)
    expect(refused.json()).toMatchObject({ code: 'forbidden', reason: 'scope_missing' })
  }
  expect((await writer.rest('POST', '/api/payments', payment())).status).toBe(201)
  expect(await app.count('transactions')).toBe(1)
})

test('a revoked key is refused from the next request on', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const shop = await keyCaller(app, alice)
  expect((await shop.rest('GET', '/api/transactions')).status).toBe(200)

  expect((await alice.rest('DELETE', `/api/api-keys/${shop.key.id}`)).status).toBe(204)

  const refused = await shop.rest('GET', '/api/transactions')
  expect(refused.status).toBe(401)
  expect(refused.json().reason).toBe('key_revoked')
  expect((await alice.rest('GET', '/api/api-keys')).json()).toEqual([])
  expect((await alice.rest('DELETE', `/api/api-keys/${shop.key.id}`)).status).toBe(404)
})

test('a key expires to the millisecond', async () => {
  await using app = await testApp()
  const shop = await keyCaller(app, await app.person(), {
    expiresAt: '2026-03-10T13:00:00+00:00'.replace('+00:00', 'Z'),
  })

  app.clock.set('2026-03-10T12:59:59.999Z')
  expect((await shop.rest('GET', '/api/transactions')).status).toBe(200)
  app.clock.set('2026-03-10T13:00:00.000Z')
  const refused = await shop.rest('GET', '/api/transactions')
  expect(refused.status).toBe(401)
  expect(refused.json().reason).toBe('key_expired')
})

test('a rotated key stays valid for the requested overlap, and not at all with zero days', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const shop = await keyCaller(app, alice, { scopes: ['read'] })

  const rotated = await alice.rest('POST', `/api/api-keys/${shop.key.id}/rotate`, {
    overlapDays: 2,
  })

  expect(rotated.status).toBe(201)
  expect(rotated.json()).toMatchObject({ replaces: shop.key.id, name: 'Shop', scopes: ['read'] })
  const nextCaller = restWith(app, rotated.json().secret)
  expect((await nextCaller('GET', '/api/transactions')).status).toBe(200)
  app.clock.advance(2 * DAY_MS - 1)
  expect((await shop.rest('GET', '/api/transactions')).status).toBe(200)
  app.clock.advance(1)
  expect((await shop.rest('GET', '/api/transactions')).status).toBe(401)

  await alice.signIn()
  const rotatedAtOnce = await alice.rest('POST', `/api/api-keys/${rotated.json().id}/rotate`, {
    overlapDays: 0,
  })
  expect(rotatedAtOnce.status).toBe(201)
  expect((await nextCaller('GET', '/api/transactions')).status).toBe(401)
})

test('the last use is recorded without a write for each request', async () => {
  const statements: string[] = []
  await using app = await testApp({ onWriterStatement: (text) => statements.push(text) })
  const alice = await app.person()
  const shop = await keyCaller(app, alice)
  statements.length = 0

  for (let i = 0; i < 3; i++) await shop.rest('GET', '/api/transactions')
  expect(statements).toEqual([])
  expect((await alice.api.apiKeys.list.query())[0]?.lastUsedAt).toBeNull()

  await app.keyUses.flush((uses) => storeKeyUses(app.db, uses))
  expect((await alice.api.apiKeys.list.query())[0]?.lastUsedAt).toBe('2026-03-10T12:00:00.000Z')
})

test.each([
  ['another scheme', 'Basic c2s6', 'authorization_malformed'],
  ['no secret', 'Bearer', 'authorization_malformed'],
  ['two secrets', 'Bearer a b', 'authorization_malformed'],
  ['something else', 'Bearer hello', 'key_unknown'],
  ['a key nobody made', `Bearer sk_test_${'a'.repeat(43)}`, 'key_unknown'],
  ['a key cut short', 'Bearer sk_test_abc', 'key_unknown'],
])('Authorization with %s is refused', async (_, authorization, reason) => {
  await using app = await testApp()

  const refused = await app.rest({
    method: 'GET',
    url: '/api/transactions',
    headers: { authorization },
  })

  expect(refused.status).toBe(401)
  expect(refused.json().reason).toBe(reason)
})

test('a key in the URL is refused, and neither the key nor the URL is logged', async () => {
  await using app = await testApp()
  const shop = await keyCaller(app, await app.person())

  for (const url of [
    `/api/transactions?key=${shop.key.secret}`,
    `/api/transactions/${shop.key.secret}`,
  ]) {
    const refused = await app.rest({ method: 'GET', url })
    expect(refused.status).toBe(400)
    expect(refused.json().reason).toBe('key_in_url')
  }
  expect(JSON.stringify(app.logs)).not.toContain(shop.key.secret)
})

test('the visible prefix of a key may be in a URL, to filter the request log', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const shop = await keyCaller(app, alice)

  const found = await alice.rest('GET', `/api/request-log?keyPrefix=${shop.key.prefix}`)

  expect(found.status).toBe(200)
})

test('keys, even malformed ones, cannot access keys, settings, the audit log or the page', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const shop = await keyCaller(app, alice)

  for (const secret of [shop.key.secret, `sk_test_${'a'.repeat(43)}`]) {
    for (const [method, url] of [
      ['GET', '/api/api-keys'],
      ['POST', '/api/api-keys'],
      ['DELETE', `/api/api-keys/${shop.key.id}`],
      ['POST', `/api/api-keys/${shop.key.id}/rotate`],
      ['GET', '/api/integrations'],
      ['GET', '/api/%69ntegrations'],
      ['PUT', '/api/integrations/int_1'],
      ['GET', '/api/audit-log'],
      ['POST', '/api/merchant/onboarding'],
      ['GET', '/api/auth/get-session'],
      ['GET', '/trpc/transactions.list'],
    ] as const) {
      const refused = await restWith(app, secret)(method, url, method === 'GET' ? undefined : {})
      expect([url, refused.status]).toEqual([url, 403])
    }
  }
})

test('only an owner creates keys', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await app.db.updateTable('merchantMembers').set({ role: 'staff' }).execute()

  const refused = await alice.rest('POST', '/api/api-keys', { name: 'Shop' })

  expect(refused.status).toBe(403)
  expect(refused.json().reason).toBe('owner_only')
  expect((await alice.rest('POST', '/api/payments', payment())).status).toBe(201)
  expect(await app.count('apiKeys')).toBe(0)
})

test.each([
  ['no name', {}, 'name'],
  ['no scope', { name: 'A', scopes: [] }, 'scopes'],
  ['an unknown scope', { name: 'A', scopes: ['admin'] }, 'scopes.0'],
  ['a scope twice', { name: 'A', scopes: ['read', 'read'] }, 'scopes'],
  ['an expiry in the past', { name: 'A', expiresAt: '2026-03-10T11:59:59Z' }, 'expiresAt'],
  ['an expiry that is not an instant', { name: 'A', expiresAt: 'tomorrow' }, 'expiresAt'],
])('a key with %s is refused and not created', async (_, body, field) => {
  await using app = await testApp()
  const alice = await app.person()

  const refused = await alice.rest('POST', '/api/api-keys', body)

  expect(refused.status).toBe(400)
  expect(refused.json().issues[0].path).toBe(field)
  expect(await app.count('apiKeys')).toBe(0)
})

test('a key may send a burst, then must wait', async () => {
  await using app = await testApp({ environment: { RATE_LIMITS: 'on' } })
  const alice = await app.person()
  const [shop, other] = [await keyCaller(app, alice), await keyCaller(app, alice)]

  const responses = []
  for (let i = 0; i < KEY_BURST + 5; i++) responses.push(await shop.rest('GET', '/api/merchants'))

  expect(responses.filter(({ status }) => status === 200)).toHaveLength(KEY_BURST)
  const refused = responses.at(-1)
  expect(refused?.status).toBe(429)
  expect(refused?.json().code).toBe('limit')
  expect(refused?.headers['retry-after']).toBe('1')
  expect((await other.rest('GET', '/api/merchants')).status).toBe(200)
  app.clock.advance(1000)
  expect((await shop.rest('GET', '/api/merchants')).status).toBe(200)
})
