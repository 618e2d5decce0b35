import { randomBytes } from 'node:crypto'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify'
import {
  fastify,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { OpenDatabase } from '#db/database.ts'
import type { Config } from './config.ts'
import type { Actor, World } from './context.ts'
import type { Identity } from './features/identity/identity.ts'
import { findMerchantOf } from './features/merchants/merchants.queries.ts'
import { merchantOf } from './features/merchants/merchants.rules.ts'
import type { Processor } from './features/processors/processor.ts'
import { registerErrorHandlers } from './http/errors.ts'
import { registerGuards } from './http/guards.ts'
import { registerHealth } from './http/health.ts'
import { page } from './http/page.ts'
import { rest } from './http/rest.ts'
import { type AppRouter, appRouter } from './router.ts'
import { makeId, makeReference } from './shared/id.ts'
import type { RequestCtx } from './trpc.ts'

export type AppDeps = {
  config: Config
  database: OpenDatabase
  identity: Identity
  processor: Processor
  now: () => number
  log: FastifyBaseLogger
  /** Where the built page lies. */
  pageFolder: string
}

/** The largest body: the longest payment is far below it. */
const BODY_LIMIT = 64 * 1024

export const worldOf = ({ config, database, processor, now, log }: AppDeps): World => ({
  db: database.db,
  config,
  now,
  log,
  processor,
  newId: (prefix) => makeId(prefix, now(), randomBytes),
  newReference: () => makeReference(randomBytes),
})

export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, identity } = deps
  const app = fastify({
    loggerInstance: deps.log,
    // One line a request is written below, without what its address may hold.
    logController: new LogController({ disableRequestLogging: true }),
    // An id from outside would let a caller write into our logs.
    requestIdHeader: false,
    genReqId: () => `req_${randomBytes(12).toString('base64url')}`,
    bodyLimit: BODY_LIMIT,
    // Every input is a strict object, so zod refuses __proto__ too, and by its name.
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore',
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    trustProxy: config.trustProxy ?? false,
    routerOptions: { maxParamLength: 5000 },
  })
  registerErrorHandlers(app)
  registerRequestLog(app)
  await app.register(helmet, {
    // The page sets a policy with a nonce of its own; everything else is data and may load nothing.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: config.appUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'same-origin' },
  })
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })
  registerGuards(app, config)
  registerHealth(app, deps.database.db)

  const createContext = contextMaker(deps)
  await app.register(identity.routes)
  await app.register(rest, { router: appRouter, createContext })
  // tRPC replaces the JSON parser of what surrounds it, so it stands beside REST, never around it.
  await app.register(async (scope) => {
    await scope.register(fastifyTRPCPlugin, {
      prefix: '/trpc',
      trpcOptions: {
        router: appRouter,
        createContext: ({ req }) => createContext(req),
      } satisfies FastifyTRPCPluginOptions<AppRouter>['trpcOptions'],
    })
  })
  await app.register(page, {
    folder: deps.pageFolder,
    clientConfig: {
      environment: config.environment,
      identity: identity.name,
      version: config.version,
    },
  })
  return app
}

/** Who calls is asked once a request, however many procedures it runs. */
function contextMaker(deps: AppDeps) {
  const world = worldOf(deps)
  const { identity } = deps
  return async (request: FastifyRequest): Promise<RequestCtx> => {
    const user = await identity.authenticate(request)
    const actor: Actor = user ? { type: 'user', provider: identity.name, user } : { type: 'anyone' }
    const findOwn = async () => {
      if (!user) return undefined
      const row = await findMerchantOf(world.db, { provider: identity.name, subject: user.id })
      return row && merchantOf(row)
    }
    let merchant: ReturnType<typeof findOwn> | undefined
    return {
      ...world,
      log: request.log,
      requestId: request.id,
      actor,
      findMerchant: () => {
        merchant ??= findOwn()
        return merchant
      },
    }
  }
}

/** One line a request. The query is left out: a search may hold a customer's e-mail. */
function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, url } = request
    request.log.info(
      {
        method,
        path: url.split('?')[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
}
