import { expect, test } from 'vitest'
import { startClerkStandIn } from '../support/clerk-stand-in.ts'
import { forgeTokens, signRaw } from '../support/forged-tokens.ts'
import { testApp } from '../support/test-app.ts'

const azp = 'http://127.0.0.1:3000'

test.each([
  ['the key set of the API', false],
  ['a key of its own', true],
])('forged tokens are refused with %s, in a cookie or a header', async (_, hasJwtKey) => {
  await using clerk = await startClerkStandIn()
  await using app = await testApp({ clerk, environment: clerk.environment({ hasJwtKey }) })
  const alice = await app.person()
  const atMs = app.clock.now()
  clerk.addUser({ id: 'user_alice', emails: ['alice@example.com'] })
  const forged = await forgeTokens(clerk, { atMs, azp })
  // A configured JWT key has no id, so any key id is accepted with it.
  if (!hasJwtKey) {
    const claims = clerk.claims('user_alice', { atMs, azp })
    forged['signed by the right key under an unknown id'] = await clerk.signToken(claims, {
      kid: 'x',
    })
  }
  expect((await alice.rest('GET', '/api/merchants')).status).toBe(200)
  clerk.requests.length = 0

  for (const [name, token] of Object.entries(forged)) {
    for (const headers of [
      { authorization: `Bearer ${token}` },
      { cookie: `__session=${token}` },
      { cookie: `${clerk.suffixedCookie}=${token}` },
    ]) {
      const response = await app.rest({ method: 'GET', url: '/api/merchants', headers })
      expect([name, headers, response.status]).toEqual([name, headers, 401])
    }
  }

  expect(Object.keys(forged).length).toBeGreaterThanOrEqual(60)
  // The server called Clerk for none of them, neither about a person nor for new keys.
  expect(clerk.requests).toEqual([])
  expect((await alice.rest('GET', '/api/merchants')).status).toBe(200)
})

test('valid tokens that differ from a forgery in one detail are accepted', async () => {
  await using clerk = await startClerkStandIn()
  await using app = await testApp({ clerk })
  clerk.addUser({ id: 'user_alice', emails: ['alice@example.com'] })
  const claims = clerk.claims('user_alice', { atMs: app.clock.now(), azp })

  for (const token of [
    await clerk.signToken(claims),
    signRaw(clerk.privateKey, { alg: 'RS256', typ: 'JWT', kid: clerk.kid }, claims),
    await clerk.signToken({ ...claims, exp: claims.iat - 4, iat: claims.iat - 64 }),
    await clerk.signToken({ ...claims, nbf: claims.iat + 4, iat: claims.iat + 4 }),
  ]) {
    const headers = { authorization: `Bearer ${token}` }
    const response = await app.rest({ method: 'GET', url: '/api/merchants', headers })
    // 404: the person is known, but has no merchant yet.
    expect([token, response.status]).toEqual([token, 404])
  }
})
