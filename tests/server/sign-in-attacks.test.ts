import { expect, test } from 'vitest'
import { browser } from '../support/browser.ts'
import { createInbox, postAuth, signIn } from '../support/sign-in.ts'
import { PASSWORD, testApp } from '../support/test-app.ts'

const withSmtp = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Incasso <pay@example.com>' }

const FOREIGN_URLS = [
  'https://evil.example',
  'https://evil.example/reset-password',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/%5cevil.example',
  '/%2f/evil.example',
  '/\t/evil.example',
  ' //evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'http://127.0.0.1:3000@evil.example/',
  'http://127.0.0.1:3000.evil.example/',
  'http://127.0.0.1:30001/',
  'https://127.0.0.1:3000/',
  'http:evil.example',
  'evil.example',
]

test.each(FOREIGN_URLS)('a sign-in never redirects to %j', async (target) => {
  const mailbox = createInbox()
  await using app = await testApp({ environment: withSmtp, mailer: mailbox })
  const person = { email: 'ann@example.com', password: PASSWORD, name: 'Ann' }
  await postAuth(app, { path: '/sign-up/email', body: person })
  await app.idle()
  const token = mailbox.linkIn(0).searchParams.get('token')
  const verify = new URLSearchParams({ token: String(token), callbackURL: target })

  const responses = {
    verification: await browser(app).get(`/api/auth/verify-email?${verify}`),
    signUp: await postAuth(app, {
      path: '/sign-up/email',
      body: { ...person, email: 'bob@example.com', callbackURL: target },
    }),
    signIn: await postAuth(app, {
      path: '/sign-in/email',
      body: { ...person, callbackURL: target },
    }),
    reset: await postAuth(app, {
      path: '/request-password-reset',
      body: { email: person.email, redirectTo: target },
    }),
    resend: await postAuth(app, {
      path: '/send-verification-email',
      body: { email: person.email, callbackURL: target },
    }),
  }
  await app.idle()

  const refused = { status: 403, location: undefined }
  for (const [name, { status, headers }] of Object.entries(responses)) {
    expect({ name, status, location: headers.location }).toEqual({ name, ...refused })
  }
  expect(mailbox.mails).toHaveLength(1)
  // The refused call did not use up the link.
  expect((await signIn(app, person)).json().code).toBe('EMAIL_NOT_VERIFIED')
})

test('links in mails lead to our own URL, whichever host a request names', async () => {
  const mailbox = createInbox()
  await using app = await testApp({ mailer: mailbox })
  const alice = await app.person()

  await postAuth(app, {
    path: '/request-password-reset',
    body: { email: alice.email },
    headers: {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'ftp',
    },
  })
  await app.idle()

  expect(mailbox.linkIn(0).origin).toBe('http://127.0.0.1:3000')
})

test('a cookie planted before sign-in is not the session after it', async () => {
  await using app = await testApp()
  const [alice, mallory] = [await app.person(), await app.person()]
  const plantedCookie = mallory.cookie
  const signedIn = await signIn(app, { email: alice.email, cookie: plantedCookie })
  expect(signedIn.status).toBe(200)

  const session = String(signedIn.headers['set-cookie']).split(';')[0]
  expect(session).not.toBe(plantedCookie)
  const emailOf = async (cookie = '') => {
    const { body } = await app.rest({ method: 'GET', url: '/api/merchants', headers: { cookie } })
    return JSON.parse(body).email
  }
  expect(await emailOf(plantedCookie)).toBe(mallory.email)
  expect(await emailOf(session)).toBe(alice.email)
  const inventedCookie = 'incasso.session_token=planted.c2lnbmF0dXJl'
  const other = await signIn(app, { email: alice.email, cookie: inventedCookie })
  expect(String(other.headers['set-cookie'])).not.toContain('planted')
})

test('a sign-out ends the session in the database, and no other', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const otherBrowser = browser(app)
  await otherBrowser.post('/api/auth/sign-in/email', { email: alice.email, password: PASSWORD })
  const before = await app.count('authSessions')

  const signOutResponse = await alice.rest('POST', '/api/auth/sign-out', {})

  expect(signOutResponse.status).toBe(200)
  expect(String(signOutResponse.headers['set-cookie'])).toMatch(/session_token=; Max-Age=0/)
  expect(await app.count('authSessions')).toBe(before - 1)
  expect((await alice.rest('GET', '/api/merchants')).status).toBe(401)
  expect((await otherBrowser.get('/api/merchants')).status).toBe(200)
})

test('a sign-in beyond the number that can be hashed at once is refused with a time to retry', async () => {
  await using app = await testApp({ hasFullPasswordCost: true })
  const alice = await app.person()

  const responses = await Promise.all(
    Array.from({ length: 100 }, () => signIn(app, { email: alice.email })),
  )

  const busy = responses.filter(({ status }) => status === 503)
  expect(busy.length).toBeGreaterThan(0)
  expect(busy.length).toBeLessThanOrEqual(32)
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(100 - busy.length)
  expect(busy[0]?.headers['retry-after']).toBe('2')
  expect(busy[0]?.json()).toMatchObject({ code: 'unavailable' })
})
