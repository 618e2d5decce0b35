import { expect, test } from 'vitest'
import { keyCaller } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { testApp } from '../support/test-app.ts'

test('version 2 wraps lists, version 1 returns bare rows', async () => {
  await using app = await testApp()
  const shop = await keyCaller(app, await app.person())
  for (let i = 0; i < 3; i++) await shop.rest('POST', '/api/payments', payment())

  const one = await shop.rest('GET', '/api/transactions?limit=2')
  const v2Page = await shop.rest('GET', '/api/transactions?limit=2', undefined, {
    'api-version': 'v2',
  })

  expect(one.headers['api-version']).toBe('v1')
  expect(v2Page.headers['api-version']).toBe('v2')
  expect(v2Page.json()).toEqual({
    data: one.json().map((row: object) => expect.objectContaining(row)),
    total: 3,
    totalExact: true,
    nextCursor: expect.any(String),
  })
  const nextPage = await shop.rest(
    'GET',
    `/api/transactions?limit=2&cursor=${v2Page.json().nextCursor}`,
    undefined,
    { 'api-version': 'v2' },
  )
  expect(nextPage.json()).toMatchObject({ data: [{}], nextCursor: null })
})

test('a key keeps the version that the setting had when it was made', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const oldKey = await keyCaller(app, alice)
  const [integration] = await alice.api.integrations.list.query()

  const changed = await alice.rest('PUT', `/api/integrations/${integration?.id}`, { version: 'v2' })

  expect(changed.json()).toMatchObject({ name: 'Incasso', version: 'v2', webhookUrl: null })
  const newKey = await keyCaller(app, alice)
  const versionOf = async (caller: typeof oldKey, headers = {}) =>
    (await caller.rest('GET', '/api/transactions', undefined, headers)).headers['api-version']
  expect(await versionOf(oldKey)).toBe('v1')
  expect(await versionOf(newKey)).toBe('v2')
  expect(await versionOf(newKey, { 'api-version': 'v1' })).toBe('v1')
  expect((await alice.rest('GET', '/api/transactions')).headers['api-version']).toBe('v1')
})

test('an unknown version is refused', async () => {
  await using app = await testApp()
  const shop = await keyCaller(app, await app.person())

  const refused = await shop.rest('GET', '/api/transactions', undefined, { 'api-version': 'v3' })

  expect(refused.status).toBe(400)
  expect(refused.json().reason).toBe('version_unknown')
})

test.each([
  ['an unknown version', { version: 'v3' }, 400],
  ['no address', { webhookUrl: 'hello' }, 400],
  ['a script', { webhookUrl: 'javascript:alert(1)' }, 400],
  ['credentials in it', { webhookUrl: 'https://me:pw@example.com/' }, 400],
  ['an unknown key', { colour: 'red' }, 400],
])('a setting with %s is refused and changes nothing', async (_, body, status) => {
  await using app = await testApp()
  const alice = await app.person()
  const before = await alice.api.integrations.list.query()

  const refused = await alice.rest('PUT', `/api/integrations/${before[0]?.id}`, body)

  expect(refused.status).toBe(status)
  expect(await alice.api.integrations.list.query()).toEqual(before)
})

test('the webhook URL is set, and cleared again', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const [integration] = await alice.api.integrations.list.query()
  const put = (webhookUrl: string) =>
    alice.rest('PUT', `/api/integrations/${integration?.id}`, { webhookUrl, version: 'v1' })

  expect((await put('https://shop.example.com/hooks')).json().webhookUrl).toBe(
    'https://shop.example.com/hooks',
  )
  expect((await put('')).json().webhookUrl).toBeNull()
})
