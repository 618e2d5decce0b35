import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Browser, browser } from '../support/browser.ts'
import { type OidcStandIn, startOidcStandIn } from '../support/oidc-stand-in.ts'
import { PASSWORD, type TestApp, testApp } from '../support/test-app.ts'

const START = '/api/auth/sign-in/oauth2'
const start = { providerId: 'google', callbackURL: '/dashboard' }

async function startSignIn(page: Browser): Promise<string> {
  const startResponse = await page.post(START, start)
  expect(startResponse.status).toBe(200)
  return startResponse.json().url
}

/** Signs in with Google, from the button on. Returns the URL where the visitor ends up. */
async function signInWith(google: OidcStandIn, page: Browser): Promise<string> {
  const callbackUrl = await google.visit(await startSignIn(page))
  const landingResponse = await page.get(callbackUrl.pathname + callbackUrl.search)
  expect(landingResponse.status).toBe(302)
  return String(landingResponse.headers.location)
}

const accounts = (app: TestApp) => app.db.selectFrom('authAccounts').selectAll().execute()

/** Returns the person that the server recognizes for the page. */
async function currentUserOf(page: Browser) {
  const response = await page.get('/trpc/identity.current')
  return response.json().result.data
}

test('a first sign-in with Google creates a person and signs them in', async () => {
  await using google = await startOidcStandIn()
  await using app = await testApp({ environment: google.environment })
  const page = browser(app)

  expect(await signInWith(google, page)).toBe('/dashboard')

  expect(await currentUserOf(page)).toMatchObject({
    email: 'giulia@example.com',
    firstName: 'Giulia',
    lastName: 'Bianchi',
    profileImageUrl: '',
  })
  expect((await page.get('/trpc/identity.methods')).json().result.data).toEqual({
    hasPassword: false,
    hasSecondStep: false,
    hasGoogle: true,
  })
  expect(await accounts(app)).toMatchObject([{ providerId: 'google', accountId: '1080001' }])
})

test('the request to Google carries PKCE, state, a nonce and Incasso’s own URL', async () => {
  await using google = await startOidcStandIn()
  await using app = await testApp({ environment: google.environment })

  await signInWith(google, browser(app))

  const [authorizeRequest = new URLSearchParams()] = google.requests
  expect(Object.fromEntries(authorizeRequest)).toMatchObject({
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{32}$/),
    nonce: expect.stringMatching(/^[\w-]{32}$/),
    redirect_uri: 'http://127.0.0.1:3000/api/auth/oauth2/callback/google',
  })
})

test('the same person is recognized at the next sign-in, also with another e-mail', async () => {
  await using google = await startOidcStandIn()
  await using app = await testApp({ environment: google.environment })
  const [first, second] = [browser(app), browser(app)]
  await signInWith(google, first)
  google.state.person.email = 'g.bianchi@example.com'

  await signInWith(google, second)

  expect(await currentUserOf(second)).toEqual(await currentUserOf(first))
  expect(await app.count('authUsers')).toBe(1)
})

test('tokens that give access to the person’s Google data are not stored', async () => {
  await using google = await startOidcStandIn()
  await using app = await testApp({ environment: google.environment })
  const page = browser(app)
  await signInWith(google, page)
  await signInWith(google, page)

  expect(await accounts(app)).toMatchObject([
    { accessToken: null, refreshToken: null, idToken: null },
  ])
})

test('an e-mail that already has a password is refused, not joined', async () => {
  await using google = await startOidcStandIn()
  await using app = await testApp({ environment: google.environment })
  const alice = await app.person()
  google.state.person.email = alice.email.toUpperCase()
  const page = browser(app)

  const landingResponse = await signInWith(google, page)

  expect(landingResponse).toBe('/sign-in?error=account_not_linked')
  expect(await currentUserOf(page)).toBeNull()
  expect((await accounts(app)).map(({ providerId }) => providerId)).toEqual(['credential'])
})

test('Google does not bypass the second factor', async () => {
  await using google = await startOidcStandIn()
  await using app = await testApp({ environment: google.environment })
  await signInWith(google, browser(app))
  await app.db.updateTable('authUsers').set({ twoFactorEnabled: sql`true` }).execute()
  const page = browser(app)

  expect(await signInWith(google, page)).toBe('/sign-in?error=second_step_owed')

  expect(await currentUserOf(page)).toBeNull()
  expect([...page.cookies.keys()]).toEqual([])
  expect(await app.count('authSessions')).toBe(1)
})

test('an e-mail registered by Google cannot sign up with a password', async () => {
  await using google = await startOidcStandIn()
  await using app = await testApp({ environment: google.environment })
  await signInWith(google, browser(app))

  const refused = await browser(app).post('/api/auth/sign-up/email', {
    email: 'giulia@example.com',
    password: PASSWORD,
    name: 'Mallory',
  })

  expect(refused.status).toBe(422)
  expect(refused.json().code).toMatch(/^USER_ALREADY_EXISTS/)
  expect(await app.count('authAccounts')).toBe(1)
})

