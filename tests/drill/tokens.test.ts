import { randomInt } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { expect, vi } from 'vitest'
import { startClerkStandIn } from '../support/clerk-stand-in.ts'
import { blame, blameEach, drill, type Tally, tally } from '../support/drill.ts'
import { type Credentials, callOrThrow, withPassword } from '../support/foreign-merchant.ts'
import { type ForgedCredentials, forgeKeys, forgeSessions } from '../support/forged-credentials.ts'
import { forgeTokens } from '../support/forged-tokens.ts'
import { createKeepAliveClient, type KeepAliveClient } from '../support/keep-alive.ts'
import { type KillableServer, startKillableServer } from '../support/killable-server.ts'
import { findBrokenInvariants } from '../support/ledger.ts'
import { onboarding } from '../support/make.ts'
import { listRevocations, type Revocation } from '../support/revocations.ts'

/** Requests in flight while something is revoked. */
const AT_ONCE = 6
const REQUESTS_AFTER = 2

const OWNER = 'owner@example.com'
const GUEST = 'guest@example.com'
const PASSWORD = 'correct horse battery'

/** A path that responds with 200 only to people and keys of a merchant. */
const MERCHANT_PATH = '/api/merchants'

/** Checks that no forged credential acts as `victim`. */
async function tryForged(
  { send }: KeepAliveClient,
  { forged, victim }: { forged: ForgedCredentials; victim: string },
  found: Tally,
): Promise<void> {
  for (const [name, headers] of Object.entries(forged)) {
    const { status, body } = await send({ path: MERCHANT_PATH, headers })
    found.tried += 1
    const isVictim = status < 400 && body.includes(victim)
    // Names with `own` also contain a valid session of the forger.
    const isAccepted = status < 400 && !name.includes('own')
    const what = `${name}: ${status} ${body.slice(0, 200)}`
    if (status >= 500) blame(found, 'crashed', what)
    if (isVictim || isAccepted) blame(found, 'leaked', what)
  }
}

const expectOpen = async (
  { send }: KeepAliveClient,
  headers: Credentials,
  path = MERCHANT_PATH,
): Promise<void> => {
  const { status, body } = await send({ path, headers })
  expect(status, body).toBe(200)
}

/** Tries forged sessions and keys with our own identity provider. */
async function forgeOwn(client: KeepAliveClient, found: Tally, people: People): Promise<void> {
  const { owner, guest } = people
  const { id, secret } = await callOrThrow(client, owner, [
    'POST',
    '/api/api-keys',
    { name: 'Shop' },
  ])
  const current = await callOrThrow(client, owner, ['GET', '/trpc/identity.current'])
  const forged = {
    ...forgeSessions(owner, guest, current.result.data.id),
    ...forgeKeys(secret, id),
  }
  await tryForged(client, { forged, victim: OWNER }, found)
  for (const path of [
    `${MERCHANT_PATH}?api_key=${secret}`,
    `${MERCHANT_PATH}?access_token=${secret}`,
  ]) {
    const { status } = await client.send({ path })
    found.tried += 1
    if (status < 400) blame(found, 'leaked', `a key in the address: ${status} to ${path}`)
  }
  await checkExpiry(client, found, owner)
  // The forgeries resembled these valid credentials.
  await expectOpen(client, owner)
  await expectOpen(client, { authorization: `Bearer ${secret}` })
}

/** Checks that an expiring key is refused for every request after its expiry. */
async function checkExpiry(
  client: KeepAliveClient,
  found: Tally,
  owner: Credentials,
): Promise<void> {
  const endsMs = Date.now() + 700
  const body = { name: 'Short', expiresAt: new Date(endsMs).toISOString() }
  const { secret } = await callOrThrow(client, owner, ['POST', '/api/api-keys', body])
  const headers = { authorization: `Bearer ${secret}` }
  await expectOpen(client, headers)
  await vi.waitFor(
    async () => {
      const isExpired = Date.now() > endsMs
      const { status } = await client.send({ path: MERCHANT_PATH, headers })
      if (isExpired && status < 400) blame(found, 'leaked', `a key after its end: ${status}`)
      expect(isExpired).toBe(true)
    },
    { timeout: 60_000, interval: 20 },
  )
  found.tried += 1
}

