import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { auditActions } from '#server/services/audit/audit-actions.ts'
import { auditEntries, auditEntriesOf } from '../support/audit-entries.ts'
import { type Browser, browser } from '../support/browser.ts'
import { keyCaller } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { startOidcStandIn } from '../support/oidc-stand-in.ts'
import { startOpenaiStandIn } from '../support/openai-stand-in.ts'
import {
  createInbox,
  lockOut,
  newIpAddress,
  postAuth,
  signIn,
  WRONG_PASSWORD,
} from '../support/sign-in.ts'
import { createTeamMember } from '../support/team.ts'
import { PASSWORD, type Person, type TestApp, testApp } from '../support/test-app.ts'
import { totp } from '../support/totp.ts'

// The identity library reads the real clock, so the test sets it to the app's time.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-10T12:00:00.000Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const NEW_PASSWORD = 'an entirely new horse'

type TestResponse = Awaited<ReturnType<TestApp['rest']>>

/** Returns the expected entry about a person's own sign-in, made by that person unless `more` overrides it. */
const entryOf = ({ id, merchant }: Person, action: string, more: object = {}) => ({
  merchantId: merchant.id,
  actor: `user:${id}`,
  action,
  objectId: id,
  before: null,
  after: null,
  address: '127.0.0.1',
  requestId: expect.stringMatching(/^req_/),
  ...more,
})

/** Returns the person's first session as a browser that keeps its cookies. */
const browserOf = (app: TestApp, { cookie }: Person): Browser => {
  const pairs = cookie.split('; ').map((pair) => {
    const at = pair.indexOf('=')
    return [pair.slice(0, at), pair.slice(at + 1)] as const
  })
  return browser(app, new Map(pairs))
}

async function signInElsewhere(app: TestApp, { email }: Person): Promise<Browser> {
  const page = browser(app)
  const response = await page.post('/api/auth/sign-in/email', { email, password: PASSWORD })
  expect(response.status).toBe(200)
  return page
}

test('a sign-in records the person, the IP address, the method and the request', async () => {
  await using app = await testApp()
  const [alice] = [await app.person(), await app.person()]
  let response: TestResponse | undefined

  const notedEntries = await auditEntriesOf(app, async () => {
    response = await signIn(app, { email: alice.email.toUpperCase(), from: '192.0.2.7' })
  })

  expect(response?.status).toBe(200)
  const requestId = response?.headers['x-request-id']
  const more = { after: { method: 'password' }, address: '192.0.2.7', requestId }
  expect(notedEntries).toEqual([entryOf(alice, 'member.signed_in', more)])
})

test.each(['on', 'off'])(
  'a refused sign-in records the member it concerned (limits %s)',
  async (limits) => {
    await using app = await testApp({ environment: { RATE_LIMITS: limits } })
    const alice = await app.person()
    const visitor = await app.person({ isOnboarded: false })

    const notedEntries = await auditEntriesOf(app, async () => {
      const guesses = [alice.email.toUpperCase(), visitor.email, 'nobody@example.com', '']
      for (const email of guesses) {
        const response = await signIn(app, { email, password: WRONG_PASSWORD, from: '192.0.2.7' })
        expect(response.status).toBeGreaterThanOrEqual(400)
      }
    })

    // A refusal that concerns no member of a merchant is only logged.
    const more = { actor: 'anyone', after: { method: 'password' }, address: '192.0.2.7' }
    expect(notedEntries).toEqual([entryOf(alice, 'member.sign_in_refused', more)])
    expect(app.logs.filter(({ msg }) => msg === 'sign-in failed')).toHaveLength(3)
  },
)

