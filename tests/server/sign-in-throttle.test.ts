import { expect, test } from 'vitest'
import {
  accountKey,
  createThrottle,
  pruneSignInAttempts,
} from '#server/services/identity/throttle/sign-in-throttle.ts'
import { browser } from '../support/browser.ts'
import { lockOut, newIpAddress, postAuth, signIn, WRONG_PASSWORD } from '../support/sign-in.ts'
import { PASSWORD, testApp } from '../support/test-app.ts'
import { totp } from '../support/totp.ts'

const WITH_LIMITS = { environment: { RATE_LIMITS: 'on' } }
const MINUTE = 60_000
const UNKNOWN_EMAIL = 'nobody@example.com'

/** Sends a call that is counted by IP address alone and hashes no password. */
const resetPassword = (app: Parameters<typeof postAuth>[0], from: string, headers = {}) =>
  postAuth(app, { path: '/reset-password', body: { newPassword: 'x' }, from, headers })

const deviceCookieOf = (response: Awaited<ReturnType<typeof signIn>>): string =>
  [response.headers['set-cookie'] ?? []]
    .flat()
    .map((line) => String(line).split(';')[0] ?? '')
    .filter((pair) => pair.includes('known_device'))
    .join('')

test('ten failures in a row, ever slower, lock an account for thirty minutes', async () => {
  await using app = await testApp(WITH_LIMITS)
  const alice = await app.person()
  const signInWrongly = () =>
    signIn(app, { email: alice.email, password: WRONG_PASSWORD, from: newIpAddress() })

  for (let i = 0; i < 5; i++) expect((await signInWrongly()).status).toBe(401)
  for (const pauseS of [1, 2, 4, 8, 16]) {
    const early = await signInWrongly()
    expect([early.status, early.headers['retry-after']]).toEqual([429, String(pauseS)])
    app.clock.advance(pauseS * 1000)
    expect((await signInWrongly()).status).toBe(401)
  }
  const signInRightly = () => signIn(app, { email: alice.email, from: newIpAddress() })
  const locked = await signInRightly()
  expect([locked.status, locked.headers['retry-after']]).toEqual([429, '1800'])
  app.clock.advance(30 * MINUTE - 1)
  expect((await signInRightly()).status).toBe(429)
  app.clock.advance(1)
  expect((await signInRightly()).status).toBe(200)
})

test('an unknown account is counted and refused in the same words', async () => {
  await using app = await testApp(WITH_LIMITS)
  const alice = await app.person()

  const knownOutcomes = await lockOut(app, alice.email)
  const refusedKnown = await signIn(app, { email: alice.email, from: newIpAddress() })
  const unknown = await lockOut(app, UNKNOWN_EMAIL)
  const refusedUnknown = await signIn(app, { email: UNKNOWN_EMAIL, from: newIpAddress() })

  expect(unknown).toEqual(knownOutcomes)
  expect(knownOutcomes.every(([status]) => status === 401)).toBe(true)
  expect(refusedUnknown.body).toBe(refusedKnown.body)
  expect(refusedKnown.json()).toEqual({
    type: 'about:blank',
    title: 'Too Many Requests',
    status: 429,
    detail: 'Too many attempts. Please wait before the next one.',
    code: 'TOO_MANY_ATTEMPTS',
    message: 'Too many attempts. Please wait before the next one.',
  })
})

test('capitals in the e-mail address start no new count', async () => {
  await using app = await testApp(WITH_LIMITS)
  for (let i = 0; i < 5; i++) {
    await signIn(app, {
      email: 'Nobody@Example.com',
      password: WRONG_PASSWORD,
      from: newIpAddress(),
    })
  }

  expect((await signIn(app, { email: UNKNOWN_EMAIL, from: newIpAddress() })).status).toBe(429)
})

test('a hundred guesses at once count for no more than a few in a row', async () => {
  await using app = await testApp(WITH_LIMITS)
  const alice = await app.person()

  const guesses = await Promise.all(
    Array.from({ length: 100 }, () =>
      signIn(app, { email: alice.email, password: WRONG_PASSWORD, from: newIpAddress() }),
    ),
  )

  const statuses = guesses.map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(95)
})

test('processes on one database count together', async () => {
  await using app = await testApp(WITH_LIMITS)
  const { db } = app.database
  const processes = [1, 2, 3].map(() =>
    createThrottle({ db, now: app.clock.now, log: app.world.log }),
  )
  let attemptCount = 0
  const guess = (index: number) =>
    processes[index % 3]?.attempt(
      { address: newIpAddress(), account: accountKey(UNKNOWN_EMAIL) },
      async () => {
        attemptCount++
        return { outcome: 'failed', value: undefined }
      },
    )

  await Promise.allSettled(Array.from({ length: 30 }, (_, index) => guess(index)))

  expect(attemptCount).toBe(5)
})

