import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { SECRET_KEY, startClerkStandIn } from '../support/clerk-stand-in.ts'
import { dialect, freshDatabase } from '../support/database.ts'
import { keyCaller, restWith } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { type Person, testApp } from '../support/test-app.ts'

const path = '/api/environment/status'
const API_KEY = 'sk-very-secret-model-key'

const statusOf = async (person: Person) => {
  const response = await person.rest('GET', path)
  expect([response.status, response.body]).toEqual([200, response.body])
  return response.json()
}

type ModelResponse = (response: ServerResponse) => void | Promise<void>

/** Starts a model server that answers every request in the same way. */
async function modelServer(result: ModelResponse) {
  const asked: (string | undefined)[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization}`)
    void result(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const stop = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  const url = `http://127.0.0.1:${address.port}/v1`
  const environment = { OPENAI_API_KEY: API_KEY, OPENAI_BASE_URL: url, OPENAI_MODEL: 'small-one' }
  return { asked, environment, host: `127.0.0.1:${address.port}`, stop }
}

const respondWith =
  (status: number, body: string): ModelResponse =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(body)

const models = (...ids: string[]) => JSON.stringify({ data: ids.map((id) => ({ id })) })

test('a signed-in person sees the state of every component, also before onboarding', async () => {
  await using app = await testApp()
  const newcomer = await app.person({ isOnboarded: false })

  const status = await statusOf(newcomer)

  expect(status).toMatchObject({
    database: { status: 'healthy', fix: null },
    openai: { status: 'warning', fix: expect.stringContaining('OPENAI_API_KEY') },
    clerk: { status: 'healthy', message: expect.stringContaining('signs people in itself') },
    webhooks: { status: 'unknown', fix: 'Complete the onboarding.' },
    environment: 'development',
    version: '0.0.0',
    lastUpdated: new Date(app.clock.now()).toISOString(),
  })
  const facts = Object.fromEntries(
    status.database.details.map(({ label, value }: Record<string, string>) => [label, value]),
  )
  expect(facts).toMatchObject({
    Kind: expect.stringMatching(dialect === 'sqlite' ? /^SQLite 3\.\d+/ : /^PostgreSQL \d+/),
    'Query time': expect.stringMatching(/^\d+ ms$/),
    Migrations: expect.stringMatching(/^(\d+) of \1 ran$/),
  })
  expect((await newcomer.api.environment.status.query()).database.status).toBe('healthy')
})

test('the status is refused to strangers and keys, and takes no parameters', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const program = await keyCaller(app, alice)

  const stranger = await app.rest({ method: 'GET', url: path })
  const key = await restWith(app, program.key.secret)('GET', path)
  const asking = await alice.rest('GET', `${path}?check=database`)

  expect([stranger.status, key.status, asking.status]).toEqual([401, 403, 400])
  expect(key.json()).toMatchObject({ reason: 'key_not_admitted' })
})

test('an outdated schema is an error, a newer one a warning', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const migrationTable = app.db.withoutPlugins() as unknown as {
    updateTable: (table: string) => {
      set: (change: object) => {
        where: (...by: string[]) => { execute: () => Promise<unknown> }
      }
    }
    insertInto: (table: string) => { values: (row: object) => { execute: () => Promise<unknown> } }
  }

  await migrationTable
    .insertInto('kysely_migration')
    .values({ name: '2999-01-01T00-00-later', timestamp: '2999-01-01T00:00:00.000Z' })
    .execute()
  const aheadStatus = await statusOf(alice)
  await migrationTable
    .updateTable('kysely_migration')
    .set({ name: 'renamed' })
    .where('name', '=', '2026-11-21T02-00-demo')
    .execute()
  const behindStatus = await statusOf(alice)

  expect(aheadStatus.database).toMatchObject({ status: 'warning', fix: expect.any(String) })
  expect(behindStatus.database).toMatchObject({
    status: 'error',
    message: 'The schema is behind: 1 migration has not run.',
    fix: expect.stringContaining('npm start'),
  })
})

test.each([
  ['offers the model', 200, models('other', 'small-one'), 'healthy', 'offers the model'],
  ['offers other models', 200, models('other'), 'error', 'does not offer the model small-one'],
  ['refuses the key', 401, `{"error":"${API_KEY}"}`, 'error', 'refused (401)'],
  ['lists nothing', 404, 'no', 'warning', 'does not list its models'],
  ['has had enough', 429, '{}', 'warning', '(429)'],
  ['is broken', 500, '{}', 'error', 'responded with 500'],
  ['talks nonsense', 200, '<html>', 'error', 'cannot be read'],
  ['talks of something else', 200, '{"data":[1]}', 'error', 'cannot be read'],
  ['never ends', 200, `{"data":"${'x'.repeat(1_100_000)}"}`, 'error', 'cannot be read'],
])('a model server that %s is reported as such', async (...[, code, body, status, message]) => {
  const server = await modelServer(respondWith(code, body))
  await using app = await testApp({ environment: server.environment })
  const alice = await app.person()

  const response = await alice.rest('GET', path)
  await server.stop()

  const { openai } = response.json()
  expect(openai).toMatchObject({ status, message: expect.stringContaining(message) })
  expect(openai.fix === null).toBe(status === 'healthy')
  expect(openai.details).toEqual(
    expect.arrayContaining([
      { label: 'Host', value: server.host },
      { label: 'Model', value: 'small-one' },
    ]),
  )
  expect(server.asked).toEqual([`GET /v1/models Bearer ${API_KEY}`])
  expect(response.body).not.toContain(API_KEY)
})