/** Tries forged Clerk session tokens in each header and cookie from which a token is read. */
async function forgeClerk(found: Tally): Promise<void> {
  await using clerk = await startClerkStandIn()
  await using server = await startKillableServer(clerk.environment())
  using client = createKeepAliveClient(server.url, AT_ONCE)
  clerk.addUser({ id: 'user_alice', emails: [OWNER] })
  const atMs = Date.now()
  const goodToken = await clerk.signToken(
    clerk.claims('user_alice', { atMs, azp: server.url, lifeS: 3600 }),
  )
  const owner = { authorization: `Bearer ${goodToken}` }
  await callOrThrow(client, owner, ['POST', '/api/merchant/onboarding', onboarding()])
  const tokens = await forgeTokens(clerk, { atMs, azp: server.url, awayS: 600 })
  const forged = Object.fromEntries(
    Object.entries(tokens).flatMap(([name, token]): [string, Credentials][] => [
      [`${name}, as bearer`, { authorization: `Bearer ${token}` }],
      [`${name}, as cookie`, { cookie: `__session=${token}` }],
      [`${name}, as cookie of the instance`, { cookie: `${clerk.suffixedCookie}=${token}` }],
    ]),
  )
  // Any status but 401 accepts the token as a person's, with or without a merchant.
  for (const [name, headers] of Object.entries(forged)) {
    const { status } = await client.send({ path: MERCHANT_PATH, headers })
    found.tried += 1
    if (status === 401) continue
    blame(found, 'leaked', `Clerk, ${name}: ${status}`)
  }
  await expectOpen(client, owner)
  await expectOpen(client, { cookie: `__session=${goodToken}` })
}

type People = { owner: Credentials; guest: Credentials }

async function enrol(client: KeepAliveClient): Promise<People> {
  const signUp = withPassword(client)
  const [owner, guest] = [
    await signUp({ email: OWNER, name: 'Owner' }),
    await signUp({ email: GUEST, name: 'Guest' }),
  ]
  await callOrThrow(client, owner, ['POST', '/api/merchant/onboarding', onboarding()])
  return { owner, guest }
}

/** Sends requests without pause during the revocation. Requests sent after its response must be refused. */
async function race(
  client: KeepAliveClient,
  { name, begin }: Revocation,
  found: Tally,
): Promise<void> {
  const { path, credentials, revoke } = await begin()
  const responses = new EventEmitter()
  let isRevoked = false
  let acceptedCount = 0
  const loops = Array.from({ length: AT_ONCE }, async () => {
    for (let after = 0; after < REQUESTS_AFTER; ) {
      const isAfter = isRevoked
      const { status } = await client.send({ path, headers: credentials })
      if (status === 200) acceptedCount += 1
      if (isAfter) after += 1
      const isWrong = isAfter ? status !== 401 && status !== 403 : status >= 500
      if (isWrong) blame(found, status < 400 ? 'leaked' : 'crashed', `${name}: ${status}`)
      responses.emit('answer')
    }
  })
  for (let wait = randomInt(1, AT_ONCE * 2); wait > 0; wait--) await once(responses, 'answer')
  // Catches a failure, so that the request loops end too.
  const outcome = await revoke().then(
    () => undefined,
    (error: unknown) => error,
  )
  isRevoked = true
  await Promise.all(loops)
  if (outcome !== undefined) throw outcome
  // Credentials that never worked prove nothing.
  if (acceptedCount === 0) blame(found, 'crashed', `${name}: never opened anything`)
  found.tried += 1
}

/** Races per confirmation of the password, which keys and secrets require again after a while. */
const CONFIRM_EVERY = 100

async function runRaces(
  server: KillableServer,
  { count, only }: { count: number; only?: RegExp },
  found: Tally,
): Promise<void> {
  // An extra connection, so that the revocation does not queue behind the other requests.
  using client = createKeepAliveClient(server.url, AT_ONCE + 1)
  const { owner, guest } = await enrol(client)
  if (!only) await forgeOwn(client, found, { owner, guest })
  const kinds = listRevocations({
    client,
    owner,
    guest,
    ownerEmail: OWNER,
    guestEmail: GUEST,
  }).filter(({ name }) => only === undefined || only.test(name))
  for (let n = 0; n < count; n++) {
    const revocation = kinds[n % kinds.length]
    if (revocation) await race(client, revocation, found)
    if (n % CONFIRM_EVERY === CONFIRM_EVERY - 1) {
      await callOrThrow(client, owner, ['POST', '/trpc/identity.confirm', { password: PASSWORD }])
    }
  }
  found.notes.unshift(`${count} races in ${kinds.length} ways`)
}

async function attack(server: KillableServer, count: number, only?: RegExp): Promise<Tally> {
  const found = tally()
  await runRaces(server, { count, ...(only && { only }) }, found)
  if (!only) await forgeClerk(found)
  await server.stop()
  const broken = await findBrokenInvariants(server.databaseUrl)
  blameEach(found, 'crashed', broken)
  return found
}

const SHAPES = 370
const QUICK_RACES = 20
const FULL_RACES = 1000

drill({
  row: 'tokens',
  what: 'forged sessions, keys and tokens, and requests under way while theirs are revoked',
  quick: SHAPES + QUICK_RACES,
  full: SHAPES + FULL_RACES,
  run: async (count) => {
    await using server = await startKillableServer()
    return await attack(server, count - SHAPES)
  },
  selfTest: async () => {
    await using server = await startKillableServer({}, { fault: 'forgiving-keys' })
    return await attack(server, 2, /^key revoked/)
  },
})
