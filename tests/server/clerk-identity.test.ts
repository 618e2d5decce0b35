import type { IncomingHttpHeaders } from 'node:http'
import { expect, test } from 'vitest'
import { type ClerkStandIn, startClerkStandIn } from '../support/clerk-stand-in.ts'
import { freshDatabase } from '../support/database.ts'
import { keyCaller } from '../support/key.ts'
import { onboarding, payment } from '../support/make.ts'
import { type TestApp, testApp, trpcClient } from '../support/test-app.ts'

const azp = 'http://127.0.0.1:3000'
const RETRY_MS = 10_000
const FRESH_MS = 5 * 60_000

const tokenOf = (clerk: ClerkStandIn, app: TestApp, more: object = {}) =>
  clerk.signToken({
    ...clerk.claims('user_ada', { atMs: app.clock.now(), azp, lifeS: 3600 }),
    ...more,
  })

const get = (app: TestApp, headers: IncomingHttpHeaders, url = '/api/merchants') =>
  app.rest({ method: 'GET', url, headers })

/** Returns the person of a token, as the page requests it. */
const currentUserOf = (app: TestApp, token: string) =>
  trpcClient(app.app, () => `__session=${token}`).identity.current.query()

test('a person’s data come from their token and the API', async () => {
  await using clerk = await startClerkStandIn()
  await using app = await testApp({ clerk })
  clerk.addUser({
    id: 'user_ada',
    firstName: 'Ada',
    lastName: 'Rossi',
    emails: ['old@example.com', 'ada@example.com'],
    primaryEmail: 'ada@example.com',
    imageUrl: 'https://img.clerk.com/ada',
  })

  expect(await currentUserOf(app, await tokenOf(clerk, app))).toEqual({
    id: 'user_ada',
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Rossi',
    profileImageUrl: 'https://img.clerk.com/ada',
  })
})

test('the token may come in either cookie or in a header', async () => {
  await using clerk = await startClerkStandIn()
  await using app = await testApp({ clerk })
  clerk.addUser({ id: 'user_ada' })
  const token = await tokenOf(clerk, app)
  const old = await tokenOf(clerk, app, { exp: 1, iat: 1, nbf: 1 })

  for (const headers of [
    { cookie: `__session=${token}` },
    { cookie: `a=b; ${clerk.suffixedCookie}=${token}; c` },
    { cookie: `__session=${old}; ${clerk.suffixedCookie}=${token}` },
    { cookie: `__session=${token}; ${clerk.suffixedCookie}=${old}` },
    { authorization: `Bearer ${token}` },
    { authorization: `bearer ${token}` },
  ]) {
    expect([headers, (await get(app, headers)).status]).toEqual([headers, 404])
  }
  const others = { cookie: `__session_other=${token}; x__session=${token}` }
  expect((await get(app, others)).status).toBe(401)
})

test('a cookie is ignored when a header carries credentials', async () => {
  await using clerk = await startClerkStandIn()
  await using app = await testApp({ clerk })
  clerk.addUser({ id: 'user_ada' })
  const cookie = `__session=${await tokenOf(clerk, app)}`

  for (const authorization of [
    'Bearer x.y.z',
    'Bearer',
    'Basic YTpi',
    `Bearer sk_test_${'a'.repeat(43)}`,
  ]) {
    const response = await get(app, { cookie, authorization })
    expect([authorization, response.status]).toEqual([authorization, 401])
  }
})

test('API keys work as they do with the embedded provider', async () => {
  await using clerk = await startClerkStandIn()
  await using app = await testApp({ clerk })
  const { rest } = await keyCaller(app, await app.person())

  expect((await rest('POST', '/api/payments', payment())).status).toBe(201)
  expect((await rest('GET', '/api/api-keys')).status).toBe(403)
})