test('the API key follows no redirect', async () => {
  const thief = await modelServer(respondWith(200, models('small-one')))
  const server = await modelServer((response) => {
    response.writeHead(302, { location: `${thief.environment.OPENAI_BASE_URL}/models` }).end()
  })
  await using app = await testApp({ environment: server.environment })

  const { openai } = await statusOf(await app.person())
  await Promise.all([server.stop(), thief.stop()])

  expect(openai.status).toBe('error')
  expect(thief.asked).toEqual([])
})

test('an unreachable model server is an error', async () => {
  const server = await modelServer(respondWith(200, ''))
  await server.stop()
  await using app = await testApp({ environment: server.environment })

  const { openai, database } = await statusOf(await app.person())

  expect(openai).toMatchObject({
    status: 'error',
    message: 'The server of the model cannot be reached.',
    fix: expect.stringContaining('OPENAI_BASE_URL'),
  })
  expect(database.status).toBe('healthy')
})

test('a check that times out is abandoned, and the other checks are still reported', async () => {
  await using clerk = await startClerkStandIn()
  const server = await modelServer(() => {})
  await using app = await testApp({
    clerk,
    environment: { ...server.environment, ...clerk.environment({ hasJwtKey: true }) },
  })
  const alice = await app.person()
  clerk.behave('hanging')

  const status = await statusOf(alice)
  await server.stop()

  expect(status).toMatchObject({
    database: { status: 'healthy' },
    openai: { status: 'error', message: expect.stringContaining('within 2 seconds') },
    clerk: { status: 'error', message: 'Clerk did not respond within 2 seconds.' },
    webhooks: { status: 'healthy' },
  })
})

test('the checks run concurrently: the model may respond after Clerk was called', async () => {
  await using clerk = await startClerkStandIn()
  let before = Number.POSITIVE_INFINITY
  const server = await modelServer(async (response) => {
    await expect.poll(() => clerk.requests.length, { interval: 5 }).toBeGreaterThan(before)
    respondWith(200, models('small-one'))(response)
  })
  await using app = await testApp({
    clerk,
    environment: { ...server.environment, ...clerk.environment({ hasJwtKey: true }) },
  })
  const alice = await app.person()
  before = clerk.requests.length

  const status = await statusOf(alice)
  await server.stop()

  // In sequence, the model would wait for Clerk's request, which would come only after the model's response.
  expect(status.openai.status).toBe('healthy')
})

test('Clerk is reported as healthy, as refusing the key, or as keyed for another environment', async () => {
  await using clerk = await startClerkStandIn()
  await using app = await testApp({ clerk, environment: clerk.environment({ hasJwtKey: true }) })
  await using live = await testApp({
    clerk,
    environment: {
      ...clerk.environment({ hasJwtKey: true }),
      APP_ENV: 'production',
      RATE_LIMITS: 'on',
    },
  })
  const alice = await app.person()
  const bob = await live.person()

  const healthyStatus = await statusOf(alice)
  const inProduction = await statusOf(bob)
  clerk.behave('failing')
  const failing = await alice.rest('GET', path)

  expect(healthyStatus.clerk).toMatchObject({ status: 'healthy', fix: null })
  expect(inProduction.clerk).toMatchObject({
    status: 'warning',
    message: 'Clerk signs people in with test keys, in production.',
  })
  expect(failing.json().clerk).toMatchObject({
    status: 'error',
    fix: expect.stringContaining('CLERK_SECRET_KEY'),
  })
  expect(failing.body).not.toContain(SECRET_KEY)
})

