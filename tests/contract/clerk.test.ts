import { expect, test } from 'vitest'
import { startBuiltServer } from '../support/built-server.ts'
import { startClerkStandIn } from '../support/clerk-stand-in.ts'
import { onboarding } from '../support/make.ts'

test('Clerk signs people in to the built server when its two keys are set', async () => {
  await using clerk = await startClerkStandIn()
  clerk.addUser({ id: 'user_ada', firstName: 'Ada', emails: ['ada@example.com'] })
  await using server = await startBuiltServer(clerk.environment())
  const claims = clerk.claims('user_ada', { atMs: Date.now(), azp: server.url })
  const authorization = `Bearer ${await clerk.signToken(claims)}`
  const cookie = `__session=${await clerk.signToken(claims)}`

  const onboarded = await server.send('POST', '/api/merchant/onboarding', onboarding(), {
    authorization,
  })
  expect([onboarded.status, onboarded.json().email]).toEqual([201, 'ada@example.com'])
  const again = await server.send('GET', '/api/merchants', undefined, { cookie })
  expect(again.json()).toEqual(onboarded.json())
  expect((await server.send('GET', '/api/merchants')).status).toBe(401)
  expect((await server.send('GET', '/api/auth/get-session')).status).toBe(404)
  expect(new Set(clerk.requests)).toEqual(new Set(['/v1/jwks', '/v1/users/user_ada']))

  const page = await server.send('GET', '/')
  expect(page.headers.get('content-security-policy')).toContain(
    `script-src 'self' ${clerk.issuer} `,
  )
  expect(page.body).toContain(clerk.publishableKey)
  expect(page.body).not.toContain(clerk.environment().CLERK_SECRET_KEY)
})
