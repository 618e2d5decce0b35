import { randomInt } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { expect, vi } from 'vitest'
import { clerkStandIn } from '../support/clerk-stand-in.ts'
import { blame, blameEach, drill, type Tally, tally } from '../support/drill.ts'
import { type Credentials, done, withPassword } from '../support/foreign-merchant.ts'
import {
  type ForgedCredentials,
  forgedKeys,
  forgedSessions,
} from '../support/forged-credentials.ts'
import { forgeries } from '../support/forged-tokens.ts'
import { type KeepAlive, keepAlive } from '../support/keep-alive.ts'
import { type KillableServer, killableServer } from '../support/killable-server.ts'
import { brokenInvariants } from '../support/ledger.ts'
import { onboarding } from '../support/make.ts'
import { type Revocation, revocations } from '../support/revocations.ts'

/** Requests in flight while something is revoked. */
const AT_ONCE = 6
const AFTER = 2

const OWNER = 'owner@example.com'
const GUEST = 'guest@example.com'
const PASSWORD = 'correct horse battery'

/** A path that responds with 200 only to people and keys of a merchant. */
const DOOR = '/api/merchants'

/** Checks that no forged credential acts as `victim`. */
async function tryForged(
  { ask }: KeepAlive,
  { forged, victim }: { forged: ForgedCredentials; victim: string },
  found: Tally,
): Promise<void> {
  for (const [name, headers] of Object.entries(forged)) {
    const { status, body } = await ask({ path: DOOR, headers })
    found.tried += 1
    const isVictim = status < 400 && body.includes(victim)
    // Names with `own` also contain a valid session of the forger.
    const isOther = status < 400 && !name.includes('own')
    const what = `${name}: ${status} ${body.slice(0, 200)}`
    if (status >= 500) blame(found, 'crashed', what)
    if (isVictim || isOther) blame(found, 'leaked', what)
  }
}

const isOpen = async ({ ask }: KeepAlive, headers: Credentials, path = DOOR): Promise<void> => {
  const { status, body } = await ask({ path, headers })
  expect(status, body).toBe(200)
}

/** Tries forged sessions and keys with our own identity provider. */
async function forgeOwn(client: KeepAlive, found: Tally, people: People): Promise<void> {
  const { owner, guest } = people
  const { id, secret } = await done(client, owner, ['POST', '/api/api-keys', { name: 'Shop' }])
  const current = await done(client, owner, ['GET', '/trpc/identity.current'])
  const forged = {
    ...forgedSessions(owner, guest, current.result.data.id),
    ...forgedKeys(secret, id),
  }
  await tryForged(client, { forged, victim: OWNER }, found)
  for (const path of [`${DOOR}?api_key=${secret}`, `${DOOR}?access_token=${secret}`]) {
    const { status } = await client.ask({ path })
    found.tried += 1
    if (status < 400) blame(found, 'leaked', `a key in the address: ${status} to ${path}`)
  }
  await expiring(client, found, owner)
  // The forgeries resembled these valid credentials.
  await isOpen(client, owner)
  await isOpen(client, { authorization: `Bearer ${secret}` })
}

/** Checks that an expiring key is refused for every request after its expiry. */
async function expiring(client: KeepAlive, found: Tally, owner: Credentials): Promise<void> {
  const endsMs = Date.now() + 700
  const body = { name: 'Short', expiresAt: new Date(endsMs).toISOString() }
  const { secret } = await done(client, owner, ['POST', '/api/api-keys', body])
  const headers = { authorization: `Bearer ${secret}` }
  await isOpen(client, headers)
  await vi.waitFor(
    async () => {
      const isOver = Date.now() > endsMs
      const { status } = await client.ask({ path: DOOR, headers })
      if (isOver && status < 400) blame(found, 'leaked', `a key after its end: ${status}`)
      expect(isOver).toBe(true)
    },
    { timeout: 60_000, interval: 20 },
  )
  found.tried += 1
}

