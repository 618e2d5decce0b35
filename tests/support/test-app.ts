import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { createTRPCClient, httpLink } from '@trpc/client'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { OpenDatabase } from '#db/database.ts'
import { openDatabase } from '#db/database.ts'
import type { OnStatement } from '#db/postgres/postgres-pool.ts'
import type { Database } from '#db/tables.ts'
import { type AppDeps, buildApp } from '#server/app.ts'
import { loadConfig } from '#server/config/config.ts'
import { consequences } from '#server/consequences.ts'
import type { World } from '#server/core/context.ts'
import type { Merchant } from '#server/core/merchant.schema.ts'
import type { Identity } from '#server/core/ports/identity.ts'
import type { Mailer } from '#server/core/ports/mailer.ts'
import { secretBox } from '#server/core/secrets/secret-box.ts'
import { worldOf } from '#server/core/world.ts'
import { KeyUses } from '#server/features/api-keys/key-uses.ts'
import { settleDue } from '#server/features/transactions/settle/settle-due.ts'
import { createPaymentStore } from '#server/features/transactions/store/local-payments.ts'
import { LoadGauge } from '#server/http/entrance/load/load-gauge.ts'
import type { AppRouter } from '#server/router.ts'
import { createEmbeddedIdentity } from '#server/services/identity/embedded/embedded.ts'
import type { EmbeddedOptions } from '#server/services/identity/embedded/embedded-auth.ts'
import { takeCustomerMailAllowance } from '#server/services/identity/throttle/mail-allowances.ts'
import { LiveBus } from '#server/services/live/live-bus.ts'
import { MailWorker } from '#server/services/mail/mail-worker.ts'
import { queueMail } from '#server/services/mail/queue-mail.ts'
import { createWebhookSender } from '#server/services/outbox/sender.ts'
import { createProcessors } from '#server/services/processors/processors-of.ts'
import { RequestLog } from '#server/services/request-log/request-log.ts'
import type { ClerkStandIn } from './clerk-stand-in.ts'
import { type TestClock, testClock } from './clock.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { LockWatch } from './lock-watch.ts'
import { onboarding } from './make.ts'
import { validateRequest, validateResponse } from './openapi-validator.ts'

/** Milliseconds until the sandbox settles a pending payment in the test app. */
export const SETTLEMENT_MS = 5000
const origin = 'http://127.0.0.1:3000'

/**
 * Parameters with which a hash takes a tenth of a millisecond, because tests about other things sign up people by the
 * hundred.
 */
const MIN_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/** Password of every person in tests. */
export const PASSWORD = 'correct horse battery'

/** Any JSON: a test's expectations define what it must be. */
type Json = ReturnType<typeof JSON.parse>
type Reply = { status: number; headers: Record<string, unknown>; body: string; json: () => Json }

/** A signed-in person: `api` calls the tRPC API and `rest` the REST API, with the person's cookie. */
export type Person = {
  id: string
  email: string
  cookie: string
  merchant: Merchant
  api: ReturnType<typeof createTRPCClient<AppRouter>>
  rest: (method: InjectOptions['method'], path: string, body?: unknown) => Promise<Reply>
  /** Starts a new session, once the clock has passed the end of the first. Other sessions stay unchanged. */
  signIn: () => Promise<void>
}

/**
 * The real app, called without a network, with the parts that tests inspect. `world` is its database, clock and
 * processors.
 */
export type TestApp = AsyncDisposable & {
  app: FastifyInstance
  database: OpenDatabase
  db: OpenDatabase['db']
  locks: LockWatch
  clock: TestClock
  world: World
  keyUses: KeyUses
  live: LiveBus
  identity: Identity
  /** Logged lines, parsed. */
  logs: Record<string, unknown>[]
  /** Signs up a person and, by default, onboards them. */
  person: (more?: {
    isOnboarded?: boolean
    timezone?: string
    name?: string
    email?: string
  }) => Promise<Person>
  rest: (options: InjectOptions) => Promise<Reply>
  /** Runs the job that settles due payments. */
  settle: () => Promise<number>
  /** Resolves once work that no response waits for, such as mail, is done. */
  idle: () => Promise<void>
  /** Returns the number of rows in a table. */
  count: (table: keyof Database) => Promise<number>
}