test('a correct password resets the count', async () => {
  await using app = await testApp(WITH_LIMITS)
  const alice = await app.person()
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 4; i++) {
      await signIn(app, { email: alice.email, password: WRONG_PASSWORD, from: newIpAddress() })
    }
    expect((await signIn(app, { email: alice.email, from: newIpAddress() })).status).toBe(200)
  }
})

test('an IP address gets six failures a minute on one account', async () => {
  await using app = await testApp(WITH_LIMITS)
  const from = newIpAddress()
  const signInWrongly = () => signIn(app, { email: UNKNOWN_EMAIL, password: WRONG_PASSWORD, from })
  for (let i = 0; i < 5; i++) await signInWrongly()
  app.clock.advance(1000)
  expect((await signInWrongly()).status).toBe(401)
  app.clock.advance(2000)

  const seventh = await signInWrongly()

  expect([seventh.status, seventh.headers['retry-after']]).toEqual([429, '57'])
  const other = await signIn(app, {
    email: UNKNOWN_EMAIL,
    password: WRONG_PASSWORD,
    from: newIpAddress(),
  })
  expect(other.status).toBe(401)
})

test('an IP address gets thirty attempts a minute, whichever headers it sends', async () => {
  await using app = await testApp(WITH_LIMITS)
  const from = newIpAddress()
  for (let i = 0; i < 30; i++) {
    expect((await resetPassword(app, from, { 'x-forwarded-for': newIpAddress() })).status).toBe(400)
  }

  for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'x-incasso-client-address']) {
    const response = await resetPassword(app, from, { [name]: newIpAddress() })
    expect([name, response.status]).toEqual([name, 429])
  }
  expect((await resetPassword(app, newIpAddress())).status).toBe(400)
  app.clock.advance(MINUTE)
  expect((await resetPassword(app, from)).status).toBe(400)
})

test('each visitor has a count of their own behind a trusted proxy', async () => {
  await using app = await testApp({
    environment: { RATE_LIMITS: 'on', TRUST_PROXY: '192.0.2.1' },
  })
  const visit = (visitor: string) => resetPassword(app, '192.0.2.1', { 'x-forwarded-for': visitor })
  const visitor = newIpAddress()
  for (let i = 0; i < 30; i++) await visit(visitor)

  expect((await visit(visitor)).status).toBe(429)
  expect((await visit(newIpAddress())).status).toBe(400)
})

test('the IP addresses of one IPv6 subscriber count as one', async () => {
  await using app = await testApp(WITH_LIMITS)
  for (let i = 0; i < 30; i++) await resetPassword(app, `2001:db8:7:7::${(i + 1).toString(16)}`)

  expect((await resetPassword(app, '2001:db8:7:7:ffff::1')).status).toBe(429)
  expect((await resetPassword(app, '2001:db8:7:8::1')).status).toBe(400)
})

test('strangers cannot lock out a device that signed in before', async () => {
  await using app = await testApp(WITH_LIMITS)
  const [alice, bob] = [await app.person(), await app.person()]
  const first = await signIn(app, { email: alice.email, from: newIpAddress() })
  const cookie = deviceCookieOf(first)
  const bobsCookie = deviceCookieOf(await signIn(app, { email: bob.email, from: newIpAddress() }))
  expect(String(first.headers['set-cookie'])).toMatch(
    /incasso\.known_device=[^;]+; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax/,
  )

  await lockOut(app, alice.email)

  const from = (cookie?: string) =>
    signIn(app, { email: alice.email, from: newIpAddress(), cookie })
  expect((await from()).status).toBe(429)
  expect((await from(bobsCookie)).status).toBe(429)
  expect((await from(cookie.replace(/.$/, (last) => (last === 'A' ? 'g' : 'A')))).status).toBe(429)
  expect((await from(cookie)).status).toBe(200)
  // The sign-in from the known device unlocks nothing for strangers.
  expect((await from()).status).toBe(429)
  app.clock.advance(90 * 24 * 60 * MINUTE)
  await lockOut(app, alice.email)
  expect((await from(cookie)).status).toBe(429)
})

test('a known device has a limit of its own, which locks out no other device', async () => {
  await using app = await testApp(WITH_LIMITS)
  const alice = await app.person()
  const cookie = deviceCookieOf(await signIn(app, { email: alice.email, from: newIpAddress() }))

  for (let i = 0; i < 5; i++) {
    await signIn(app, {
      email: alice.email,
      password: WRONG_PASSWORD,
      from: newIpAddress(),
      cookie,
    })
  }

  expect((await signIn(app, { email: alice.email, from: newIpAddress(), cookie })).status).toBe(429)
  expect((await signIn(app, { email: alice.email, from: newIpAddress() })).status).toBe(200)
})

