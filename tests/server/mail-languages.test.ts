import { expect, test } from 'vitest'
import { createInbox, postAuth } from '../support/sign-in.ts'
import { PASSWORD, type TestApp, testApp } from '../support/test-app.ts'

const WITH_SMTP = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'pay@example.com' }

const requestReset = async (app: TestApp, email: string, cookie = '') => {
  await app.rest({
    method: 'POST',
    url: '/api/auth/request-password-reset',
    headers: { 'content-type': 'application/json', origin: 'http://127.0.0.1:3000', cookie },
    payload: JSON.stringify({ email, redirectTo: '/reset-password' }),
  })
  await app.idle()
}

test('a mail uses the language its reader chose, then that of the page, else Italian', async () => {
  const mailbox = createInbox()
  await using app = await testApp({ mailer: mailbox })
  const alice = await app.person()

  await requestReset(app, alice.email)
  await requestReset(app, alice.email, 'incasso-language=en')
  await alice.api.preferences.save.mutate({ language: 'it' })
  await requestReset(app, alice.email, 'incasso-language=en')
  await alice.api.preferences.save.mutate({ language: 'en' })
  await requestReset(app, alice.email.toUpperCase())
  await alice.api.preferences.save.mutate({ language: 'spec' })
  await requestReset(app, alice.email, 'incasso-language=en')

  const italian = 'Scegli una nuova password'
  const english = 'Choose a new password'
  expect(mailbox.mails.map(({ subject }) => subject)).toEqual([
    italian,
    english,
    italian,
    english,
    italian,
  ])
  expect(mailbox.mails[1]?.text).toMatch(/^Hello,\n\nsomeone, we hope you/)
  expect(mailbox.linkIn(1).pathname).toBe('/reset-password')
})

test('the other sign-in mails are in English too, with their links', async () => {
  const mailbox = createInbox()
  await using app = await testApp({ mailer: mailbox, environment: WITH_SMTP })
  const cookie = 'incasso-language=en'
  const signUp = () =>
    app.rest({
      method: 'POST',
      url: '/api/auth/sign-up/email',
      headers: { 'content-type': 'application/json', origin: 'http://127.0.0.1:3000', cookie },
      payload: JSON.stringify({ email: 'ada@example.com', password: PASSWORD, name: 'Ada' }),
    })
  await signUp()
  await app.idle()
  await signUp()
  await app.idle()
  const [verification, existing] = mailbox.mails
  expect(verification?.subject).toBe('Confirm your email address')
  expect(existing?.subject).toBe('You already have an Incasso account')
  expect(existing?.text).toContain('http://127.0.0.1:3000/forgot-password')
  expect(mailbox.linkIn(0).pathname).toBe('/api/auth/verify-email')

  await requestReset(app, 'ada@example.com', cookie)
  const token = mailbox.linkIn(2).searchParams.get('token')
  await postAuth(app, { path: '/reset-password', body: { token, newPassword: 'a new horse' } })
  await app.idle()
  expect(mailbox.mails.at(-1)?.subject).toBe('La tua password è stata cambiata')
})

test('an invitation is in the language of the invited person, else of the inviter', async () => {
  const mailbox = createInbox()
  await using app = await testApp({ mailer: mailbox })
  const alice = await app.person()
  const bob = await app.person({ isOnboarded: false })
  const invite = (email: string) => alice.api.team.invite.mutate({ role: 'staff', email })

  await invite('new@example.com')
  await alice.api.preferences.save.mutate({ language: 'en' })
  await invite('newer@example.com')
  await bob.api.preferences.save.mutate({ language: 'it' })
  await invite(bob.email)
  await app.idle()

  expect(mailbox.mails.map(({ to, subject }) => [to, subject])).toEqual([
    ['new@example.com', 'Sei stato invitato a lavorare su Incasso'],
    ['newer@example.com', 'You are invited to work on Incasso'],
    [bob.email, 'Sei stato invitato a lavorare su Incasso'],
  ])
  expect(mailbox.mails[1]?.text).toContain('a business called “Bar Centrale” invites you')
})