/** Tries forged Clerk session tokens in each header and cookie from which a token is read. */
async function forgeClerk(found: Tally): Promise<void> {
  await using clerk = await clerkStandIn()
  await using server = await killableServer(clerk.environment())
  using client = keepAlive(server.url, AT_ONCE)
  clerk.addUser({ id: 'user_alice', emails: [OWNER] })
  const atMs = Date.now()
  const good = await clerk.signToken(
    clerk.claims('user_alice', { atMs, azp: server.url, lifeS: 3600 }),
  )
  const owner = { authorization: `Bearer ${good}` }
  await done(client, owner, ['POST', '/api/merchant/onboarding', onboarding()])
  const tokens = await forgeries(clerk, { atMs, azp: server.url, awayS: 600 })
  const forged = Object.fromEntries(
    Object.entries(tokens).flatMap(([name, token]): [string, Credentials][] => [
      [`${name}, as bearer`, { authorization: `Bearer ${token}` }],
      [`${name}, as cookie`, { cookie: `__session=${token}` }],
      [`${name}, as cookie of the instance`, { cookie: `${clerk.suffixedCookie}=${token}` }],
    ]),
  )
  // Any status but 401 accepts the token as a person's, with or without a merchant.
  for (const [name, headers] of Object.entries(forged)) {
    const { status } = await client.ask({ path: DOOR, headers })
    found.tried += 1
    if (status === 401) continue
    blame(found, 'leaked', `Clerk, ${name}: ${status}`)
  }
  await isOpen(client, owner)
  await isOpen(client, { cookie: `__session=${good}` })
}

type People = { owner: Credentials; guest: Credentials }

async function enrol(client: KeepAlive): Promise<People> {
  const signUp = withPassword(client)
  const [owner, guest] = [
    await signUp({ email: OWNER, name: 'Owner' }),
    await signUp({ email: GUEST, name: 'Guest' }),
  ]
  await done(client, owner, ['POST', '/api/merchant/onboarding', onboarding()])
  return { owner, guest }
}

/** Sends requests without pause during the revocation. Requests sent after its response must be refused. */
async function race(client: KeepAlive, { name, begin }: Revocation, found: Tally): Promise<void> {
  const { path, credentials, revoke } = await begin()
  const answered = new EventEmitter()
  let isRevoked = false
  let opened = 0
  const asking = Array.from({ length: AT_ONCE }, async () => {
    for (let after = 0; after < AFTER; ) {
      const isAfter = isRevoked
      const { status } = await client.ask({ path, headers: credentials })
      if (status === 200) opened += 1
      if (isAfter) after += 1
      const isWrong = isAfter ? status !== 401 && status !== 403 : status >= 500
      if (isWrong) blame(found, status < 400 ? 'leaked' : 'crashed', `${name}: ${status}`)
      answered.emit('answer')
    }
  })
  for (let wait = randomInt(1, AT_ONCE * 2); wait > 0; wait--) await once(answered, 'answer')
  // Catches a failure, so that the request loops end too.
  const outcome = await revoke().then(
    () => undefined,
    (error: unknown) => error,
  )
  isRevoked = true
  await Promise.all(asking)
  if (outcome !== undefined) throw outcome
  // Credentials that never worked prove nothing.
  if (opened === 0) blame(found, 'crashed', `${name}: never opened anything`)
  found.tried += 1
}

/** Races per confirmation of the password, which keys and secrets require again after a while. */
const CONFIRM_EVERY = 100

async function races(
  server: KillableServer,
  { count, only }: { count: number; only?: RegExp },
  found: Tally,
): Promise<void> {
  // An extra connection, so that the revocation does not queue behind the other requests.
  using client = keepAlive(server.url, AT_ONCE + 1)
  const { owner, guest } = await enrol(client)
  if (!only) await forgeOwn(client, found, { owner, guest })
  const ways = revocations({ client, owner, guest, ownerEmail: OWNER, guestEmail: GUEST }).filter(
    ({ name }) => only === undefined || only.test(name),
  )
  for (let n = 0; n < count; n++) {
    const way = ways[n % ways.length]
    if (way) await race(client, way, found)
    if (n % CONFIRM_EVERY === CONFIRM_EVERY - 1) {
      await done(client, owner, ['POST', '/trpc/identity.confirm', { password: PASSWORD }])
    }
  }
  found.notes.unshift(`${count} races in ${ways.length} ways`)
}

async function attack(server: KillableServer, count: number, only?: RegExp): Promise<Tally> {
  const found = tally()
  await races(server, { count, ...(only && { only }) }, found)
  if (!only) await forgeClerk(found)
  await server.stop()
  const broken = await brokenInvariants(server.databaseUrl)
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
    await using server = await killableServer()
    return await attack(server, count - SHAPES)
  },
  selfTest: async () => {
    await using server = await killableServer({}, { fault: 'forgiving-keys' })
    return await attack(server, 2, /^key revoked/)
  },
})
