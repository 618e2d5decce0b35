import { expect, test } from 'vitest'
import { browser } from '../support/browser.ts'
import { keyCaller } from '../support/key.ts'
import { PASSWORD, type Person, type TestApp, testApp } from '../support/test-app.ts'

const TEN_MINUTES_MS = 10 * 60_000

const createKey = ({ rest }: Person) => rest('POST', '/api/api-keys', { name: 'Shop' })

async function customerOf({ rest }: Person): Promise<string> {
  const response = await rest('POST', '/api/customers', { name: 'Ada', email: 'ada@example.com' })
  return response.json().id
}

/** Returns a person whose sign-in is too old to count as confirmed, with a customer and an API key. */
async function signInLongAgo(app: TestApp) {
  const alice = await app.person()
  const customerId = await customerOf(alice)
  const key = await keyCaller(app, alice)
  app.clock.advance(TEN_MINUTES_MS + 1)
  return { alice, customerId, key }
}

test('an irreversible action ten minutes after sign-in requires confirmation, and does nothing', async () => {
  await using app = await testApp()
  const { alice, customerId, key } = await signInLongAgo(app)

  for (const refused of [
    await createKey(alice),
    await alice.rest('POST', `/api/api-keys/${key.key.id}/rotate`, { overlapDays: 0 }),
    await alice.rest('DELETE', `/api/customers/${customerId}`),
  ]) {
    expect(refused.status).toBe(403)
    expect(refused.json()).toMatchObject({ code: 'forbidden', reason: 'confirmation_needed' })
  }

  expect(await app.count('apiKeys')).toBe(1)
  expect((await alice.rest('GET', `/api/customers/${customerId}`)).json().name).toBe('Ada')
  expect((await key.rest('GET', '/api/merchants')).status).toBe(200)
})

test('an action within ten minutes of sign-in requires no confirmation', async () => {
  await using app = await testApp()
  const alice = await app.person()
  app.clock.advance(TEN_MINUTES_MS)

  expect((await createKey(alice)).status).toBe(201)
})

test('the password allows such actions for ten more minutes', async () => {
  await using app = await testApp()
  const { alice, customerId, key } = await signInLongAgo(app)

  await alice.api.identity.confirm.mutate({ password: PASSWORD })

  app.clock.advance(TEN_MINUTES_MS)
  expect((await createKey(alice)).status).toBe(201)
  const rotated = await alice.rest('POST', `/api/api-keys/${key.key.id}/rotate`, {})
  expect(rotated.status).toBe(201)
  expect((await alice.rest('DELETE', `/api/customers/${customerId}`)).status).toBe(204)
  app.clock.advance(1)
  expect((await createKey(alice)).json().reason).toBe('confirmation_needed')
})

test('a wrong password allows nothing', async () => {
  await using app = await testApp()
  const { alice } = await signInLongAgo(app)

  const refused = await alice.rest('POST', '/trpc/identity.confirm', { password: 'wrong horse' })

  expect(refused.status).toBe(400)
  expect(refused.json().error.data).toMatchObject({ code: 'invalid', reason: 'password_wrong' })
  expect((await createKey(alice)).json().reason).toBe('confirmation_needed')
  expect((await alice.rest('GET', '/api/merchants')).status).toBe(200)
})

test.each([{}, { password: '' }, { password: 'x'.repeat(129) }, { password: 1 }])(
  'confirming with %j is refused',
  async (input) => {
    await using app = await testApp()
    const { alice } = await signInLongAgo(app)

    expect((await alice.rest('POST', '/trpc/identity.confirm', input)).status).toBe(400)
    expect((await createKey(alice)).json().reason).toBe('confirmation_needed')
  },
)

test('a confirmation counts for its own session alone', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const phone = browser(app)
  await phone.post('/api/auth/sign-in/email', { email: alice.email, password: PASSWORD })
  app.clock.advance(TEN_MINUTES_MS + 1)

  await phone.post('/trpc/identity.confirm', { password: PASSWORD })

  expect((await createKey(alice)).json().reason).toBe('confirmation_needed')
  expect((await phone.post('/api/api-keys', { name: 'Shop' })).status).toBe(201)
})

test('a confirmation with another person’s password is refused', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const bob = browser(app)
  await bob.post('/api/auth/sign-up/email', {
    email: 'bob@example.com',
    password: 'the password of bob',
    name: 'Bob',
  })
  app.clock.advance(TEN_MINUTES_MS + 1)

  const refused = await alice.rest('POST', '/trpc/identity.confirm', {
    password: 'the password of bob',
  })

  expect(refused.json().error.data.reason).toBe('password_wrong')
  expect((await createKey(alice)).json().reason).toBe('confirmation_needed')
})

test('an API client needs only its key', async () => {
  await using app = await testApp()
  const { alice, customerId, key } = await signInLongAgo(app)

  expect((await key.rest('DELETE', `/api/customers/${customerId}`)).status).toBe(204)

  expect((await alice.rest('GET', `/api/customers/${customerId}`)).json().name).not.toBe('Ada')
})

test('a new password counts as confirmed', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const page = browser(app)
  await page.post('/api/auth/sign-in/email', { email: alice.email, password: PASSWORD })
  app.clock.advance(TEN_MINUTES_MS + 1)

  await page.post('/api/auth/change-password', {
    currentPassword: PASSWORD,
    newPassword: 'another horse battery',
    revokeOtherSessions: true,
  })

  expect((await page.post('/api/api-keys', { name: 'Shop' })).status).toBe(201)
})