test('a lock-out leaves one entry, and attempts during the lock-out leave none', async () => {
  await using app = await testApp({ environment: { RATE_LIMITS: 'on' } })
  const alice = await app.person()

  const notedEntries = await auditEntriesOf(app, async () => {
    await lockOut(app, alice.email)
    for (let i = 0; i < 3; i++) {
      const response = await signIn(app, { email: alice.email, from: newIpAddress() })
      expect(response.status).toBe(429)
    }
  })

  const actions = notedEntries.map(({ action, actor, objectId }) => [action, actor, objectId])
  expect(actions).toEqual([
    ...Array.from({ length: 10 }, () => ['member.sign_in_refused', 'anyone', alice.id]),
    ['member.locked_out', 'anyone', alice.id],
  ])
})

test('signing out and ending sessions are recorded once each', async () => {
  await using app = await testApp()
  const [alice, mallory] = [await app.person(), await app.person()]
  const page = await signInElsewhere(app, alice)

  const signOutEntries = await auditEntriesOf(app, async () => {
    await page.post('/api/auth/sign-out')
    await page.post('/api/auth/sign-out')
    await browser(app).post('/api/auth/sign-out')
  })
  for (let i = 0; i < 3; i++) await signInElsewhere(app, alice)
  const sessions = await alice.api.identity.sessions.query()
  const [other] = sessions.filter(({ isCurrent }) => !isCurrent)
  const sessionId = other?.id ?? ''
  const refused = await auditEntriesOf(app, () =>
    expect(mallory.api.identity.endSession.mutate({ sessionId })).rejects.toThrow(),
  )
  const one = await auditEntriesOf(app, () => alice.api.identity.endSession.mutate({ sessionId }))
  const all = await auditEntriesOf(app, async () => {
    await alice.api.identity.endOtherSessions.mutate({})
    await alice.api.identity.endOtherSessions.mutate({})
  })

  expect(signOutEntries).toEqual([entryOf(alice, 'member.signed_out')])
  expect(refused).toEqual([])
  expect(one).toEqual([entryOf(alice, 'member.sessions_ended', { after: { ended: 1 } })])
  expect(all).toEqual([entryOf(alice, 'member.sessions_ended', { after: { ended: 2 } })])
})

test('a changed password is recorded, and so is a refused change', async () => {
  const mailbox = createInbox()
  await using app = await testApp({ mailer: mailbox })
  const alice = await app.person()
  const page = browserOf(app, alice)
  const change = (currentPassword: string, newPassword: string) =>
    page.post('/api/auth/change-password', {
      currentPassword,
      newPassword,
      revokeOtherSessions: true,
    })

  const refused = await auditEntriesOf(app, () => change(WRONG_PASSWORD, NEW_PASSWORD))
  const tooCommon = await auditEntriesOf(app, () => change(PASSWORD, 'password1'))
  const changed = await auditEntriesOf(app, () => change(PASSWORD, NEW_PASSWORD))
  await postAuth(app, { path: '/request-password-reset', body: { email: alice.email } })
  await app.idle()
  const token = mailbox.linkIn(mailbox.mails.length - 1).searchParams.get('token')
  const reset = await auditEntriesOf(app, async () => {
    const body = { token, newPassword: 'a third horse battery' }
    expect((await postAuth(app, { path: '/reset-password', body })).status).toBe(200)
    expect((await postAuth(app, { path: '/reset-password', body })).status).toBe(400)
  })

  expect(refused).toEqual([
    entryOf(alice, 'member.confirmation_refused', { after: { for: 'change-password' } }),
  ])
  expect(tooCommon).toEqual([])
  expect(changed).toEqual([
    entryOf(alice, 'member.password_changed', {
      after: { method: 'password', endsOtherSessions: true },
    }),
  ])
  const byLink = { after: { method: 'link', endsOtherSessions: true }, address: '192.0.2.1' }
  expect(reset).toEqual([entryOf(alice, 'member.password_changed', byLink)])
})

