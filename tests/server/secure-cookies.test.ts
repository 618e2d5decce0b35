import { expect, test } from 'vitest'
import { PASSWORD, testApp } from '../support/test-app.ts'

const HTTPS_SETTINGS = {
  APP_ENV: 'staging',
  APP_URL: 'https://pay.example.com',
  RATE_LIMITS: 'on',
}

const signUp = {
  method: 'POST',
  url: '/api/auth/sign-up/email',
  payload: { email: 'ada@example.com', password: PASSWORD, name: 'Ada' },
} as const

const cookiesOf = (headers: Record<string, unknown>) => [headers['set-cookie']].flat().map(String)

test('every cookie over HTTPS is bound to this host, and opens what it should', async () => {
  await using app = await testApp({ environment: HTTPS_SETTINGS })

  const signedUp = await app.rest(signUp)
  const cookies = cookiesOf(signedUp.headers)

  expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual([
    '__Host-incasso.session_token',
    '__Host-incasso.known_device',
    '__Host-incasso.status',
  ])
  for (const cookie of cookies) {
    expect(cookie).toMatch(/; Path=\/(?:;|$)/)
    expect(cookie).toMatch(/; Secure(?:;|$)/)
    expect(cookie).toMatch(/; HttpOnly(?:;|$)/)
    expect(cookie).toMatch(/; SameSite=Lax(?:;|$)/)
    expect(cookie).not.toMatch(/domain/i)
  }
  const cookie = cookies.map((each) => each.split(';')[0]).join('; ')
  const currentUser = await app.rest({
    method: 'GET',
    url: '/trpc/identity.current',
    headers: { cookie },
  })
  expect(currentUser.json().result.data.email).toBe('ada@example.com')
})

test('a sign-out over HTTPS removes the same cookies', async () => {
  await using app = await testApp({ environment: HTTPS_SETTINGS })
  const signedUp = await app.rest(signUp)
  const cookie = cookiesOf(signedUp.headers)
    .map((each) => each.split(';')[0])
    .join('; ')

  const signOutResponse = await app.rest({
    method: 'POST',
    url: '/api/auth/sign-out',
    headers: { cookie, origin: HTTPS_SETTINGS.APP_URL },
    payload: {},
  })

  expect(signOutResponse.status).toBe(200)
  expect(cookiesOf(signOutResponse.headers)).toContainEqual(
    expect.stringMatching(/^__Host-incasso\.session_token=; Max-Age=0; Path=\/; HttpOnly; Secure/),
  )
  const currentUser = await app.rest({
    method: 'GET',
    url: '/trpc/identity.current',
    headers: { cookie },
  })
  expect(currentUser.json().result.data).toBeNull()
})

test('a cookie with a name that a sibling host could set opens nothing over HTTPS', async () => {
  await using app = await testApp({ environment: HTTPS_SETTINGS })
  const signedUp = await app.rest(signUp)
  const session = cookiesOf(signedUp.headers)[0]?.split(';')[0] ?? ''

  for (const name of ['incasso.session_token', '__Secure-incasso.session_token']) {
    const cookie = session.replace('__Host-incasso.session_token', name)
    const currentUser = await app.rest({
      method: 'GET',
      url: '/trpc/identity.current',
      headers: { cookie },
    })
    expect([name, currentUser.json().result.data]).toEqual([name, null])
  }
})

test('the cookie names are plain over HTTP, in development', async () => {
  await using app = await testApp()

  const cookies = cookiesOf((await app.rest(signUp)).headers)

  expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual([
    'incasso.session_token',
    'incasso.status',
  ])
  expect(cookies.join()).not.toContain('Secure')
})

test('every response over HTTPS requires HTTPS, forbids sniffing, and sends no referrer', async () => {
  await using secure = await testApp({ environment: HTTPS_SETTINGS })
  await using plain = await testApp()
  const REQUEST = { method: 'GET', url: '/api/merchants' } as const

  const { headers } = await secure.rest(REQUEST)

  expect(headers).toMatchObject({
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  })
  expect((await plain.rest(REQUEST)).headers).not.toHaveProperty('strict-transport-security')
})
