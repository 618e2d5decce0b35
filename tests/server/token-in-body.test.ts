import { expect, test } from 'vitest'
import { PASSWORD, type TestApp, testApp } from '../support/test-app.ts'

const tokenIn = (cookie: string): string =>
  /incasso\.session_token=([^.;]+)/.exec(decodeURIComponent(cookie))?.[1] ?? ''

const post = (app: TestApp, path: string, payload: object, cookie?: string) =>
  app.rest({
    method: 'POST',
    url: `/api/auth/${path}`,
    headers: { origin: 'http://127.0.0.1:3000', ...(cookie && { cookie }) },
    payload,
  })

test('no response holds a session in its body, where a script could read it', async () => {
  await using app = await testApp()
  const person = { email: 'ada@example.com', password: PASSWORD, name: 'Ada' }
  const cookieOf = (response: { headers: Record<string, unknown> }) =>
    [response.headers['set-cookie']]
      .flat()
      .map((line) => String(line).split(';')[0])
      .join('; ')

  const signedUp = await post(app, 'sign-up/email', person)
  const signedIn = await post(app, 'sign-in/email', person)
  const cookie = cookieOf(signedIn)
  const session = await app.rest({
    method: 'GET',
    url: '/api/auth/get-session',
    headers: { cookie },
  })
  const changed = await post(
    app,
    'change-password',
    { currentPassword: PASSWORD, newPassword: 'staple battery horse', revokeOtherSessions: true },
    cookie,
  )

  for (const response of [signedUp, signedIn, changed]) {
    const token = tokenIn(cookieOf(response))
    expect(token).toHaveLength(32)
    expect(response.status).toBe(200)
    expect(response.body).not.toContain(token)
    expect(response.json()).toMatchObject({
      token: null,
      isSignedIn: true,
      user: { email: person.email },
    })
  }
  expect(session.json()).toMatchObject({
    user: { email: person.email },
    session: { userId: signedUp.json().user.id },
  })
  expect(session.body).not.toContain(tokenIn(cookie))
  expect(session.json().session).not.toHaveProperty('token')
})

test('a sign-in that needs a second step, and one that fails, reveal nothing of a session', async () => {
  await using app = await testApp()
  await post(app, 'sign-up/email', { email: 'ada@example.com', password: PASSWORD, name: 'Ada' })

  const refused = await post(app, 'sign-in/email', {
    email: 'ada@example.com',
    password: 'a wrong one',
  })

  expect(refused.status).toBe(401)
  expect(refused.json()).not.toHaveProperty('isSignedIn')
})