test('a stolen session cannot guess the password, and the owner still gets in', async () => {
  await using app = await testApp(WITH_LIMITS)
  const alice = await app.person()
  const change = (currentPassword: string) =>
    alice.rest('POST', '/api/auth/change-password', {
      currentPassword,
      newPassword: 'quite another horse',
    })

  for (let i = 0; i < 3; i++)
    expect((await change(WRONG_PASSWORD)).json().code).toBe('INVALID_PASSWORD')
  const confirmWrong = () => alice.api.identity.confirm.mutate({ password: WRONG_PASSWORD })
  await expect(confirmWrong()).rejects.toMatchObject({ data: { reason: 'password_wrong' } })
  await expect(confirmWrong()).rejects.toMatchObject({ data: { reason: 'password_wrong' } })

  await expect(confirmWrong()).rejects.toMatchObject({
    data: { code: 'limit', reason: 'too_many_attempts' },
  })
  expect((await change(PASSWORD)).status).toBe(429)
  expect((await signIn(app, { email: alice.email, from: newIpAddress() })).status).toBe(200)
})

test('knowing the password gives no new guesses at the second step', async () => {
  await using app = await testApp(WITH_LIMITS)
  const alice = await app.person()
  const page = browser(app, new Map([alice.cookie.split(/[=;]/).slice(0, 2) as [string, string]]))
  const enableResponse = await page.post('/api/auth/two-factor/enable', { password: PASSWORD })
  const code = totp(enableResponse.json().totpURI, Date.now())
  expect((await page.post('/api/auth/two-factor/verify-totp', { code })).status).toBe(200)

  const statuses: number[] = []
  for (let i = 0; i < 6; i++) {
    const thief = browser(app)
    const password = { email: alice.email, password: PASSWORD }
    const step = await thief.post('/api/auth/sign-in/email', password)
    const guess = await thief.post('/api/auth/two-factor/verify-totp', { code: '000000' })
    statuses.push(step.status, guess.status)
  }

  expect(statuses).toEqual([200, 401, 200, 401, 200, 401, 200, 401, 200, 401, 429, 401])
})

test.each([
  '/api/auth/sign-in/email/',
  '/api/auth//sign-in/email',
  '/api/auth/sign-in%2Femail',
  '/api/auth/SIGN-IN/email',
  '/api/auth/sign-in/email;x',
])('the path %s does not bypass the count', async (url) => {
  await using app = await testApp(WITH_LIMITS)
  const alice = await app.person()

  const response = await app.rest({
    method: 'POST',
    url,
    payload: { email: alice.email, password: PASSWORD },
  })

  expect(response.status).toBe(404)
})

test('a needless escape in the path names the same call, and counts as it', async () => {
  await using app = await testApp(WITH_LIMITS)
  const alice = await app.person()
  const spellings = [
    '/api/auth/sign-in/email',
    '/api/auth/sign%2Din/email',
    '/%61pi/auth/sign-in/%65mail',
  ]
  const statuses: number[] = []

  for (let guess = 0; guess < 9; guess++) {
    const { status } = await app.rest({
      method: 'POST',
      url: spellings[guess % 3] ?? '',
      payload: { email: alice.email, password: 'a guess among many' },
    })
    statuses.push(status)
  }

  expect(statuses.slice(0, 3)).toEqual([401, 401, 401])
  expect(statuses.slice(-3)).toEqual([429, 429, 429])
})

test('sign-ins, failures and lockouts are logged without e-mail address or password', async () => {
  await using app = await testApp(WITH_LIMITS)
  const alice = await app.person()
  await signIn(app, { email: alice.email, from: '192.0.2.9' })
  await lockOut(app, alice.email)
  await signIn(app, { email: alice.email, from: newIpAddress() })

  const account = accountKey(alice.email).slice(0, 12)
  const logsWith = (msg: string) => app.logs.filter((line) => line.msg === msg)
  expect(logsWith('signed in').at(-1)).toMatchObject({ userId: alice.id, address: '192.0.2.9' })
  expect(logsWith('sign-in failed')).toHaveLength(10)
  expect(logsWith('sign-in failed')[0]).toMatchObject({ account })
  expect(logsWith('sign-in is locked after too many failures')).toMatchObject([{ account }])
  expect(logsWith('sign-in refused: too many attempts')).toMatchObject([{ account }])
  const written = JSON.stringify(app.logs)
  expect(written).not.toContain(alice.email)
  expect(written).not.toContain(WRONG_PASSWORD)
  expect(written).not.toContain(PASSWORD)
})

test('expired counters are deleted, and the others stay', async () => {
  await using app = await testApp(WITH_LIMITS)
  await signIn(app, { email: UNKNOWN_EMAIL, password: WRONG_PASSWORD })
  expect(await pruneSignInAttempts(app.world)).toBe(0)
  const before = await app.count('signInAttempts')

  app.clock.advance(60 * MINUTE)
  const deletedCount = await pruneSignInAttempts(app.world)

  expect([before, deletedCount]).toEqual([3, 2])
  app.clock.advance(23 * 60 * MINUTE)
  expect(await pruneSignInAttempts(app.world)).toBe(1)
  expect(await app.count('signInAttempts')).toBe(0)
})
