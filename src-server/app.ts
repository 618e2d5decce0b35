import compress from '@fastify/compress'
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { OpenDatabase } from '#db/database.ts'
import type { Config } from './config.ts'
import type { World } from './context.ts'
import type { KeyUses } from './features/api-keys/authenticate-key.ts'
import type { Identity } from './features/identity/identity.ts'
import type { ClientConfig } from './features/identity/identity.schema.ts'
import type { LanguageModel } from './features/openai/language-model.ts'
import { openaiModel } from './features/openai/openai-model.ts'
import type { Processor } from './features/processors/processor.ts'
import type { LiveBus } from './features/live/live-bus.ts'
import type { RequestLog } from './features/request-log/request-log.ts'
import type { Sender } from './features/webhooks/sender.ts'
import { registerKeyLog } from './http/key-log.ts'
import { legalRoutes, toldLegal } from './http/legal.ts'
import { loggedPath } from './http/logged-path.ts'
import type { Mailer } from './mail/mailer.ts'
import type { SecretBox } from './secret-box.ts'
import { registerErrorHandlers } from './http/errors.ts'
import { auditExportRoute } from './http/audit-export.ts'
import { exportRoute } from './http/export.ts'
import { GUARDED_BY, registerGuards } from './http/guards.ts'
import { type Draining, registerHealth } from './http/health.ts'
import { identityRoutes } from './http/identity-routes.ts'
import { registerMetrics } from './http/metrics.ts'
import { page } from './http/page.ts'
import { type CallerLimits, callerLimits, registerRateHeaders } from './http/caller-limits.ts'
import { createServer } from './http/http-server.ts'
import { assertShallow, registerShallowJson } from './http/json-depth.ts'
import { LoadGauge } from './http/load-gauge.ts'
import { registerLoadShedding } from './http/load-shedding.ts'
import { type DatabaseClock, limiterFor, modelLimit } from './http/rate-limit.ts'
import { pooledBytes } from './pooled-bytes.ts'
import { reference } from './http/reference.ts'
import { analysisRoute } from './http/analysis.ts'
import { contextMaker } from './http/request-context.ts'
import { rest } from './http/rest.ts'
import { registerSecurityHeaders } from './http/security-headers.ts'
import { type AppRouter, appRouter } from './router.ts'
import { idMaker, makeReference } from './shared/id.ts'
import { refuseOnTrpc } from './trpc.ts'

export type AppDeps = {
  config: Config
  database: OpenDatabase
  identity: Identity
  processor: Processor
  keyUses: KeyUses
  live: LiveBus
  secretBox: SecretBox
  webhookSender: Sender
  /** Missing where nothing can be mailed. */
  mailer?: Mailer | undefined
  requestLog: RequestLog
  draining: Draining
  /** Whether one more request can be taken on; a test has its own. */
  gauge?: LoadGauge
  /** By which PostgreSQL fills the buckets of the limits; a test has its own. */
  limitClock?: DatabaseClock
  /** Asked instead of the one that the configuration names. */
  model?: LanguageModel
  now: () => number
  log: FastifyBaseLogger
  /** Where the built page lies. */
  pageFolder: string
}

/** Texts, but not the stream of live changes: compressing it would hold each one back. */
const compressible =
  /^(?:text\/(?!event-stream)|application\/(?:json|problem\+json|javascript)|image\/svg)/

const randomBytes = pooledBytes()

export const worldOf = ({
  config,
  database,
  processor,
  now,
  log,
  live,
  secretBox,
  webhookSender,
  mailer,
}: Omit<
  AppDeps,
  'identity' | 'keyUses' | 'model' | 'pageFolder' | 'requestLog' | 'draining'
>): World => ({
  db: database.db,
  dialect: database.dialect,
  config,
  now,
  log,
  processor,
  newId: idMaker(now, randomBytes),
  newReference: () => makeReference(randomBytes),
  live,
  secretBox,
  webhookSender,
  mailer,
  reachApi,
  noteChange: (change) => live.publish(change),
})

