import { expect, test } from 'vitest'
import { PostgresRelay } from '#server/services/live/relay-postgres.ts'
import { browser } from '../support/browser.ts'
import { startClerkStandIn } from '../support/clerk-stand-in.ts'
import { dialect, freshDatabase } from '../support/database.ts'
import { payment } from '../support/make.ts'
import { PASSWORD, type Person, type TestApp, testApp } from '../support/test-app.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Opens a stream of changes as an event source does. `isOver` is true once the server has ended it. */
async function openStream(app: TestApp, cookie: string) {
  const url = app.app.server.listening
    ? app.app.listeningOrigin
    : await app.app.listen({ port: 0, host: '127.0.0.1' })
  const before = app.live.size
  const controller = new AbortController()
  const response = await fetch(`${url}/trpc/events.changes`, {
    headers: { cookie, accept: 'text/event-stream' },
    signal: controller.signal,
  })
  const stream = { isOver: false, text: '', close: () => controller.abort() }
  void (async () => {
    for await (const part of response.body ?? []) stream.text += new TextDecoder().decode(part)
    stream.isOver = true
  })().catch(() => undefined)
  await expect.poll(() => app.live.size).toBe(before + 1)
  return stream
}

const cookieOf = (cookies: Map<string, string>) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** Signs the same person in on another device. */
async function phoneOf(app: TestApp, { email }: Person) {
  const page = browser(app)
  await page.post('/api/auth/sign-in/email', { email, password: PASSWORD })
  return { ...page, cookie: () => cookieOf(page.cookies) }
}

/** Sets when the library treats the sessions as idle. It counts by its own, real clock. */
async function setIdleEnd(app: TestApp, instantMs: number): Promise<void> {
  const at = new Date(instantMs).toISOString()
  await app.db.updateTable('authSessions').set({ expiresAt: at }).execute()
}

async function expiryOf(app: TestApp): Promise<number> {
  const { expiresAt } = await app.db
    .selectFrom('authSessions')
    .select('expiresAt')
    .executeTakeFirstOrThrow()
  return new Date(expiresAt).getTime()
}

/** Returns the expiry of a session of which 100 of 120 minutes are left, by the library's clock. */
const inHundredMinutes = () => Date.now() + 100 * MINUTE_MS

test('the stream and the page’s automatic requests extend no session; a person’s requests do', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const idleEndMs = inHundredMinutes()
  await setIdleEnd(app, idleEndMs)

  const stream = await openStream(app, alice.cookie)
  await alice.api.transactions.create.mutate(payment(), {})
  await setIdleEnd(app, idleEndMs)
  const unattendedHeaders = { cookie: alice.cookie, 'x-unattended': '1' }
  for (const url of ['/trpc/identity.current', '/trpc/merchant.current', '/api/transactions']) {
    const response = await app.rest({ method: 'GET', url, headers: unattendedHeaders })
    expect([url, response.status, response.headers['set-cookie']]).toEqual([url, 200, undefined])
  }

  expect(await expiryOf(app)).toBe(idleEndMs)
  expect((await alice.rest('GET', '/trpc/merchant.current')).headers['set-cookie']).toBeDefined()
  expect(await expiryOf(app)).toBeGreaterThan(idleEndMs)
  stream.close()
})

test('opening the stream repeatedly extends no session', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const idleEndMs = inHundredMinutes()
  await setIdleEnd(app, idleEndMs)

  for (let i = 0; i < 3; i++) {
    const stream = await openStream(app, alice.cookie)
    expect(await expiryOf(app)).toBe(idleEndMs)
    stream.close()
    await expect.poll(() => app.live.size).toBe(0)
  }
})

test.each([
  ['is idle for two hours', 2 * HOUR_MS],
  ['has lasted for twelve hours', 12 * HOUR_MS],
] as const)('a stream ends when its session %s, and not before', async (_, lastsMs) => {
  await using app = await testApp()
  const alice = await app.person()
  const beganAt = app.clock.now()
  const stream = await openStream(app, alice.cookie)
  // The session is used until its maximum lifetime, or never.
  await setIdleEnd(app, lastsMs > 2 * HOUR_MS ? beganAt + 24 * HOUR_MS : beganAt + lastsMs)

  app.clock.advance(lastsMs - MINUTE_MS)
  await app.live.endOverdue(app.clock.now())
  expect(app.live.size).toBe(1)
  app.clock.advance(MINUTE_MS)
  await app.live.endOverdue(app.clock.now())

  await expect.poll(() => stream.isOver).toBe(true)
  expect(app.live.size).toBe(0)
})