test.each([
  ['an unverified e-mail', { person: { email_verified: false } }, 'google_email_unverified'],
  ['a token signed by another key', { signsWithForeignKey: true }, 'google_token_invalid'],
  ['a token for another client', { claims: { aud: 'another' } }, 'google_token_invalid'],
  ['a token by another issuer', { claims: { iss: 'https://x.test' } }, 'google_token_invalid'],
  ['a token of another sign-in', { claims: { nonce: 'another' } }, 'google_token_invalid'],
  ['no consent', { consents: false }, 'access_denied'],
])('%s does not sign the person in', async (_, more, error) => {
  await using google = await startOidcStandIn()
  await using app = await testApp({ environment: google.environment })
  const { person, ...behaviour } = { person: {}, ...more }
  Object.assign(google.state, behaviour)
  Object.assign(google.state.person, person)
  const page = browser(app)

  expect(await signInWith(google, page)).toBe(`/sign-in?error=${error}`)

  expect(await currentUserOf(page)).toBeNull()
  expect(await app.count('authUsers')).toBe(0)
})

test('a state that this browser did not receive is refused', async () => {
  await using google = await startOidcStandIn()
  await using app = await testApp({ environment: google.environment })
  const [mallory, alice] = [browser(app), browser(app)]
  const callbackUrl = await google.visit(await startSignIn(mallory))
  await startSignIn(alice)

  const landingResponse = await alice.get(callbackUrl.pathname + callbackUrl.search)
  callbackUrl.searchParams.set('state', 'x'.repeat(32))
  const inventedState = await alice.get(callbackUrl.pathname + callbackUrl.search)

  expect(landingResponse.headers.location).toBe('/sign-in?error=state_mismatch')
  expect(inventedState.headers.location).toBe('/sign-in?error=state_mismatch')
  expect(await app.count('authSessions')).toBe(0)
})

test('a response of Google works once', async () => {
  await using google = await startOidcStandIn()
  await using app = await testApp({ environment: google.environment })
  const page = browser(app)
  const callbackUrl = await google.visit(await startSignIn(page))
  const cookies = new Map(page.cookies)
  await page.get(callbackUrl.pathname + callbackUrl.search)

  const again = await browser(app, cookies).get(callbackUrl.pathname + callbackUrl.search)

  expect(again.headers.location).toBe('/sign-in?error=state_mismatch')
  expect(await app.count('authSessions')).toBe(1)
})

test('a code already used at Google is refused', async () => {
  await using google = await startOidcStandIn()
  await using app = await testApp({ environment: google.environment })
  const [first, second] = [browser(app), browser(app)]
  const usedCallback = await google.visit(await startSignIn(first))
  await first.get(usedCallback.pathname + usedCallback.search)
  const callbackUrl = await google.visit(await startSignIn(second))
  callbackUrl.searchParams.set('code', usedCallback.searchParams.get('code') ?? '')

  const landingResponse = await second.get(callbackUrl.pathname + callbackUrl.search)

  expect(landingResponse.headers.location).toBe('/sign-in?error=oauth_code_verification_failed')
  expect(await currentUserOf(second)).toBeNull()
})

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/%2fevil.example'])(
  'a return to %s is refused before Google is called',
  async (foreignUrl) => {
    await using google = await startOidcStandIn()
    await using app = await testApp({ environment: google.environment })

    for (const field of ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL']) {
      const refused = await browser(app).post(START, { ...start, [field]: foreignUrl })
      expect([field, refused.status]).toEqual([field, 403])
    }
  },
)

test('a failed connection to Google is reported to the page', async () => {
  await using google = await startOidcStandIn()
  await using app = await testApp({ environment: google.environment })
  google.state.isDown = true

  const refused = await browser(app).post(START, start)

  expect([refused.status, refused.json().code]).toEqual([503, 'GOOGLE_UNREACHABLE'])
  google.state.isDown = false
  expect(await signInWith(google, browser(app))).toBe('/dashboard')
})

test('Google sign-in does not exist without its settings', async () => {
  await using app = await testApp()
  const page = browser(app)

  expect((await page.post(START, start)).status).toBe(404)
  expect((await page.get('/api/auth/oauth2/callback/google?code=x&state=y')).status).toBe(404)
})

test('a person who signed in by Google confirms by signing in again, not by a password', async () => {
  await using google = await startOidcStandIn()
  await using app = await testApp({ environment: google.environment })
  const page = browser(app)
  await signInWith(google, page)

  const refused = await page.post('/trpc/identity.confirm', { password: PASSWORD })

  expect([refused.status, refused.json().error.data.reason]).toEqual([400, 'no_password'])
})