const REACH_WITHIN_MS = 3000

const reachApi = async (url: string): Promise<number> => {
  const answer = await fetch(url, {
    redirect: 'manual',
    signal: AbortSignal.timeout(REACH_WITHIN_MS),
  })
  await answer.body?.cancel()
  return answer.status
}

/** A process that only works in the background still says how it fares. */
export async function buildWorkerApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = createServer({ config: deps.config, log: deps.log })
  registerErrorHandlers(app)
  registerHealth(app, deps.database.db, deps.draining)
  registerMetrics(app, deps)
  return app
}

export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, identity } = deps
  const gauge = deps.gauge ?? new LoadGauge()
  const app = createServer({ ...deps, gauge })
  registerErrorHandlers(app)
  registerRequestLog(app)
  registerKeyLog(app, deps)
  registerIdentityCookies(app)
  await registerSecurityHeaders(app, config)
  registerLoadShedding(app, gauge)
  registerRateHeaders(app)
  registerShallowJson(app)
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    customTypes: compressible,
  })
  // Open streams would keep the server from ending.
  app.addHook('preClose', async () => deps.live.close())
  registerGuards(app, config)
  registerHealth(app, deps.database.db, deps.draining)
  registerMetrics(app, deps, gauge)

  const world = worldOf(deps)
  const limits = callerLimits(world, deps.limitClock)
  const createContext = contextMaker({
    world,
    identity,
    keyUses: deps.keyUses,
    limits,
    modelLimiter: limiterFor(world, modelLimit, deps.limitClock),
    model: deps.model ?? (config.openai && openaiModel(config.openai)),
  })
  await app.register(identityRoutes, { identity, world, appUrl: config.appUrl, limits })
  await app.register(rest, { router: appRouter, createContext })
  await app.register(exportRoute, { createContext })
  await app.register(auditExportRoute, { createContext })
  await app.register(analysisRoute, { router: appRouter, createContext })
  await registerReading(app, config, limits)
  // tRPC replaces the JSON parser of what surrounds it, so it stands beside REST, never around it.
  await app.register(async (scope) => {
    scope.addHook('preValidation', async ({ body }) => assertShallow(body))
    await scope.register(fastifyTRPCPlugin, {
      prefix: '/trpc',
      trpcOptions: {
        router: appRouter,
        createContext: ({ req, info }) => createContext(req, info).catch(refuseOnTrpc(app.log)),
        // It would put its own in the place of what the guards say.
        responseMeta: ({ type }) => (type === 'mutation' ? { headers: { vary: GUARDED_BY } } : {}),
      } satisfies FastifyTRPCPluginOptions<AppRouter>['trpcOptions'],
    })
  })
  await app.register(page, {
    folder: deps.pageFolder,
    clerk: config.clerk,
    clientConfig: clientConfigOf(deps),
  })
  return app
}

/** What anybody may read without signing in. */
async function registerReading(app: FastifyInstance, config: Config, limits: CallerLimits) {
  const { legal, version, appUrl: serverUrl } = config
  await app.register(legalRoutes, { legal, limits })
  await app.register(reference, { router: appRouter, limits, version, serverUrl })
}

const clientConfigOf = ({ config, identity }: AppDeps): ClientConfig => ({
  environment: config.environment,
  identity: identity.name,
  hasGoogle: config.google !== undefined,
  hasMail: config.smtp !== undefined || config.environment === 'development',
  verifiesEmail: config.smtp !== undefined,
  clerkPublishableKey: config.clerk?.publishableKey ?? null,
  version: config.version,
  legal: toldLegal(config.legal),
})

/** A session that is prolonged needs its cookie to last as long. */
function registerIdentityCookies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    for (const cookie of request.identityCookies ?? []) reply.header('set-cookie', cookie)
  })
}

/** One line a request. The query is left out: a search may hold a customer's e-mail. */
function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    if (request.isShed) return
    const { method, url } = request
    request.log.info(
      {
        method,
        path: loggedPath(url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
}
