import { expect, test } from 'vitest'
import { browser } from '../support/browser.ts'
import { keyCaller } from '../support/key.ts'
import type { Person, TestApp } from '../support/test-app.ts'
import { PASSWORD, testApp } from '../support/test-app.ts'

const MINUTE_MS = 60_000

/** Signs the same person in on another device. */
async function signInElsewhere(app: TestApp, { email }: Person) {
  const page = browser(app)
  await page.post('/api/auth/sign-in/email', { email, password: PASSWORD })
  return page
}

/** Makes the person's sessions idle for this long, by the library's own, real clock. */
async function ageSessions(app: TestApp, ms: number): Promise<void> {
  const sessions = await app.db
    .selectFrom('authSessions')
    .select(['id', 'expiresAt', 'updatedAt'])
    .execute()
  for (const { id, expiresAt, updatedAt } of sessions) {
    const earlierBy = (instant: string | Date) =>
      new Date(new Date(instant).getTime() - ms).toISOString()
    await app.db
      .updateTable('authSessions')
      .set({ expiresAt: earlierBy(expiresAt), updatedAt: earlierBy(updatedAt) })
      .where('id', '=', id)
      .execute()
  }
}

const expiryOf = async (app: TestApp) => {
  const { expiresAt } = await app.db
    .selectFrom('authSessions')
    .select('expiresAt')
    .executeTakeFirstOrThrow()
  return new Date(expiresAt).getTime()
}

test('a person sees their own sessions, and which one is this', async () => {
  await using app = await testApp()
  const [alice] = [await app.person(), await app.person()]
  await signInElsewhere(app, alice)

  const sessions = await alice.api.identity.sessions.query()

  expect(sessions).toHaveLength(2)
  expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
  for (const session of sessions) {
    expect(session).toEqual({
      id: expect.any(String),
      createdAt: '2026-03-10T12:00:00.000Z',
      lastSeenAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      address: '127.0.0.1',
      userAgent: 'lightMyRequest',
      isCurrent: expect.any(Boolean),
    })
  }
})

test('an ended session is refused from the next request', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const phone = await signInElsewhere(app, alice)
  const sessions = await alice.api.identity.sessions.query()
  const other = sessions.find(({ isCurrent }) => !isCurrent)

  await alice.api.identity.endSession.mutate({ sessionId: other?.id ?? '' })

  expect((await phone.get('/api/merchants')).status).toBe(401)
  expect(await alice.api.identity.sessions.query()).toMatchObject([{ isCurrent: true }])
})

test('a person cannot end the session of another', async () => {
  await using app = await testApp()
  const [alice, mallory] = [await app.person(), await app.person()]
  const [session] = await alice.api.identity.sessions.query()

  const refused = mallory.api.identity.endSession.mutate({ sessionId: session?.id ?? '' })

  await expect(refused).rejects.toMatchObject({ data: { code: 'not_found' } })
  expect((await alice.rest('GET', '/api/merchants')).status).toBe(200)
})

test.each([{ sessionId: '' }, {}, { sessionId: 'x', userId: 'y' }])(
  'ending a session refuses %j',
  async (input) => {
    await using app = await testApp()
    const alice = await app.person()

    const refused = await alice.rest('POST', '/trpc/identity.endSession', input)

    expect(refused.status).toBe(400)
    expect(await app.count('authSessions')).toBe(1)
  },
)

test('ending the other sessions keeps this one, and everyone else signed in', async () => {
  await using app = await testApp()
  const [alice, bob] = [await app.person(), await app.person()]
  const otherBrowsers = [await signInElsewhere(app, alice), await signInElsewhere(app, alice)]

  expect(await alice.api.identity.endOtherSessions.mutate({})).toEqual({ ended: 2 })

  for (const page of otherBrowsers) expect((await page.get('/api/merchants')).status).toBe(401)
  for (const { rest } of [alice, bob])
    expect((await rest('GET', '/api/merchants')).status).toBe(200)
})

test.each(['methods', 'sessions'])('neither visitors nor keys may read %s', async (name) => {
  await using app = await testApp()
  const shop = await keyCaller(app, await app.person())

  expect((await browser(app).get(`/trpc/identity.${name}`)).status).toBe(401)
  expect((await shop.rest('GET', `/trpc/identity.${name}`)).status).toBe(403)
})

test.each(['endSession', 'endOtherSessions', 'confirm', 'rename'])(
  'neither visitors nor keys may call %s',
  async (name) => {
    await using app = await testApp()
    const shop = await keyCaller(app, await app.person())
    const path = `/trpc/identity.${name}`

    expect((await browser(app).post(path)).status).toBe(401)
    expect((await shop.rest('POST', path, {})).status).toBe(403)
    expect(await app.count('authSessions')).toBe(1)
  },
)

