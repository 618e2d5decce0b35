import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createInbox, lockOut, newIpAddress, postAuth, signIn } from '../support/sign-in.ts'
import { PASSWORD, type TestApp, testApp } from '../support/test-app.ts'

const NEW_PASSWORD = 'an entirely new horse'
const WITH_LIMITS = { RATE_LIMITS: 'on' }

const request = (app: TestApp, email: string, from?: string) =>
  postAuth(app, {
    path: '/request-password-reset',
    body: { email, redirectTo: '/reset-password' },
    from,
  })

const reset = (app: TestApp, token: string | null, newPassword = NEW_PASSWORD) =>
  postAuth(app, { path: '/reset-password', body: { token, newPassword } })

async function requestToken(app: TestApp, mailbox: ReturnType<typeof createInbox>, email: string) {
  await request(app, email)
  await app.idle()
  return mailbox.linkIn(mailbox.mails.length - 1).searchParams.get('token')
}

test('a link sets a new password, once, and ends every session', async () => {
  const mailbox = createInbox()
  await using app = await testApp({ mailer: mailbox })
  const alice = await app.person()

  const resetRequest = await request(app, alice.email)
  await app.idle()

  expect([resetRequest.status, resetRequest.json().status]).toEqual([200, true])
  expect(mailbox.mails).toMatchObject([{ to: alice.email, subject: 'Scegli una nuova password' }])
  const link = mailbox.linkIn(0)
  expect(link.origin + link.pathname).toBe('http://127.0.0.1:3000/reset-password')
  const token = link.searchParams.get('token')
  expect((await reset(app, token)).json()).toEqual({ status: true })
  expect((await alice.rest('GET', '/api/merchants')).status).toBe(401)
  expect((await signIn(app, { email: alice.email })).status).toBe(401)
  expect((await signIn(app, { email: alice.email, password: NEW_PASSWORD })).status).toBe(200)
  const again = await reset(app, token, 'a third horse battery')
  expect([again.status, again.json().code]).toEqual([400, 'INVALID_TOKEN'])
  expect((await signIn(app, { email: alice.email, password: NEW_PASSWORD })).status).toBe(200)
  await app.idle()
  expect(mailbox.mails.at(-1)).toMatchObject({ subject: 'La tua password è stata cambiata' })
  expect(app.logs).toContainEqual(
    expect.objectContaining({ msg: 'the password was changed', userId: alice.id }),
  )
  expect(JSON.stringify(app.logs)).not.toContain(token)
})

test('a link works for an hour', async () => {
  const mailbox = createInbox()
  await using app = await testApp({ mailer: mailbox })
  const alice = await app.person()
  const token = await requestToken(app, mailbox, alice.email)
  const rawDb = app.db.withoutPlugins()
  const { rows } = await sql<
    Record<'created_at' | 'expires_at', string | Date> & { identifier: string }
  >`
    select created_at, expires_at, identifier from auth_verifications
  `.execute(rawDb)
  const [{ created_at: createdAt, expires_at: endsAt } = { created_at: 0, expires_at: 0 }] = rows
  const lastsMs = new Date(endsAt).getTime() - new Date(createdAt).getTime()
  expect(Math.round(lastsMs / 60_000)).toBe(60)
  // The database does not contain the link's token.
  expect(rows[0]?.identifier).not.toContain(token)

  await sql`update auth_verifications set expires_at = ${new Date(Date.now() - 1).toISOString()}`.execute(
    rawDb,
  )

  const late = await reset(app, token)
  expect([late.status, late.json().code]).toEqual([400, 'INVALID_TOKEN'])
  expect((await signIn(app, { email: alice.email })).status).toBe(200)
})

test.each(['', 'x', 'reset-password:x', '../x', '%00'])(
  'the token %j is refused',
  async (token) => {
    await using app = await testApp({ mailer: createInbox() })

    const response = await reset(app, token)

    expect([response.status, response.json().code]).toEqual([400, 'INVALID_TOKEN'])
  },
)