const endings: Record<string, (app: TestApp, alice: Person) => Promise<unknown>> = {
  'signing out with the same session': (_, alice) => alice.rest('POST', '/api/auth/sign-out', {}),
  'ending it in the profile elsewhere': async (app, alice) => {
    const phone = await phoneOf(app, alice)
    return phone.post('/trpc/identity.endOtherSessions')
  },
  'ending it alone in the profile': async (_, alice) => {
    const [session] = await alice.api.identity.sessions.query()
    return alice.api.identity.endSession.mutate({ sessionId: session?.id ?? '' })
  },
  'a new password that ends the other sessions': async (app, alice) => {
    const phone = await phoneOf(app, alice)
    return phone.post('/api/auth/change-password', {
      currentPassword: PASSWORD,
      newPassword: 'another horse battery',
      revokeOtherSessions: true,
    })
  },
  'the end of the account': (app, alice) => app.identity.removeUser?.(alice.id) ?? Promise.reject(),
}

test.each(Object.keys(endings))(
  '%s ends the stream at once, with no further events',
  async (name) => {
    await using app = await testApp()
    const [alice, bob] = [await app.person(), await app.person()]
    const aliceStream = await openStream(app, alice.cookie)
    const bobStream = await openStream(app, bob.cookie)

    await endings[name]?.(app, alice)

    await expect.poll(() => aliceStream.isOver).toBe(true)
    expect(bobStream.isOver).toBe(false)
    expect(app.live.size).toBe(1)
    bobStream.close()
  },
)

test('ending a session on one device leaves the streams of the others open', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const phone = await phoneOf(app, alice)
  const ownStream = await openStream(app, alice.cookie)
  const phoneStream = await openStream(app, phone.cookie())

  await phone.post('/api/auth/sign-out')

  await expect.poll(() => phoneStream.isOver).toBe(true)
  expect(app.live.size).toBe(1)
  await alice.api.transactions.create.mutate(payment())
  await expect.poll(() => ownStream.text).toContain('"type":"transaction"')
  ownStream.close()
})

test('a stream stays open while its session cannot be checked, until the last known expiry', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const stream = await openStream(app, alice.cookie)
  await setIdleEnd(app, app.clock.now() + 30 * MINUTE_MS)
  await app.live.endOverdue(app.clock.now())
  await app.db.schema.alterTable('auth_sessions').renameTo('hidden').execute()

  app.clock.advance(29 * MINUTE_MS)
  await app.live.endOverdue(app.clock.now())
  expect(app.live.size).toBe(1)
  app.clock.advance(MINUTE_MS)
  await app.live.endOverdue(app.clock.now())

  await expect.poll(() => stream.isOver).toBe(true)
})

test.runIf(dialect === 'postgres')(
  'a session that ends in one process ends its stream in another',
  async () => {
    const fresh = await freshDatabase()
    const [one, two] = [await testApp({ fresh }), await testApp({ fresh })]
    const relays = [one, two].map(
      ({ live, world, db }) => new PostgresRelay({ url: fresh.url, db, live, log: world.log }),
    )
    for (const relay of relays) await relay.start()
    const alice = await one.person()
    const phone = await phoneOf(one, alice)
    const [aliceStream, other] = [
      await openStream(two, alice.cookie),
      await openStream(two, phone.cookie()),
    ]

    await alice.rest('POST', '/api/auth/sign-out', {})

    await expect.poll(() => aliceStream.isOver).toBe(true)
    expect(two.live.size).toBe(1)
    other.close()
    for (const relay of relays) await relay.stop()
    for (const app of [one, two]) await app[Symbol.asyncDispose]()
    await fresh.remove()
  },
)

test('a session ended unnoticed by another process ends its stream within a minute', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const stream = await openStream(app, alice.cookie)
  await app.live.endOverdue(app.clock.now())
  await app.db.deleteFrom('authSessions').execute()

  app.clock.advance(MINUTE_MS)
  await app.live.endOverdue(app.clock.now())

  await expect.poll(() => stream.isOver).toBe(true)
})

test('a stream ends once Clerk reports its session as ended, and not because of an outage of Clerk', async () => {
  await using clerk = await startClerkStandIn()
  await using app = await testApp({ clerk })
  const alice = await app.person()
  const stream = await openStream(app, alice.cookie)
  const endExpired = () => {
    app.clock.advance(MINUTE_MS)
    return app.live.endOverdue(app.clock.now())
  }

  await endExpired()
  clerk.behave('failing')
  await endExpired()
  expect(app.live.size).toBe(1)
  clerk.behave('well')
  clerk.endSessionsOf(alice.id)
  await endExpired()

  await expect.poll(() => stream.isOver).toBe(true)
})
