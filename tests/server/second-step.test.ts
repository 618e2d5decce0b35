import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEmbeddedIdentity } from '#server/services/identity/embedded/embedded.ts'
import { type Browser, browser } from '../support/browser.ts'
import { PASSWORD, type Person, type TestApp, testApp } from '../support/test-app.ts'
import { totp } from '../support/totp.ts'

const STEP_MS = 30_000

// The identity library reads the real clock, so the test sets it to the app's time.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-10T12:00:00.000Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

function passTime(app: TestApp, ms: number): void {
  app.clock.advance(ms)
  vi.setSystemTime(app.clock.now())
}

const browserOf = (app: TestApp, { cookie }: Person): Browser => {
  const at = cookie.indexOf('=')
  return browser(app, new Map([[cookie.slice(0, at), cookie.slice(at + 1)]]))
}

type SecondStep = { page: Browser; uri: string; backupCodes: string[] }

/** Enables the second step of the person. Their next code is one that was not used yet. */
async function enableSecondStep(app: TestApp, person: Person): Promise<SecondStep> {
  const page = browserOf(app, person)
  const enableResponse = await page.post('/api/auth/two-factor/enable', { password: PASSWORD })
  const { totpURI: uri, backupCodes } = enableResponse.json()
  const code = totp(uri, app.clock.now())
  expect((await page.post('/api/auth/two-factor/verify-totp', { code })).status).toBe(200)
  passTime(app, STEP_MS)
  return { page, uri, backupCodes }
}

async function startChallenge(app: TestApp, { email }: Person): Promise<Browser> {
  const page = browser(app)
  const response = await page.post('/api/auth/sign-in/email', { email, password: PASSWORD })
  expect(response.json()).toEqual({ twoFactorRedirect: true, twoFactorMethods: ['totp'] })
  return page
}

const isSignedIn = async (page: Browser) => (await page.get('/api/merchants')).status === 200
const sendTotp = (page: Browser, code: string, more = {}) =>
  page.post('/api/auth/two-factor/verify-totp', { code, ...more })
const sendBackupCode = (page: Browser, code: string) =>
  page.post('/api/auth/two-factor/verify-backup-code', { code })

test('the second step begins with a correct code, not with the request for it', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const page = browserOf(app, alice)

  const enableResponse = await page.post('/api/auth/two-factor/enable', { password: PASSWORD })

  expect(enableResponse.status).toBe(200)
  const { totpURI, backupCodes } = enableResponse.json()
  expect(totpURI).toMatch(/^otpauth:\/\/totp\/Incasso:person1%40example\.com\?secret=[A-Z2-7]{52}&/)
  expect(backupCodes).toHaveLength(10)
  expect((await alice.api.identity.methods.query()).hasSecondStep).toBe(false)
  await alice.signIn()

  const wrong = await sendTotp(page, 'wrong!')

  expect([wrong.status, wrong.json().code]).toEqual([401, 'INVALID_CODE'])
  expect((await alice.api.identity.methods.query()).hasSecondStep).toBe(false)
  const right = await sendTotp(page, totp(totpURI, app.clock.now()))
  expect(right.status).toBe(200)
  expect((await alice.api.identity.methods.query()).hasSecondStep).toBe(true)
  expect(await isSignedIn(page)).toBe(true)
})

test('a wrong password and a stranger cannot enable the second step, and nothing is stored', async () => {
  await using app = await testApp()
  const page = browserOf(app, await app.person())

  const wrong = await page.post('/api/auth/two-factor/enable', { password: 'wrong horse' })
  const stranger = await browser(app).post('/api/auth/two-factor/enable', { password: PASSWORD })

  expect([wrong.status, wrong.json().code]).toEqual([400, 'INVALID_PASSWORD'])
  expect(stranger.status).toBe(401)
  expect(await app.count('authTwoFactors')).toBe(0)
})

