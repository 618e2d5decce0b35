import { Writable } from 'node:stream'
import { createTRPCClient, httpLink } from '@trpc/client'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'
import type { OpenDatabase } from '#db/database.ts'
import { openDatabase } from '#db/database.ts'
import type { Database } from '#db/tables.ts'
import { type AppDeps, buildApp, worldOf } from '#server/app.ts'
import { loadConfig } from '#server/config.ts'
import type { World } from '#server/context.ts'
import { KeyUses } from '#server/features/api-keys/authenticate-key.ts'
import { embeddedIdentity } from '#server/features/identity/embedded.ts'
import { LiveBus } from '#server/features/live/live-bus.ts'
import type { Merchant } from '#server/features/merchants/merchants.schema.ts'
import { sandboxProcessor } from '#server/features/processors/sandbox.ts'
import { settleDue } from '#server/features/transactions/settle-due.ts'
import type { AppRouter } from '#server/router.ts'
import { type TestClock, testClock } from './clock.ts'
import { freshDatabase } from './database.ts'
import { onboarding } from './make.ts'
import { validateAnswer } from './openapi-validator.ts'

export const SETTLEMENT_MS = 5000
const origin = 'http://127.0.0.1:3000'

/** Whatever came; a test says by its expectations what it should be. */
type Json = ReturnType<typeof JSON.parse>
type Reply = { status: number; headers: Record<string, unknown>; body: string; json: () => Json }

export type Person = {
  id: string
  email: string
  cookie: string
  merchant: Merchant
  api: ReturnType<typeof createTRPCClient<AppRouter>>
  rest: (method: InjectOptions['method'], path: string, body?: unknown) => Promise<Reply>
}

export type TestApp = AsyncDisposable & {
  app: FastifyInstance
  database: OpenDatabase
  db: OpenDatabase['db']
  clock: TestClock
  world: World
  keyUses: KeyUses
  live: LiveBus
  /** Lines that were logged, parsed. */
  logs: Record<string, unknown>[]
  /** Somebody who signed up and, unless told otherwise, onboarded. */
  person: (more?: { isOnboarded?: boolean; timezone?: string; name?: string }) => Promise<Person>
  rest: (options: InjectOptions) => Promise<Reply>
  settle: () => Promise<number>
  count: (table: keyof Database) => Promise<number>
}

export type TestAppOptions = {
  environment?: Record<string, string>
  deps?: Partial<AppDeps>
  onWriterStatement?: (text: string) => void
}

/** The real app on a database of its own, with a clock that stands still. */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const fresh = await freshDatabase()
  const clock = testClock()
  const logs: Record<string, unknown>[] = []
  const config = loadConfig({
    DATABASE_URL: fresh.url,
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    RATE_LIMITS: 'off',
    SANDBOX_SETTLEMENT_MS: String(SETTLEMENT_MS),
    ...options.environment,
  })
  const log = pino({ level: 'debug' }, collector(logs))
  const database = openDatabase({
    url: fresh.url,
    poolSize: 10,
    onWriterStatement: options.onWriterStatement,
  })
  const keyUses = new KeyUses()
  const live = new LiveBus()
  const deps: AppDeps = {
    config,
    database,
    now: clock.now,
    log,
    identity: embeddedIdentity({
      ...database,
      config,
      secret: 's'.repeat(40),
      now: clock.now,
      log,
    }),
    keyUses,
    live,
    processor: sandboxProcessor({ settlementMs: config.sandboxSettlementMs }),
    pageFolder: '/nonexistent',
    ...options.deps,
  }
  const app = await buildApp(deps)
  const world = worldOf(deps)
  const rest = restOf(app)
  let people = 0

  const person: TestApp['person'] = async ({ isOnboarded = true, timezone = 'UTC', name } = {}) => {
    const email = `person${++people}@example.com`
    const signedUp = await rest({
      method: 'POST',
      url: '/api/auth/sign-up/email',
      payload: { email, password: 'correct horse battery', name: name ?? `Person ${people}` },
    })
    if (signedUp.status !== 200) throw new Error(`sign-up answered ${signedUp.body}`)
    const cookie = cookieOf(signedUp)
    const self = {
      id: signedUp.json().user.id,
      email,
      cookie,
      api: trpcClient(app, cookie),
      rest: (method: InjectOptions['method'], path: string, body?: unknown) =>
        rest({
          method,
          url: path,
          headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
          payload: body === undefined ? undefined : JSON.stringify(body),
        }),
    }
    // Whoever has not onboarded has no merchant; a test that reads it then is wrong and should fail.
    if (!isOnboarded) return { ...self, merchant: undefined as never }
    return { ...self, merchant: await self.api.merchant.onboard.mutate(onboarding({ timezone })) }
  }

  return {
    app,
    database,
    db: database.db,
    clock,
    world,
    keyUses,
    live,
    logs,
    rest,
    person,
    settle: () => settleDue(world),
    count: async (table) => {
      const { count } = await database.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    [Symbol.asyncDispose]: async () => {
      await app.close()
      await database.close()
      await fresh.remove()
    },
  }
}

function collector(logs: Record<string, unknown>[]): Writable {
  return new Writable({
    write: (chunk, _encoding, done) => {
      for (const line of String(chunk).split('\n')) if (line) logs.push(JSON.parse(line))
      done()
    },
  })
}

/** Every answer of the API is held against the API's description of it. */
const restOf = (app: FastifyInstance) => async (options: InjectOptions) => {
  const response = await app.inject(options)
  const { statusCode: status, headers, body } = response
  const path = String(options.url ?? options.path)
  if (/^\/api\/(?!auth\/|reference)/.test(path)) {
    validateAnswer({ method: options.method ?? 'GET', path, status, headers, body })
  }
  return { status, headers, body, json: () => response.json() }
}

const cookieOf = ({ headers }: Reply): string =>
  [headers['set-cookie']]
    .flat()
    .map((cookie) => String(cookie).split(';')[0])
    .join('; ')

/** The page's own client, whose requests go straight into the app. */
export const trpcClient = (app: FastifyInstance, cookie?: string) =>
  createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: `${origin}/trpc`,
        fetch: async (input, init) => {
          const url = new URL(String(input))
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