test('a session token is refused with the embedded provider', async () => {
  await using clerk = await startClerkStandIn()
  await using app = await testApp()
  const token = await tokenOf(clerk, app)

  expect((await get(app, { authorization: `Bearer ${token}` })).status).toBe(401)
  expect((await get(app, { cookie: `__session=${token}` })).status).toBe(401)
  const overTrpc = await app.rest({
    method: 'GET',
    url: '/trpc/identity.current',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(overTrpc.status).toBe(401)
})

test('the embedded provider’s paths do not exist', async () => {
  await using clerk = await startClerkStandIn()
  await using app = await testApp({ clerk })

  for (const [method, path] of [
    ['POST', 'sign-up/email'],
    ['POST', 'sign-in/email'],
    ['GET', 'get-session'],
  ] as const) {
    const response = await app.rest({ method, url: `/api/auth/${path}`, payload: {} })
    expect([path, response.status]).toEqual([path, 404])
  }
  expect(await app.count('authUsers')).toBe(0)
})

test('keys and secrets require a sign-in within the last ten minutes', async () => {
  await using clerk = await startClerkStandIn()
  await using app = await testApp({ clerk })
  const ada = await app.person()
  const claims = clerk.claims(ada.id, { atMs: app.clock.now(), azp })
  const makeKey = async (fva: unknown) => {
    const token = await clerk.signToken({ ...claims, fva })
    const headers = { authorization: `Bearer ${token}` }
    return app.rest({ method: 'POST', url: '/api/api-keys', headers, payload: { name: 'Shop' } })
  }

  for (const fva of [[11, -1], [-1, -1], [], 'soon', undefined]) {
    const refused = await makeKey(fva)
    expect([fva, refused.status, refused.json().reason]).toEqual([fva, 403, 'confirmation_needed'])
  }
  expect(await app.count('apiKeys')).toBe(0)
  expect((await makeKey([10, -1])).status).toBe(201)
})

test.each([
  ['fails', 'failing', 'it responded with 500'],
  ['hangs', 'hanging', 'it did not respond within 3000 ms'],
  ['cuts connections', 'cut', 'other side closed'],
  ['answers what nobody can read', 'garbled', 'its response cannot be read'],
] as const)('while the API %s, signed-in people continue to work', async (_, failure, reason) => {
  await using clerk = await startClerkStandIn()
  await using app = await testApp({ clerk, environment: clerk.environment({ hasJwtKey: true }) })
  const knownPerson = await app.person()
  clerk.addUser({ id: 'user_ada', emails: ['ada@example.com'] })
  expect(app.identity.status?.()).toMatchObject({ isReachable: true, lastError: null })
  clerk.behave(failure)
  app.clock.advance(FRESH_MS)

  expect((await knownPerson.rest('GET', '/api/merchants')).json().email).toBe(knownPerson.email)
  expect(await currentUserOf(app, await tokenOf(clerk, app))).toEqual({
    id: 'user_ada',
    email: '',
    firstName: '',
    lastName: '',
    profileImageUrl: '',
  })
  const profile = { email: 'ada@example.com', first_name: 'Ada', last_name: 'Rossi' }
  expect(await currentUserOf(app, await tokenOf(clerk, app, profile))).toMatchObject({
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Rossi',
  })
  expect(app.identity.status?.()).toEqual({
    isReachable: false,
    lastError: expect.stringMatching(`${reason}|UND_ERR_SOCKET|ECONNRESET`),
    since: new Date(app.clock.now()).toISOString(),
  })
  // After one failure, no other request waits for a while.
  const requestCount = clerk.requests.length
  await currentUserOf(app, await tokenOf(clerk, app, { sub: 'user_bob' }))
  expect(clerk.requests.length).toBe(requestCount)
  clerk.behave('well')
  app.clock.advance(RETRY_MS)
  expect(await currentUserOf(app, await tokenOf(clerk, app))).toMatchObject({
    email: 'ada@example.com',
  })
  expect(app.identity.status?.()).toMatchObject({ isReachable: true })
})

test('a wrong secret key is reported to the operator', async () => {
  await using clerk = await startClerkStandIn()
  const environment = { CLERK_SECRET_KEY: `sk_test_${'w'.repeat(40)}` }
  await using app = await testApp({
    clerk,
    environment: { ...clerk.environment({ hasJwtKey: true }), ...environment },
  })

  await currentUserOf(app, await tokenOf(clerk, app))

  expect(app.identity.status?.().lastError).toBe(
    'it responded with 401: CLERK_SECRET_KEY is not accepted',
  )
  expect(JSON.stringify(app.logs)).not.toContain('wwww')
})

test('a person without an e-mail address cannot onboard, and nothing is written', async () => {
  await using clerk = await startClerkStandIn()
  await using app = await testApp({ clerk, environment: clerk.environment({ hasJwtKey: true }) })
  clerk.addUser({ id: 'user_ada', emails: ['ada@example.com'] })
  const onboard = async () =>
    app.rest({
      method: 'POST',
      url: '/api/merchant/onboarding',
      headers: { authorization: `Bearer ${await tokenOf(clerk, app)}` },
      payload: onboarding(),
    })
  clerk.behave('failing')

  const refused = await onboard()

  expect([refused.status, refused.json()]).toEqual([
    503,
    expect.objectContaining({ code: 'unavailable', reason: 'email_unknown' }),
  ])
  for (const table of ['merchants', 'merchantMembers', 'integrations', 'auditLog'] as const) {
    expect([table, await app.count(table)]).toEqual([table, 0])
  }
  clerk.behave('well')
  app.clock.advance(RETRY_MS)
  const onboarded = await onboard()
  expect([onboarded.status, onboarded.json().email]).toEqual([201, 'ada@example.com'])
})

test('a person deleted or banned at Clerk is refused', async () => {
  await using clerk = await startClerkStandIn()
  await using app = await testApp({ clerk })
  clerk.addUser({ id: 'user_ada' })
  const authorization = `Bearer ${await tokenOf(clerk, app)}`
  expect((await get(app, { authorization })).status).toBe(404)
  app.clock.advance(FRESH_MS)

  clerk.addUser({ id: 'user_ada', isBanned: true })
  expect((await get(app, { authorization })).status).toBe(401)
  app.clock.advance(FRESH_MS)
  clerk.removeUser('user_ada')
  expect((await get(app, { authorization })).status).toBe(401)
})

test('a token cannot be verified without any key: both APIs respond with 503', async () => {
  await using clerk = await startClerkStandIn()
  await using app = await testApp({ clerk })
  clerk.behave('cut')
  const headers = { cookie: `__session=${await tokenOf(clerk, app)}` }

  for (const url of ['/api/merchants', '/trpc/identity.current']) {
    const response = await get(app, headers, url)
    expect([url, response.status]).toEqual([url, 503])
    expect(response.body).toContain('identity_provider_unreachable')
  }
  // A request that plainly has no token is refused without any key.
  expect((await get(app, { cookie: '__session=x' })).status).toBe(401)
  expect((await get(app, {})).status).toBe(401)
})

test('keys fetched once remain valid while the API is down', async () => {
  await using clerk = await startClerkStandIn()
  await using app = await testApp({ clerk })
  clerk.addUser({ id: 'user_ada' })
  await currentUserOf(app, await tokenOf(clerk, app))
  clerk.behave('failing')
  app.clock.advance(24 * 3_600_000)

  expect(await currentUserOf(app, await tokenOf(clerk, app))).toMatchObject({ id: 'user_ada' })
  clerk.rotateKey()
  expect((await get(app, { authorization: `Bearer ${await tokenOf(clerk, app)}` })).status).toBe(
    503,
  )
})

test('a new key works at once, and a withdrawn one for at most five minutes', async () => {
  await using clerk = await startClerkStandIn()
  await using app = await testApp({ clerk })
  clerk.addUser({ id: 'user_ada' })
  const old = await tokenOf(clerk, app)
  expect(await currentUserOf(app, old)).not.toBeNull()
  app.clock.advance(RETRY_MS)

  clerk.rotateKey({ isOldKept: false })
  expect(await currentUserOf(app, old)).not.toBeNull()
  app.clock.advance(FRESH_MS)

  expect(await currentUserOf(app, old)).toBeNull()
  expect(await currentUserOf(app, await tokenOf(clerk, app))).not.toBeNull()
})

test('tokens with made-up key ids do not cause a request each', async () => {
  await using clerk = await startClerkStandIn()
  await using app = await testApp({ clerk })
  const claims = clerk.claims('user_ada', { atMs: app.clock.now(), azp })

  for (let index = 0; index < 20; index++) {
    await currentUserOf(app, await clerk.signToken(claims, { kid: `ins_${index}` }))
  }

  expect(clerk.requests).toEqual(['/v1/jwks'])
})

test('many simultaneous requests fetch the keys and the person once', async () => {
  await using clerk = await startClerkStandIn()
  await using app = await testApp({ clerk })
  clerk.addUser({ id: 'user_ada' })
  const token = await tokenOf(clerk, app)

  await Promise.all(Array.from({ length: 20 }, () => currentUserOf(app, token)))

  expect(clerk.requests).toEqual(['/v1/jwks', '/v1/users/user_ada'])
})

test('people are fetched together, and unknown ones get empty data while Clerk is down', async () => {
  await using clerk = await startClerkStandIn()
  await using app = await testApp({ clerk })
  for (const id of ['user_ada', 'user_bob']) clerk.addUser({ id, firstName: id.slice(5) })

  const found = await app.identity.findUsers(['user_ada', 'user_bob', 'user_nobody'])

  expect(found.map(({ id, firstName }) => [id, firstName])).toEqual([
    ['user_ada', 'ada'],
    ['user_bob', 'bob'],
  ])
  expect(clerk.requests).toEqual(['/v1/users'])
  clerk.behave('failing')
  expect(await app.identity.findUsers(['user_ada', 'user_new'])).toEqual([
    expect.objectContaining({ id: 'user_ada', firstName: 'ada' }),
    { id: 'user_new', email: '', firstName: '', lastName: '', profileImageUrl: '' },
  ])
})

test('the same e-mail at two providers is two people, who see none of each other’s data', async () => {
  await using clerk = await startClerkStandIn()
  const fresh = await freshDatabase()
  try {
    await using embedded = await testApp({ fresh })
    await using withClerk = await testApp({ fresh, clerk })
    const [one, other] = [await embedded.person(), await withClerk.person()]

    const theirs = await one.api.transactions.create.mutate(payment())

    expect(one.email).toBe(other.email)
    expect(one.merchant.id).not.toBe(other.merchant.id)
    expect((await other.rest('GET', '/api/transactions')).json()).toEqual([])
    expect((await other.rest('GET', `/api/transactions/${theirs.id}`)).status).toBe(404)
    // The session of one provider is also refused by the server of the other provider.
    expect((await get(embedded, { cookie: other.cookie })).status).toBe(401)
    expect((await get(withClerk, { cookie: one.cookie })).status).toBe(401)
    // The same id at both providers would still mean two people.
    clerk.addUser({ id: 'user_ada', emails: [one.email] })
    await embedded.db
      .updateTable('merchantMembers')
      .set({ subject: 'user_ada' })
      .where('provider', '=', 'embedded')
      .execute()
    const token = await tokenOf(clerk, withClerk)
    expect((await get(withClerk, { cookie: `__session=${token}` })).status).toBe(404)
  } finally {
    await fresh.remove()
  }
})