test('each step of two-factor authentication is recorded', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const page = browserOf(app, alice)
  const post = (path: string, body: object) => page.post(`/api/auth/two-factor/${path}`, body)
  const passHalfMinute = () => {
    app.clock.advance(30_000)
    vi.setSystemTime(app.clock.now())
  }
  const codeOf = (uri: string) => totp(uri, app.clock.now())
  let startResponse = await post('enable', { password: PASSWORD })

  const enableEntries = await auditEntriesOf(app, async () => {
    await post('enable', { password: WRONG_PASSWORD })
    startResponse = await post('enable', { password: PASSWORD })
    await post('verify-totp', { code: codeOf(startResponse.json().totpURI) })
  })
  passHalfMinute()
  const signInEntries = await auditEntriesOf(app, async () => {
    const fresh = browser(app)
    await fresh.post('/api/auth/sign-in/email', { email: alice.email, password: PASSWORD })
    await fresh.post('/api/auth/two-factor/verify-totp', { code: 'wrong!' })
    const code = codeOf(startResponse.json().totpURI)
    expect((await fresh.post('/api/auth/two-factor/verify-totp', { code })).status).toBe(200)
  })
  const [backup] = startResponse.json().backupCodes
  const backupEntries = await auditEntriesOf(app, async () => {
    const fresh = browser(app)
    await fresh.post('/api/auth/sign-in/email', { email: alice.email, password: PASSWORD })
    await fresh.post('/api/auth/two-factor/verify-backup-code', { code: backup })
  })
  const changeEntries = await auditEntriesOf(app, async () => {
    await post('generate-backup-codes', { password: PASSWORD })
    await post('enable', { password: PASSWORD })
    await post('disable', { password: PASSWORD })
    await post('disable', { password: PASSWORD })
  })

  expect(enableEntries).toEqual([
    entryOf(alice, 'member.confirmation_refused', { after: { for: 'two-factor/enable' } }),
    entryOf(alice, 'member.second_step_enabled', {
      before: { hasSecondStep: false },
      after: { hasSecondStep: true },
    }),
  ])
  expect(signInEntries).toEqual([
    entryOf(alice, 'member.sign_in_refused', { actor: 'anyone', after: { method: 'code' } }),
    entryOf(alice, 'member.signed_in', { after: { method: 'code' } }),
  ])
  expect(backupEntries).toEqual([
    entryOf(alice, 'member.signed_in', { after: { method: 'backup code' } }),
  ])
  expect(changeEntries).toEqual([
    entryOf(alice, 'member.backup_codes_replaced'),
    entryOf(alice, 'member.second_step_replaced'),
    entryOf(alice, 'member.second_step_disabled', {
      before: { hasSecondStep: true },
      after: { hasSecondStep: false },
    }),
  ])
})

test('a sign-in by Google is recorded once the person has a merchant', async () => {
  vi.useRealTimers()
  await using google = await startOidcStandIn()
  await using app = await testApp({ environment: google.environment })
  const owner = await app.person()
  const visit = async () => {
    const page = browser(app)
    const startResponse = await page.post('/api/auth/sign-in/oauth2', {
      providerId: 'google',
      callbackURL: '/dashboard',
    })
    const callbackUrl = await google.visit(startResponse.json().url)
    await page.get(callbackUrl.pathname + callbackUrl.search)
  }

  const first = await auditEntriesOf(app, visit)
  const { userId } = await app.db
    .selectFrom('authAccounts')
    .select('userId')
    .where('providerId', '=', 'google')
    .executeTakeFirstOrThrow()
  const merchantId = owner.merchant.id
  const createdAt = new Date(app.clock.now()).toISOString()
  await app.db
    .insertInto('merchantMembers')
    .values({ merchantId, provider: 'embedded', subject: userId, role: 'staff', createdAt })
    .execute()
  const second = await auditEntriesOf(app, visit)

  expect(first).toEqual([])
  const giulia = { ...owner, id: userId }
  expect(second).toEqual([entryOf(giulia, 'member.signed_in', { after: { method: 'google' } })])
})