test('a new password that is too common or too short does not use up the link', async () => {
  const mailbox = createInbox()
  await using app = await testApp({ mailer: mailbox })
  const alice = await app.person()
  const token = await requestToken(app, mailbox, alice.email)

  for (const [password, code] of [
    ['short', 'PASSWORD_TOO_SHORT'],
    ['x'.repeat(129), 'PASSWORD_TOO_LONG'],
    ['Password123', 'PASSWORD_TOO_COMMON'],
    [`${alice.email.split('@')[0]}-2026`, 'PASSWORD_TOO_COMMON'],
  ] as const) {
    const refused = await reset(app, token, password)
    expect([refused.status, refused.json().code]).toEqual([400, code])
  }

  expect((await reset(app, token)).status).toBe(200)
})

test('a reset works while the account is locked, and unlocks it', async () => {
  const mailbox = createInbox()
  await using app = await testApp({ environment: WITH_LIMITS, mailer: mailbox })
  const alice = await app.person()
  await lockOut(app, alice.email)
  expect((await signIn(app, { email: alice.email, from: newIpAddress() })).status).toBe(429)

  const token = await requestToken(app, mailbox, alice.email)
  expect((await reset(app, token)).status).toBe(200)

  const signedIn = await signIn(app, {
    email: alice.email,
    password: NEW_PASSWORD,
    from: newIpAddress(),
  })
  expect(signedIn.status).toBe(200)
})

test('an account gets five links an hour, existing or not, and no other e-mail address gets more', async () => {
  const mailbox = createInbox()
  await using app = await testApp({ environment: WITH_LIMITS, mailer: mailbox })
  const alice = await app.person()

  const responsesFor = async (email: string) => {
    const statuses: (string | number)[][] = []
    for (let i = 0; i < 6; i++) {
      const { status, body } = await request(app, email, newIpAddress())
      statuses.push([status, body])
    }
    return statuses
  }
  const knownStatuses = await responsesFor(alice.email)
  const unknownStatuses = await responsesFor('nobody@example.com')
  await app.idle()

  expect(knownStatuses.map(([status]) => status)).toEqual([200, 200, 200, 200, 200, 429])
  expect(unknownStatuses).toEqual(knownStatuses)
  expect(mailbox.mails.map(({ to }) => to)).toEqual(Array(5).fill(alice.email))
  app.clock.advance(60 * 60_000)
  expect((await request(app, alice.email, newIpAddress())).status).toBe(200)
})

test('the server reports that it cannot send mails', async () => {
  await using app = await testApp()
  const alice = await app.person()

  for (const email of [alice.email, 'nobody@example.com']) {
    const response = await request(app, email)
    expect([response.status, response.json().code]).toEqual([400, 'RESET_PASSWORD_DISABLED'])
  }
})

test('a password change notifies its owner, and ends the other sessions on request', async () => {
  const mailbox = createInbox()
  await using app = await testApp({ mailer: mailbox })
  const alice = await app.person()
  const change = (newPassword: string) =>
    alice.rest('POST', '/api/auth/change-password', {
      currentPassword: PASSWORD,
      newPassword,
      revokeOtherSessions: true,
    })
  const common = await change('qwerty12345')
  expect([common.status, common.json().code]).toEqual([400, 'PASSWORD_TOO_COMMON'])

  expect((await change(NEW_PASSWORD)).status).toBe(200)
  await app.idle()

  expect(mailbox.mails).toMatchObject([
    { to: alice.email, subject: 'La tua password è stata cambiata' },
  ])
  expect((await alice.rest('GET', '/api/merchants')).status).toBe(401)
  expect((await signIn(app, { email: alice.email, password: NEW_PASSWORD })).status).toBe(200)
})

test.each(['Password1', 'juventus1897', 'incasso-incasso', 'maria.rossi'])(
  'a sign-up with the password %s is refused',
  async (password) => {
    await using app = await testApp()

    const response = await postAuth(app, {
      path: '/sign-up/email',
      body: { email: 'maria.rossi@example.com', password, name: 'Maria' },
    })

    expect([response.status, response.json().code]).toEqual([400, 'PASSWORD_TOO_COMMON'])
    expect(await app.count('authUsers')).toBe(0)
  },
)