test('a session begins only after the code, not after the password', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { uri } = await enableSecondStep(app, alice)
  const before = await app.count('authSessions')

  const page = await startChallenge(app, alice)

  expect(await app.count('authSessions')).toBe(before)
  expect([...page.cookies.keys()]).toEqual(['incasso.two_factor'])
  expect(await isSignedIn(page)).toBe(false)
  const right = await sendTotp(page, totp(uri, app.clock.now()))
  expect(right.status).toBe(200)
  expect(right.json().user.email).toBe(alice.email)
  expect(await isSignedIn(page)).toBe(true)
})

test('a code is accepted once, and no older code is', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { uri } = await enableSecondStep(app, alice)
  const code = totp(uri, app.clock.now())
  const older = totp(uri, app.clock.now() - STEP_MS)
  expect((await sendTotp(await startChallenge(app, alice), code)).status).toBe(200)

  const page = await startChallenge(app, alice)
  for (const usedCode of [code, older]) {
    const refused = await sendTotp(page, usedCode)
    expect([refused.status, refused.json().code]).toEqual([401, 'CODE_ALREADY_USED'])
  }

  expect(await isSignedIn(page)).toBe(false)
  passTime(app, STEP_MS)
  expect((await sendTotp(page, totp(uri, app.clock.now()))).status).toBe(200)
})

test('only one of two sign-ins with the same code at the same time succeeds', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { uri } = await enableSecondStep(app, alice)
  const pages = await Promise.all([startChallenge(app, alice), startChallenge(app, alice)])

  const code = totp(uri, app.clock.now())
  const responses = await Promise.all(pages.map((page) => sendTotp(page, code)))

  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 401])
})

test('a code of another time is refused', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { uri } = await enableSecondStep(app, alice)
  const page = await startChallenge(app, alice)

  for (const offsetMs of [-3 * STEP_MS, 2 * STEP_MS]) {
    const refused = await sendTotp(page, totp(uri, app.clock.now() + offsetMs))
    expect([offsetMs, refused.status, refused.json().code]).toEqual([offsetMs, 401, 'INVALID_CODE'])
  }

  expect((await sendTotp(page, totp(uri, app.clock.now() + STEP_MS))).status).toBe(200)
})

test('five wrong codes require the password again, and ten lock the account for a time', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { uri } = await enableSecondStep(app, alice)
  for (let round = 0; round < 2; round++) {
    const page = await startChallenge(app, alice)
    for (let n = 0; n < 5; n++) expect((await sendTotp(page, 'wrong!')).status).toBe(401)
    if (round > 0) continue
    const lastAttempt = await sendTotp(page, totp(uri, app.clock.now()))
    expect(lastAttempt.json().code).toBe('TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE')
    expect(await isSignedIn(page)).toBe(false)
  }

  passTime(app, STEP_MS)
  const lockedResponse = await sendTotp(
    await startChallenge(app, alice),
    totp(uri, app.clock.now()),
  )

  expect([lockedResponse.status, lockedResponse.json().code]).toEqual([
    429,
    'ACCOUNT_TEMPORARILY_LOCKED',
  ])
  passTime(app, 15 * 60_000)
  const later = await sendTotp(await startChallenge(app, alice), totp(uri, app.clock.now()))
  expect(later.status).toBe(200)
})

test('a recovery code signs in once', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { backupCodes } = await enableSecondStep(app, alice)
  const [code = ''] = backupCodes

  const page = await startChallenge(app, alice)
  expect((await sendBackupCode(page, code)).status).toBe(200)

  expect(await isSignedIn(page)).toBe(true)
  const again = await startChallenge(app, alice)
  const refused = await sendBackupCode(again, code)
  expect([refused.status, refused.json().code]).toEqual([401, 'INVALID_BACKUP_CODE'])
  expect(await isSignedIn(again)).toBe(false)
})

test('new recovery codes replace the old ones', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { page, backupCodes } = await enableSecondStep(app, alice)
  const path = '/api/auth/two-factor/generate-backup-codes'
  expect((await page.post(path, { password: 'wrong horse' })).json().code).toBe('INVALID_PASSWORD')

  const response = await page.post(path, { password: PASSWORD })

  expect(response.status).toBe(200)
  const { backupCodes: fresh } = response.json()
  expect(fresh).toHaveLength(10)
  const next = await startChallenge(app, alice)
  expect((await sendBackupCode(next, backupCodes[0] ?? '')).status).toBe(401)
  expect((await sendBackupCode(next, fresh[0])).status).toBe(200)
})