test('a confirmation of identity records its outcome', async () => {
  await using app = await testApp({ environment: { RATE_LIMITS: 'on' } })
  const alice = await app.person()
  const confirm = (password: string) => alice.api.identity.confirm.mutate({ password })

  const notedEntries = await auditEntriesOf(app, async () => {
    await expect(confirm(WRONG_PASSWORD)).rejects.toThrow()
    await confirm(PASSWORD)
  })

  expect(notedEntries).toEqual([
    entryOf(alice, 'member.confirmation_refused', { after: { for: 'confirmation' } }),
    entryOf(alice, 'member.confirmed'),
  ])
})

test('a sign-in that cannot be recorded fails', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await sql`alter table audit_log rename to elsewhere`.execute(app.db)

  const right = await signIn(app, { email: alice.email })
  const wrong = await signIn(app, { email: alice.email, password: WRONG_PASSWORD })
  await sql`alter table elsewhere rename to audit_log`.execute(app.db)

  expect([right.status, right.headers['set-cookie'], wrong.status]).toEqual([500, undefined, 500])
})

test('an export is recorded with its filter, but never with the search text', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const merchantId = alice.merchant.id
  const [reader, writer] = [
    await keyCaller(app, alice, { scopes: ['read'] }),
    await keyCaller(app, alice, { name: 'Other' }),
  ]
  const path = '/api/transactions/export'
  const exported = { merchantId, objectId: merchantId, action: 'transactions.exported' }

  const byPerson = await auditEntriesOf(app, () =>
    alice.rest('GET', `${path}?status=success&search=ada%40example.com`),
  )
  const byKey = await auditEntriesOf(app, () => reader.rest('GET', path))
  const refused = await auditEntriesOf(app, async () => {
    expect((await alice.rest('GET', `${path}?status=lost`)).status).toBe(400)
    expect((await app.rest({ method: 'GET', url: path })).status).toBe(401)
    expect((await (await app.person({ isOnboarded: false })).rest('GET', path)).status).toBe(403)
    await alice.api.apiKeys.revoke.mutate({ id: writer.key.id })
    expect((await writer.rest('GET', path)).status).toBe(401)
  })

  const filter = { status: 'success', sort: '-createdAt', hasSearch: true }
  expect(byPerson).toEqual([entryOf(alice, exported.action, { ...exported, after: { filter } })])
  expect(byKey).toMatchObject([
    { ...exported, actor: `key:${reader.key.id}`, after: { filter: { sort: '-createdAt' } } },
  ])
  expect(refused.map(({ action }) => action)).toEqual(['api_key.revoked'])
})

test('a request to the model is recorded without its text; a request that calls no model is not', async () => {
  await using openai = await startOpenaiStandIn()
  await using app = await testApp({ environment: openai.environment })
  await using silent = await testApp()
  const alice = await app.person()
  const prompt = 'How did the espresso sell?'
  const modelEntry = (what: string) =>
    entryOf(alice, 'model.asked', {
      objectId: expect.any(String),
      after: { for: what, model: 'gpt-4o' },
    })

  const notedEntries = await auditEntriesOf(app, async () => {
    await alice.rest('POST', '/api/openai/analyze', { prompt })
    await alice.rest('POST', '/api/openai/stream', { prompt, analysis: 'fraud' })
    await alice.rest('GET', '/api/openai/test')
    await alice.rest('GET', '/api/openai/environment-advice')
    await alice.rest('POST', '/api/openai/analyze', { prompt: '' })
  })
  const bob = await silent.person()
  const builtinEntries = await auditEntriesOf(silent, () =>
    bob.rest('POST', '/api/openai/analyze', { prompt }),
  )

  expect(notedEntries).toEqual([
    modelEntry('question'),
    modelEntry('fraud'),
    modelEntry('test'),
    modelEntry('guide'),
  ])
  expect(notedEntries.map(({ objectId }) => objectId)).toEqual([
    alice.merchant.id,
    alice.merchant.id,
    alice.id,
    alice.id,
  ])
  expect(openai.requests).toHaveLength(4)
  expect(JSON.stringify(notedEntries)).not.toContain('espresso')
  expect(builtinEntries).toEqual([])
})