test('the webhook card shows the endpoint and the queue of the caller’s own merchant', async () => {
  await using app = await testApp()
  const [alice, bob] = [await app.person(), await app.person()]
  const webhooksOf = async (person: Person) => (await statusOf(person)).webhooks
  const [integration] = await alice.api.integrations.list.query()
  const changeIntegration = (change: object) =>
    app.db
      .updateTable('integrations')
      .set(change)
      .where('merchantId', '=', alice.merchant.id)
      .execute()

  expect(await webhooksOf(alice)).toMatchObject({ status: 'healthy', details: [] })
  await alice.api.integrations.update.mutate({
    id: String(integration?.id),
    webhookUrl: 'http://127.0.0.1:49999/hook?token=secret',
  })
  expect((await webhooksOf(alice)).message).toBe('Every event has been delivered.')
  await alice.api.transactions.create.mutate(payment())
  const waiting = await webhooksOf(alice)
  app.clock.advance(5 * 60_000)
  const behindStatus = await webhooksOf(alice)
  await changeIntegration({ failingSince: new Date(app.clock.now()).toISOString() })
  const failing = await webhooksOf(alice)
  await changeIntegration({ disabledAt: new Date(app.clock.now()).toISOString() })
  const disabled = await webhooksOf(alice)

  expect(waiting).toMatchObject({ status: 'healthy', message: 'Events are on their way.' })
  expect(waiting.details[0]).toEqual({ label: 'Endpoint', value: '127.0.0.1:49999' })
  expect(waiting.details.at(-1)).toEqual({
    label: 'Oldest waits for',
    value: 'less than a minute',
  })
  expect(behindStatus).toMatchObject({
    status: 'warning',
    message: 'Events wait for longer than they should.',
    details: expect.arrayContaining([{ label: 'Oldest waits for', value: '5 minutes' }]),
  })
  expect(failing).toMatchObject({ status: 'warning', message: expect.stringContaining('fails') })
  expect(disabled).toMatchObject({ status: 'error', fix: expect.stringContaining('Repair') })
  expect(await webhooksOf(bob)).toMatchObject({ status: 'healthy', details: [] })
})

test('no response holds a secret or a path', async () => {
  const server = await modelServer(respondWith(500, ''))
  const secrets = {
    ...server.environment,
    METRICS_TOKEN: 'metrics-token-of-sixteen',
    GOOGLE_CLIENT_ID: 'google-id',
    GOOGLE_CLIENT_SECRET: 'google-secret',
  }
  await using app = await testApp({ environment: secrets })

  const { body } = await (await app.person()).rest('GET', path)
  await server.stop()

  for (const secret of [
    API_KEY,
    secrets.METRICS_TOKEN,
    'google-secret',
    app.world.config.databaseUrl.replace('file:', ''),
    Buffer.alloc(32, 7).toString('base64'),
  ]) {
    expect(body).not.toContain(secret)
  }
})

test('the status alone responds without the database, to a cookie with a valid proof', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const parts = alice.cookie.split('; ')
  const proof = String(parts.find((part) => part.startsWith('incasso.status=')))
  const session = String(parts.find((part) => part.startsWith('incasso.session_token=')))
  const statusCodeFor = async (cookie: string, url = path) =>
    (await app.rest({ method: 'GET', url, headers: { cookie } })).status
  expect(await statusCodeFor(session)).toBe(200)

  await app.database.close()
  const status = await statusOf(alice)
  const onTrpc = await alice.rest('GET', '/trpc/environment.status')

  expect(status).toMatchObject({
    database: { status: 'error', fix: expect.stringContaining('DATABASE_URL') },
    openai: { status: 'warning' },
    clerk: { status: 'healthy' },
    webhooks: { status: 'unknown' },
  })
  expect(onTrpc.status).toBe(200)
  expect(await statusCodeFor('')).toBe(401)
  // The session without the proof, the proof without the session, and both with the session or the proof changed.
  expect(await statusCodeFor(session)).toBeGreaterThanOrEqual(500)
  expect(await statusCodeFor(proof)).toBe(401)
  expect(await statusCodeFor(`${session.slice(0, -3)}abc; ${proof}`)).not.toBe(200)
  const later = proof.replace(/=(\d+)/, (_, end) => `=${Number(end) + 60}`)
  expect(await statusCodeFor(`${session}; ${later}`)).toBeGreaterThanOrEqual(500)
  for (const url of [
    '/api/environment/config',
    '/api/merchants',
    '/trpc/environment.status,merchant.current?batch=1',
  ]) {
    expect([url, await statusCodeFor(alice.cookie, url)]).not.toEqual([url, 200])
  }
  app.clock.advance(2 * 60 * 60_000)
  expect(await statusCodeFor(alice.cookie)).toBeGreaterThanOrEqual(500)
})

test('the proof grants nothing more while the database responds', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { cookie } = alice
  await alice.rest('POST', '/api/auth/sign-out', {})

  const response = await app.rest({ method: 'GET', url: path, headers: { cookie } })

  expect(response.status).toBe(401)
})

// SQLite runs in this process and reads despite any lock.
test.runIf(dialect === 'postgres')(
  'a hanging database is abandoned, and the response reports it',
  async () => {
    const fresh = await freshDatabase()
    await using app = await testApp({ fresh })
    const alice = await app.person()
    const other = openDatabase({ url: fresh.url })

    const status = await other.db.transaction().execute(async (trx) => {
      await trx.schema.alterTable('auth_sessions').addColumn('held', 'integer').execute()
      await trx.schema.alterTable('kysely_migration').addColumn('held', 'integer').execute()
      return statusOf(alice)
    })
    await other.close()
    // The check that timed out continues until the database is free, and this one runs after it.
    const released = await statusOf(alice)

    expect(released.database.status).toBe('healthy')
    expect(status.database).toMatchObject({
      status: 'error',
      message: 'The database did not respond within 2 seconds.',
    })
    expect(status.webhooks.status).toBe('unknown')
  },
)
