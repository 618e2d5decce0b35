import { expect, test } from 'vitest'
import { PASSWORD, testApp } from '../support/test-app.ts'

test('the session identifies the person', async () => {
  await using app = await testApp()
  const alice = await app.person({ name: 'Maria Grazia Rossi' })

  expect(await alice.api.identity.current.query()).toEqual({
    id: alice.id,
    email: alice.email,
    firstName: 'Maria',
    lastName: 'Grazia Rossi',
    profileImageUrl: '',
  })
})

test('signing in creates a new session, with a cookie that scripts cannot read', async () => {
  await using app = await testApp()
  const alice = await app.person()

  const response = await app.rest({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    headers: { cookie: alice.cookie },
    payload: { email: alice.email, password: 'correct horse battery' },
  })

  expect(response.status).toBe(200)
  const cookie = String(response.headers['set-cookie'])
  expect(cookie).toMatch(/HttpOnly/)
  expect(cookie).toMatch(/SameSite=Lax/)
  expect(cookie).not.toContain(alice.cookie.split(/[=;]/)[1])
})

test('every sign-in gets its own token of 32 letters and digits', async () => {
  await using app = await testApp()
  const { email } = await app.person()
  const payload = { email, password: 'correct horse battery' }

  const tokens = new Set<string>()
  for (let n = 0; n < 10; n++) {
    const { headers } = await app.rest({ method: 'POST', url: '/api/auth/sign-in/email', payload })
    const token = /incasso\.session_token=([^.;]+)\./.exec(String(headers['set-cookie']))?.[1]
    tokens.add(String(token))
  }

  expect(tokens.size).toBe(10)
  expect([...tokens].filter((token) => !/^[A-Za-z0-9]{32,}$/.test(token))).toEqual([])
})

test.each([
  'kT9vRm2x',
  'una frase lunga quanto si vuole, senza cifre e senza altre regole '.repeat(2).slice(0, 128),
])('a password of any kind is accepted: %s', async (password) => {
  await using app = await testApp()
  const email = 'long@example.com'
  const signUp = { email, password, name: 'Ann' }

  const signedUp = await app.rest({
    method: 'POST',
    url: '/api/auth/sign-up/email',
    payload: signUp,
  })
  const url = '/api/auth/sign-in/email'
  const signedIn = await app.rest({ method: 'POST', url, payload: { email, password } })
  const cut = { email, password: password.slice(0, -1) }
  const refused = await app.rest({ method: 'POST', url, payload: cut })

  expect([signedUp.status, signedIn.status, refused.status]).toEqual([200, 200, 401])
})

test('a wrong password and an unknown e-mail get the same response', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const signIn = (email: string) =>
    app.rest({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      payload: { email, password: 'wrong horse battery' },
    })

  const [wrong, unknown] = [await signIn(alice.email), await signIn('nobody@example.com')]

  expect(wrong.status).toBe(401)
  expect(unknown.status).toBe(401)
  expect(unknown.body).toBe(wrong.body)
})

test.each([
  ['a short password', { password: 'short' }],
  ['no e-mail', { email: 'nobody' }],
])('sign-up with %s is refused and stores no person', async (_, more) => {
  await using app = await testApp()

  const refused = await app.rest({
    method: 'POST',
    url: '/api/auth/sign-up/email',
    payload: { email: 'a@example.com', password: 'correct horse', name: 'A', ...more },
  })

  expect(refused.status).toBe(400)
})

test('the old cookie is invalid after sign-out', async () => {
  await using app = await testApp()
  const alice = await app.person()

  const out = await alice.rest('POST', '/api/auth/sign-out', {})

  expect(out.status).toBe(200)
  expect((await alice.rest('GET', '/api/merchants')).status).toBe(401)
})

test('a forged or changed cookie identifies no person', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const [name = '', value = ''] = alice.cookie.split(/[=;]/)

  for (const forged of [
    `${name}=x`,
    `${name}=${value.slice(0, -6)}AAAAA%3D`,
    `${name}=${value.split('.')[0]}`,
  ]) {
    const response = await app.rest({
      method: 'GET',
      url: '/api/merchants',
      headers: { cookie: forged },
    })
    expect([forged, response.status]).toEqual([forged, 401])
  }
})

test('a session ends twelve hours after it began, despite any activity', async () => {
  await using app = await testApp()
  const alice = await app.person()
  app.clock.advance(12 * 3_600_000)
  expect((await alice.rest('GET', '/api/merchants')).status).toBe(200)

  app.clock.advance(1)

  expect((await alice.rest('GET', '/api/merchants')).status).toBe(401)
})

test('passwords are stored as argon2id', async () => {
  await using app = await testApp({ hasFullPasswordCost: true })
  await app.person()

  const { rows } = await app.db.withoutPlugins().executeQuery<{ password: string }>(
    app.db
      .withoutPlugins()
      .selectFrom('auth_accounts' as never)
      .selectAll()
      .compile() as never,
  )

  expect(rows[0]?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('simultaneous sign-ups with the same e-mail succeed once, and the others get the reason', async () => {
  await using app = await testApp()
  const payload = { name: 'Ada Rossi', email: 'ada@example.com', password: PASSWORD }

  const responses = await Promise.all(
    Array.from({ length: 8 }, () =>
      app.rest({ method: 'POST', url: '/api/auth/sign-up/email', payload }),
    ),
  )

  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(422)])
})