test('each step in the life of a key leaves one entry about it, a refused step leaves none', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const staff = await createTeamMember(app, alice)

  const ids: string[] = []

  const notedEntries = await auditEntriesOf(app, async () => {
    const { key } = await keyCaller(app, alice)
    const rotated = await alice.rest('POST', `/api/api-keys/${key.id}/rotate`, {})
    ids.push(key.id, rotated.json().id)
    await alice.rest('DELETE', `/api/api-keys/${key.id}`)
    expect((await staff.rest('POST', '/api/api-keys', { name: 'Mine' })).status).toBe(403)
    expect((await alice.rest('POST', '/api/api-keys', { name: '' })).status).toBe(400)
  })

  const [old, next] = ids
  expect(notedEntries.map(({ action, objectId }) => [action, objectId])).toEqual([
    ['api_key.created', old],
    // The successor of the old key.
    ['api_key.created', next],
    ['api_key.rotated', old],
    ['api_key.revoked', old],
  ])
})

test('no entry holds a password, a token, a code or a secret', async () => {
  const mailbox = createInbox()
  await using app = await testApp({ mailer: mailbox })
  const alice = await app.person()
  const page = browserOf(app, alice)
  const shop = await keyCaller(app, alice)
  const { id } = (await alice.rest('GET', '/api/integrations')).json()[0]
  const hook = await alice.rest('PUT', `/api/integrations/${id}`, {
    webhookUrl: 'https://93.184.215.14/hook',
  })
  const invited = await alice.api.team.invite.mutate({ role: 'staff' })
  await shop.rest('POST', '/api/payments', payment({ description: 'a secret gift' }))
  await signIn(app, { email: alice.email, password: WRONG_PASSWORD })
  const otherBrowser = await signInElsewhere(app, alice)
  await otherBrowser.post('/api/auth/sign-out')
  const startResponse = (
    await page.post('/api/auth/two-factor/enable', { password: PASSWORD })
  ).json()
  await page.post('/api/auth/two-factor/verify-totp', {
    code: totp(startResponse.totpURI, app.clock.now()),
  })
  await page.post('/api/auth/change-password', {
    currentPassword: PASSWORD,
    newPassword: NEW_PASSWORD,
  })
  await postAuth(app, { path: '/request-password-reset', body: { email: alice.email } })
  await app.idle()
  const token = mailbox.linkIn(mailbox.mails.length - 1).searchParams.get('token')
  await postAuth(app, { path: '/reset-password', body: { token, newPassword: 'third horse now' } })

  const entries = await auditEntries(app)
  const storedLog = JSON.stringify(await app.db.selectFrom('auditLog').selectAll().execute())

  const knownActions: readonly string[] = auditActions
  expect(entries.length).toBeGreaterThan(9)
  expect(entries.filter(({ action }) => !knownActions.includes(action))).toEqual([])
  const sessions = await app.db.selectFrom('authSessions').select('id').execute()
  const cookies = [...page.cookies.values(), ...alice.cookie.split('; ')]
  const secrets = [
    PASSWORD,
    WRONG_PASSWORD,
    NEW_PASSWORD,
    'third horse now',
    'secret gift',
    token,
    shop.key.secret,
    hook.json().secret,
    invited.link.split('#')[1],
    new URL(startResponse.totpURI).searchParams.get('secret'),
    ...startResponse.backupCodes,
    ...sessions.map((session) => session.id),
    ...cookies.map((value) => value.split('.')[0]),
  ].filter((secret) => String(secret).length > 4)
  expect(secrets.length).toBeGreaterThan(18)
  expect(secrets.filter((secret) => storedLog.includes(String(secret)))).toEqual([])
})