/** Overrides for the test app: environment variables, dependencies (`deps`) and hooks. */
export type TestAppOptions = {
  environment?: Record<string, string>
  deps?: Partial<AppDeps>
  mailer?: Mailer
  /** Hashes passwords at a real server's cost, for tests about that cost. */
  hasFullPasswordCost?: boolean
  onWriterStatement?: (text: string) => void
  onPostgresStatement?: OnStatement
  /** Signs people in through Clerk's stand-in. */
  clerk?: ClerkStandIn
  /** Timeout for a processor's response, for tests about a response that never comes. */
  processorTimeoutMs?: number
  /** A database that several apps of a test share. The test removes it. */
  fresh?: FreshDatabase
}

/** Starts the real app on its own database, with a clock that only the test moves. */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const fresh = options.fresh ?? (await freshDatabase())
  const clock = testClock()
  const logs: Record<string, unknown>[] = []
  const config = loadConfig({
    DATABASE_URL: fresh.url,
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    RATE_LIMITS: 'off',
    SANDBOX_SETTLEMENT_MS: String(SETTLEMENT_MS),
    ...options.clerk?.environment(),
    ...options.environment,
  })
  const log = pino({ level: 'debug' }, createLogCollector(logs))
  const locks = new LockWatch()
  const database = openDatabase({
    url: fresh.url,
    poolSize: 10,
    onWriterStatement: options.onWriterStatement,
    onPostgresStatement: (...statement) => {
      locks.observe(statement[0], statement[1])
      options.onPostgresStatement?.(...statement)
    },
  })
  const keyUses = new KeyUses()
  const live = new LiveBus()
  const box = secretBox([Buffer.alloc(32, 7)])
  const deps: AppDeps = {
    config,
    database,
    now: clock.now,
    log,
    identity: await identityOf({
      ...database,
      config,
      secret: 's'.repeat(40),
      now: clock.now,
      log,
      queueMail: options.mailer && ((mail) => queueMail(world, mail)),
      passwordCost: options.hasFullPasswordCost ? undefined : MIN_COST,
      onSessionsEnded: (userId) => live.sessionsEnded(userId),
    }),
    mailer: options.mailer,
    keyUses,
    live,
    requestLog: new RequestLog(),
    draining: { isDraining: false },
    moving: { isReadOnly: false },
    limitClock: () => sql`${clock.now()}::float8`,
    secretBox: box,
    webhookSender: createWebhookSender(config.webhookUrls),
    processors: createProcessors({
      config,
      db: database.db,
      box,
      responseTimeoutMs: options.processorTimeoutMs,
    }),
    consequences,
    paymentStoreOf: createPaymentStore,
    pageFolder: '/nonexistent',
    guidesFolder: fileURLToPath(new URL('../..', import.meta.url)),
    // Switches off load shedding, because only its own tests may depend on the load of the machine.
    gauge: Object.assign(new LoadGauge(), { admits: () => true }),
    ...options.deps,
  }
  const app = await buildApp(deps)
  const world = worldOf(deps)
  const mails =
    options.mailer &&
    new MailWorker({
      world,
      mailer: options.mailer,
      random: () => 0.5,
      maySend: takeCustomerMailAllowance(world),
    })
  const rest = restOf(app)
  const enrol = options.clerk ? withClerk(options.clerk, clock.now) : withPassword(rest)
  let personCount = 0

  const person: TestApp['person'] = async (more = {}) => {
    const { isOnboarded = true, timezone = 'UTC', name } = more
    const number = ++personCount
    const email = more.email ?? `person${number}@example.com`
    const enrolled = await enrol({ email, name: name ?? `Person ${personCount}` })
    const session = { cookie: enrolled.cookie }
    const self = {
      id: enrolled.id,
      email,
      get cookie() {
        return session.cookie
      },
      api: trpcClient(app, () => session.cookie),
      rest: (method: InjectOptions['method'], path: string, body?: unknown) =>
        rest({
          method,
          url: path,
          headers: {
            cookie: session.cookie,
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          payload: body === undefined ? undefined : JSON.stringify(body),
        }),
      signIn: async () => {
        session.cookie = await enrolled.signIn()
      },
    }
    // A person before onboarding has no merchant, so a test that reads it then is wrong and fails.
    if (!isOnboarded) return Object.assign(self, { merchant: undefined as never })
    return Object.assign(self, {
      merchant: await self.api.merchant.onboard.mutate(onboarding({ timezone })),
    })
  }

  return {
    app,
    database,
    db: database.db,
    locks,
    clock,
    world,
    keyUses,
    live,
    identity: deps.identity,
    logs,
    rest,
    person,
    settle: () => settleDue(world),
    idle: async () => {
      await deps.identity.idle?.()
      await mails?.sendDue(new AbortController().signal)
      await mails?.idle()
    },
    count: async (table) => {
      const { count } = await database.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    [Symbol.asyncDispose]: async () => {
      await app.close()
      await deps.identity.idle?.()
      await database.close()
      if (!options.fresh) await fresh.remove()
      // Checked in every test, because two transactions that lock in different orders can deadlock.
      if (locks.faults.length > 0) {
        throw new Error(`locks were taken out of their order:\n${locks.faults.join('\n')}`)
      }
    },
  }
}

/** Loads Clerk only for tests about it, because loading takes time. */
async function identityOf(options: EmbeddedOptions): Promise<Identity> {
  const { clerk } = options.config
  if (!clerk) return createEmbeddedIdentity(options)
  const { createClerkIdentity } = await import('#server/services/identity/clerk/clerk-identity.ts')
  return createClerkIdentity({ ...options, clerk })
}

/** Creates a person's account. `signIn` returns the cookies of another session. */
type Enrol = (person: {
  email: string
  name: string
}) => Promise<{ id: string; cookie: string; signIn: () => Promise<string> }>

const withPassword =
  (rest: TestApp['rest']): Enrol =>
  async ({ email, name }) => {
    const post = async (path: string, payload: object) => {
      const response = await rest({ method: 'POST', url: `/api/auth/${path}/email`, payload })
      if (response.status !== 200) throw new Error(`${path} responded with ${response.body}`)
      return response
    }
    const signedUp = await post('sign-up', { email, password: PASSWORD, name })
    return {
      id: signedUp.json().user.id,
      cookie: cookieOf(signedUp),
      signIn: async () => cookieOf(await post('sign-in', { email, password: PASSWORD })),
    }
  }

const withClerk =
  (clerk: ClerkStandIn, now: () => number): Enrol =>
  async ({ email, name }) => {
    const id = `user_${email.replace(/\W/g, '')}`
    const [firstName = '', ...rest] = name.split(' ')
    clerk.addUser({ id, firstName, lastName: rest.join(' '), emails: [email] })
    const signIn = async () => {
      // An hour and not Clerk's minute, so that a test can move its clock.
      const claims = clerk.claims(id, { atMs: now(), azp: origin, lifeS: 3600 })
      return `__session=${await clerk.signToken(claims)}`
    }
    return { id, cookie: await signIn(), signIn }
  }

function createLogCollector(logs: Record<string, unknown>[]): Writable {
  return new Writable({
    write: (chunk, _encoding, done) => {
      for (const text of String(chunk).split('\n')) {
        if (!text) continue
        const line = JSON.parse(text)
        logs.push(line)
        // The caller of a 500 does not see the error, but the test's output needs it.
        if (line.msg === 'failed' && line.err) process.stderr.write(`500: ${line.err.message}\n`)
      }
      done()
    },
  })
}

/** Sends requests. Validates every API response, and every accepted request, against the API description. */
const restOf = (app: FastifyInstance) => async (options: InjectOptions) => {
  const response = await app.inject(options)
  const { statusCode: status, headers, body } = response
  const path = String(options.url ?? options.path)
  if (/^\/api\/(?!auth\/|reference)/.test(path)) {
    const method = options.method ?? 'GET'
    validateResponse({ method, path, status, headers, body })
    // A refused request may contain anything.
    if (status < 300) validateRequest({ method, path, body: textOf(options.payload) })
  }
  return { status, headers, body, json: () => response.json() }
}

/** Returns the payload as JSON text, because `inject` serializes objects itself. */
const textOf = (payload: InjectOptions['payload']): string | undefined =>
  payload === undefined || typeof payload === 'string' ? payload : JSON.stringify(payload)

const cookieOf = ({ headers }: Reply): string =>
  [headers['set-cookie']]
    .flat()
    .map((cookie) => String(cookie).split(';')[0])
    .join('; ')

/** Returns the page's own client, whose requests go directly into the app. */
export const trpcClient = (
  app: FastifyInstance,
  cookieNow: () => string | undefined = () => undefined,
) =>
  createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: `${origin}/trpc`,
        fetch: async (input, init) => {
          const url = new URL(String(input))
          const cookie = cookieNow()
          const response = await app.inject({
            method: (init?.method ?? 'GET') as 'GET' | 'POST',
            url: url.pathname + url.search,
            headers: {
              ...(init?.headers as Record<string, string>),
              origin,
              ...(cookie && { cookie }),
            },
            payload: typeof init?.body === 'string' ? init.body : undefined,
          })
          return new Response(response.body, { status: response.statusCode })
        },
      }),
    ],
  })