test('a session ends after two hours without a request', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await ageSessions(app, 119 * MINUTE_MS)
  expect((await alice.rest('GET', '/api/merchants')).status).toBe(200)

  await ageSessions(app, 121 * MINUTE_MS)

  expect((await alice.rest('GET', '/api/merchants')).status).toBe(401)
  const passwords = { currentPassword: PASSWORD, newPassword: 'another horse battery' }
  expect((await alice.rest('POST', '/api/auth/change-password', passwords)).status).toBe(401)
})

test('a session in use is prolonged, and its cookie with it', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const firstResponse = await alice.rest('GET', '/api/merchants')
  await ageSessions(app, 6 * MINUTE_MS)
  const expiryBefore = await expiryOf(app)

  for (const path of ['/api/merchants', '/trpc/identity.current']) {
    const response = await alice.rest('GET', path)
    const cookie = String(response.headers['set-cookie'])
    expect(cookie).toContain(alice.cookie.split(';')[0])
    expect(cookie).toContain('incasso.status=')
    expect(cookie).toMatch(/; Max-Age=7200; Path=\/; HttpOnly; SameSite=Lax/)
    expect(await expiryOf(app)).toBeGreaterThanOrEqual(expiryBefore + 6 * MINUTE_MS)
    await ageSessions(app, 6 * MINUTE_MS)
  }

  expect(firstResponse.headers['set-cookie']).toBeUndefined()
})

test('a session ends twelve hours after sign-in, also for the calls of the sign-in itself', async () => {
  await using app = await testApp()
  const alice = await app.person()
  app.clock.advance(12 * 60 * MINUTE_MS + 1)

  const refused = await alice.rest('POST', '/api/auth/change-password', {
    currentPassword: PASSWORD,
    newPassword: 'another horse battery',
  })

  expect(refused.status).toBe(401)
  expect(await app.count('authSessions')).toBe(0)
  await alice.signIn()
  expect(await alice.api.identity.sessions.query()).toHaveLength(1)
})

test('a new password ends the other sessions on request, and replaces the old password', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const [ownBrowser, phone] = [await signInElsewhere(app, alice), await signInElsewhere(app, alice)]
  const change = (more: object) =>
    ownBrowser.post('/api/auth/change-password', {
      currentPassword: PASSWORD,
      newPassword: 'another horse battery',
      revokeOtherSessions: true,
      ...more,
    })
  const wrong = await change({ currentPassword: 'wrong horse' })
  expect([wrong.status, wrong.json().code]).toEqual([400, 'INVALID_PASSWORD'])
  expect((await change({ newPassword: 'short' })).json().code).toBe('PASSWORD_TOO_SHORT')
  expect((await phone.get('/api/merchants')).status).toBe(200)

  expect((await change({})).status).toBe(200)

  expect((await ownBrowser.get('/api/merchants')).status).toBe(200)
  expect((await phone.get('/api/merchants')).status).toBe(401)
  expect((await alice.rest('GET', '/api/merchants')).status).toBe(401)
  await expect(alice.signIn()).rejects.toThrow(/INVALID_EMAIL_OR_PASSWORD/)
})

test('a person changes their name', async () => {
  await using app = await testApp()
  const alice = await app.person({ name: 'Alice' })

  await alice.api.identity.rename.mutate({ firstName: ' Maria  Grazia ', lastName: 'De Rossi' })

  expect(await alice.api.identity.current.query()).toMatchObject({
    firstName: 'Maria Grazia',
    lastName: 'De Rossi',
  })
  await alice.api.identity.rename.mutate({ firstName: 'Mina' })
  expect(await alice.api.identity.current.query()).toMatchObject({
    firstName: 'Mina',
    lastName: '',
  })
})

test.each([
  ['no first name', { firstName: ' ', lastName: 'Rossi' }],
  ['a control character', { firstName: 'A\u0007', lastName: 'Rossi' }],
  ['a card number', { firstName: 'A', lastName: '4242 4242 4242 4242' }],
  ['a long name', { firstName: 'A'.repeat(101), lastName: 'Rossi' }],
  ["another's id", { firstName: 'A', lastName: 'B', userId: 'x' }],
])('a name with %s is refused, and the old one stays', async (_, input) => {
  await using app = await testApp()
  const alice = await app.person({ name: 'Alice Verdi' })

  expect((await alice.rest('POST', '/trpc/identity.rename', input)).status).toBe(400)

  expect(await alice.api.identity.current.query()).toMatchObject({
    firstName: 'Alice',
    lastName: 'Verdi',
  })
})

test.each([
  ['4242 4242 4242 4242', 'CARD_NUMBER_IN_NAME'],
  ['A\u0007', 'INVALID_NAME'],
  ['', 'INVALID_NAME'],
])('a sign-up with the name %j is refused', async (name, code) => {
  await using app = await testApp()

  const refused = await browser(app).post('/api/auth/sign-up/email', {
    email: 'a@example.com',
    password: PASSWORD,
    name,
  })

  expect([refused.status, refused.json().code]).toEqual([400, code])
  expect(await app.count('authUsers')).toBe(0)
})
