import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Mail } from '#server/core/ports/mailer.ts'
import { browser } from '../support/browser.ts'
import { createInbox, newIpAddress, postAuth, signIn, WRONG_PASSWORD } from '../support/sign-in.ts'
import { PASSWORD, type TestApp, testApp } from '../support/test-app.ts'

const UNKNOWN_EMAIL = 'nobody@example.com'
const withSmtp = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Incasso <pay@example.com>' }

const requestReset = (app: TestApp, email: string) =>
  postAuth(app, { path: '/request-password-reset', body: { email }, from: newIpAddress() })

test('a forgotten password gets the same response whether the account exists or not', async () => {
  const mailbox = createInbox()
  await using app = await testApp({ mailer: mailbox })
  const alice = await app.person()

  const [knownResponse, unknownResponse] = [
    await requestReset(app, alice.email),
    await requestReset(app, UNKNOWN_EMAIL),
  ]
  await app.idle()

  expect([unknownResponse.status, unknownResponse.body]).toEqual([
    knownResponse.status,
    knownResponse.body,
  ])
  expect(knownResponse.json()).toEqual({
    status: true,
    message: 'If this email exists in our system, check your email for the reset link',
  })
  expect(mailbox.mails).toHaveLength(1)
})

test('no response waits for a mail', async () => {
  const sent: Mail[] = []
  let finishDelivery = () => {}
  const deliveryFinished = new Promise<void>((resolve) => {
    finishDelivery = resolve
  })
  const slowMailer = {
    send: async (mail: Mail) => {
      sent.push(mail)
      await deliveryFinished
    },
  }
  await using app = await testApp({ environment: withSmtp, mailer: slowMailer })
  const signUp = { email: 'a@example.com', password: PASSWORD, name: 'A' }

  const responses = [
    await postAuth(app, { path: '/sign-up/email', body: signUp }),
    await postAuth(app, { path: '/sign-up/email', body: signUp }),
    await requestReset(app, signUp.email),
    await postAuth(app, { path: '/send-verification-email', body: { email: signUp.email } }),
  ]

  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  finishDelivery()
  await app.idle()
  expect(sent).toHaveLength(4)
})

test('sign-up with mail does not reveal an existing account; its owner is notified', async () => {
  const mailbox = createInbox()
  await using app = await testApp({ environment: withSmtp, mailer: mailbox })
  const signUp = (email: string) =>
    postAuth(app, { path: '/sign-up/email', body: { email, password: PASSWORD, name: 'Ann' } })
  const shapeOf = async (response: ReturnType<typeof signUp>) => {
    const { status, headers, json } = await response
    const { user, token } = json()
    return { status, token, keys: Object.keys(user), cookie: headers['set-cookie'] }
  }

  const fresh = await shapeOf(signUp('ann@example.com'))
  const again = await shapeOf(signUp('ann@example.com'))
  await app.idle()

  expect(again).toEqual(fresh)
  expect(fresh).toMatchObject({ status: 200, token: null, cookie: undefined })
  expect(await app.count('authUsers')).toBe(1)
  // Both mails were queued before they were sent, so they have no order.
  expect(mailbox.mails.map(({ subject }) => subject).toSorted()).toEqual([
    'Conferma il tuo indirizzo e-mail',
    'Hai già un account Incasso',
  ])
})

test('an e-mail address must be confirmed before the first sign-in, when mail works', async () => {
  const mailbox = createInbox()
  await using app = await testApp({ environment: withSmtp, mailer: mailbox })
  const person = { email: 'ann@example.com', password: PASSWORD, name: 'Ann' }
  await postAuth(app, { path: '/sign-up/email', body: person })
  const early = await signIn(app, person)
  expect([early.status, early.json().code]).toEqual([403, 'EMAIL_NOT_VERIFIED'])
  // Only a person who knows the password learns this.
  expect((await signIn(app, { ...person, password: WRONG_PASSWORD })).status).toBe(401)
  await app.idle()
  expect(mailbox.mails).toHaveLength(2)

  const page = browser(app)
  const link = mailbox.linkIn(0)
  expect(link.origin).toBe('http://127.0.0.1:3000')
  const linkResponse = await page.get(link.pathname + link.search)

  expect([linkResponse.status, linkResponse.headers.location]).toEqual([302, '/onboarding'])
  expect((await page.get('/api/merchants')).status).toBe(404)
  expect((await signIn(app, person)).status).toBe(200)
  const stranger = browser(app)
  expect((await stranger.get(link.pathname + link.search)).status).toBe(302)
  expect((await stranger.get('/api/merchants')).status).toBe(401)
})

test('an expired or forged link leads to the sign-in', async () => {
  await using app = await testApp({ environment: withSmtp, mailer: createInbox() })

  const linkResponse = await browser(app).get('/api/auth/verify-email?token=forged&callbackURL=%2F')

  expect([linkResponse.status, linkResponse.headers.location]).toEqual([
    302,
    '/sign-in?error=INVALID_TOKEN',
  ])
})

test('another link can be requested without revealing whether the account exists', async () => {
  const mailbox = createInbox()
  await using app = await testApp({ environment: withSmtp, mailer: mailbox })
  const person = { email: 'ann@example.com', password: PASSWORD, name: 'Ann' }
  await postAuth(app, { path: '/sign-up/email', body: person })
  const requestLink = (email: string) =>
    postAuth(app, { path: '/send-verification-email', body: { email } })

  const [knownResponse, unknownResponse] = [
    await requestLink(person.email),
    await requestLink(UNKNOWN_EMAIL),
  ]
  await app.idle()

  expect([unknownResponse.status, unknownResponse.body]).toEqual([
    knownResponse.status,
    knownResponse.body,
  ])
  expect(knownResponse.json()).toEqual({ status: true })
  expect(mailbox.mails.map(({ to }) => to)).toEqual([person.email, person.email])
})

test('a confirmed e-mail address does not bypass the second factor', async () => {
  const mailbox = createInbox()
  await using app = await testApp({ environment: withSmtp, mailer: mailbox })
  const person = { email: 'ann@example.com', password: PASSWORD, name: 'Ann' }
  await postAuth(app, { path: '/sign-up/email', body: person })
  const sqlTrue = app.database.dialect === 'sqlite' ? 1 : true
  await sql`update auth_users set two_factor_enabled = ${sqlTrue}`.execute(app.db)
  await app.idle()

  const page = browser(app)
  const link = mailbox.linkIn(0)
  expect((await page.get(link.pathname + link.search)).status).toBe(302)

  expect((await page.get('/api/merchants')).status).toBe(401)
  expect(await app.count('authSessions')).toBe(0)
})

test('a password reset also confirms the e-mail address', async () => {
  const mailbox = createInbox()
  await using app = await testApp({ environment: withSmtp, mailer: mailbox })
  const person = { email: 'ann@example.com', password: PASSWORD, name: 'Ann' }
  await postAuth(app, { path: '/sign-up/email', body: person })
  await requestReset(app, person.email)
  await app.idle()
  const token = mailbox.linkIn(1).searchParams.get('token')
  const newPassword = 'an entirely new horse'
  await postAuth(app, { path: '/reset-password', body: { token, newPassword } })

  expect((await signIn(app, { ...person, password: newPassword })).status).toBe(200)
})

test('sign-up without mail reports that the e-mail address is taken', async () => {
  await using app = await testApp()
  const alice = await app.person()

  const again = await postAuth(app, {
    path: '/sign-up/email',
    body: { email: alice.email, password: PASSWORD, name: 'A' },
  })

  expect([again.status, again.json().code]).toEqual([422, 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL'])
})