test('a trusted device needs only the password for thirty days, another one the code too', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { uri } = await enableSecondStep(app, alice)
  const page = await startChallenge(app, alice)
  await sendTotp(page, totp(uri, app.clock.now()), { trustDevice: true })
  await page.post('/api/auth/sign-out')
  expect(await isSignedIn(page)).toBe(false)

  const credentials = { email: alice.email, password: PASSWORD }
  const again = await page.post('/api/auth/sign-in/email', credentials)

  expect(again.json().twoFactorRedirect).toBeUndefined()
  expect(await isSignedIn(page)).toBe(true)
  await startChallenge(app, alice)
  passTime(app, 31 * 86_400_000)
  const late = await page.post('/api/auth/sign-in/email', credentials)
  expect(late.json().twoFactorRedirect).toBe(true)
})

test('switching it off requires the password, keeps the person signed in, and ends the second step', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { page } = await enableSecondStep(app, alice)
  const wrong = await page.post('/api/auth/two-factor/disable', { password: 'wrong horse' })
  expect([wrong.status, wrong.json().code]).toEqual([400, 'INVALID_PASSWORD'])
  expect(await app.count('authTwoFactors')).toBe(1)

  expect((await page.post('/api/auth/two-factor/disable', { password: PASSWORD })).status).toBe(200)

  expect(await isSignedIn(page)).toBe(true)
  expect(await app.count('authTwoFactors')).toBe(0)
  await alice.signIn()
  expect((await alice.api.identity.methods.query()).hasSecondStep).toBe(false)
})

test('the secret and the recovery codes are encrypted where they are stored', async () => {
  await using app = await testApp()
  const { uri, backupCodes } = await enableSecondStep(app, await app.person())

  const stored = JSON.stringify(await app.db.selectFrom('authTwoFactors').selectAll().execute())

  const secret = new URL(uri).searchParams.get('secret') ?? ''
  expect(stored).not.toContain(secret)
  for (const code of backupCodes) expect(stored).not.toContain(code)
  expect(stored).toMatch(/"secret":"\$ba\$\d+\$[0-9a-f]{100,}"/)
  expect(JSON.stringify(app.logs)).not.toContain(secret)
})

test('a second step survives a change of the secret key', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { uri } = await enableSecondStep(app, alice)
  const { config, log, now } = app.world
  const rotated = createEmbeddedIdentity({
    ...app.database,
    config,
    log,
    now,
    secret: 'n'.repeat(40),
    formerSecrets: ['s'.repeat(40)],
  })
  const send = (path: string, body: object, cookie = '') =>
    rotated.handle?.(
      new Request(`http://127.0.0.1:3000/api/auth${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: config.appUrl, cookie },
        body: JSON.stringify(body),
      }),
      { ...app.world, address: null, requestId: 'test' },
    )

  const first = await send('/sign-in/email', { email: alice.email, password: PASSWORD })
  const cookie = first?.headers.getSetCookie().find((line) => line.includes('two_factor='))
  const code = totp(uri, app.clock.now())
  const second = await send('/two-factor/verify-totp', { code }, cookie?.split(';')[0])

  expect(second?.status).toBe(200)
})

test.each([
  '/api/auth/two-factor/send-otp',
  '/api/auth/two-factor/verify-otp',
  '/api/auth/two-factor/get-totp-uri',
  '/api/auth/update-user',
  '/api/auth/delete-user',
  '/api/auth/list-sessions',
  '/api/auth/sign-in/social',
  '/api/auth/sign-in/oauth2/',
  '/api/auth//sign-out',
])('%s is not offered', async (path) => {
  await using app = await testApp()
  const page = browserOf(app, await app.person())

  expect((await page.post(path, { password: PASSWORD, code: 'wrong!' })).status).toBe(404)
})
