import type { FastifyInstance } from 'fastify'
import type { Identity } from './core/ports/identity.ts'
import type { LanguageModel } from './core/ports/language-model.ts'
import type { MoveState } from './core/ports/move-state.ts'
import { type WorldParts, worldOf } from './core/world.ts'
import type { KeyUses } from './features/api-keys/key-uses.ts'
import { openaiModel } from './features/openai/openai-model.ts'
import { guideRoutes } from './http/documents/guides.ts'
import { referenceRoutes } from './http/documents/reference.ts'
import { registerJsonBodies } from './http/entrance/bodies/json-body.ts'
import {
  type CallerLimits,
  createCallerLimits,
  registerRateHeaders,
} from './http/entrance/caller-limits.ts'
import { registerCompression } from './http/entrance/compression.ts'
import { registerErrorHandlers } from './http/entrance/errors.ts'
import { registerGuards } from './http/entrance/guards.ts'
import { createServer } from './http/entrance/http-server.ts'
import { registerKeyLog } from './http/entrance/key-log.ts'
import { LoadGauge } from './http/entrance/load/load-gauge.ts'
import { registerLoadShedding } from './http/entrance/load/load-shedding.ts'
import type { DatabaseClock } from './http/entrance/rate-limit.queries.ts'
import { limiterFor, modelLimit } from './http/entrance/rate-limit.ts'
import { registerReadOnly } from './http/entrance/read-only.ts'
import { contextMaker } from './http/entrance/request-context.ts'
import { registerRequestLines } from './http/entrance/request-lines.ts'
import { registerRequestTraces } from './http/entrance/request-traces.ts'
import { registerSecurityHeaders } from './http/entrance/security-headers.ts'
import { mcpRoutes } from './http/mcp/mcp.ts'
import { continueRoutes } from './http/payer-pages/continue.ts'
import { payRoutes } from './http/payer-pages/pay.ts'
import { receiptRoutes } from './http/payer-pages/receipt.ts'
import { sandboxRoutes } from './http/payer-pages/sandbox.ts'
import { analysisRoute } from './http/routes/analysis.ts'
import { auditExportRoute } from './http/routes/audit-export.ts'
import { cardScriptFinder } from './http/routes/card-script.ts'
import { clientConfigOf } from './http/routes/client-config.ts'
import { eventStreamRoute } from './http/routes/event-stream.ts'
import { exportRoute } from './http/routes/export.ts'
import { type DrainState, registerHealth } from './http/routes/health.ts'
import { hookRoutes } from './http/routes/hooks.ts'
import { identityRoutes, registerIdentityCookies } from './http/routes/identity-routes.ts'
import { legalRoutes } from './http/routes/legal.ts'
import { registerMetrics } from './http/routes/metrics.ts'
import { pageRoutes } from './http/routes/page.ts'
import { rest } from './http/routes/rest.ts'
import { trpcRoutes } from './http/routes/trpc.ts'
import { appRouter } from './router.ts'
import type { LiveBus } from './services/live/live-bus.ts'
import type { RequestLog } from './services/request-log/request-log.ts'

export type AppDeps = WorldParts & {
  identity: Identity
  keyUses: KeyUses
  live: LiveBus
  requestLog: RequestLog
  draining: DrainState
  moving: MoveState
  /** Decides whether the server accepts one more request; tests pass their own gauge. */
  gauge?: LoadGauge
  /** Clock by which PostgreSQL refills the rate-limit buckets; tests pass their own. */
  limitClock?: DatabaseClock
  /** Used instead of the model that the configuration names. */
  model?: LanguageModel
  /** Folder of the built page. */
  pageFolder: string
  /** Folder with the guides' files, by their paths in the repository. */
  guidesFolder: string
}

/** Builds the app of a worker process, which serves only its health and metrics. */
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
  registerRequestTraces(app, config.trustProxy !== undefined)
  registerRequestLines(app)
  registerKeyLog(app, deps)
  registerIdentityCookies(app)
  await registerSecurityHeaders(app, config)
  registerLoadShedding(app, gauge)
  registerRateHeaders(app)
  registerJsonBodies(app)
  await registerCompression(app)
  // Open streams would keep the server from closing.
  app.addHook('preClose', async () => deps.live.close())
  registerGuards(app, config)
  registerReadOnly(app, deps.moving)
  registerHealth(app, deps.database.db, deps.draining)
  registerMetrics(app, deps, gauge)

  const world = worldOf(deps)
  const limits = createCallerLimits(world, deps.limitClock)
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
  await app.register(eventStreamRoute, { createContext, moving: deps.moving })
  await registerPublicPages(app, deps, limits)
  await app.register(sandboxRoutes, { world, limits })
  await app.register(continueRoutes, { world, limits })
  await app.register(payRoutes, { world, limits })
  await app.register(receiptRoutes, { world, limits })
  await app.register(hookRoutes, { world })
  await app.register(mcpRoutes, { router: appRouter, createContext, config })
  await app.register(trpcRoutes, { router: appRouter, createContext })
  await app.register(pageRoutes, {
    folder: deps.pageFolder,
    clerk: config.clerk,
    clientConfig: clientConfigOf(deps),
    findCardScript: cardScriptFinder(createContext),
  })
  return app
}

/** Registers the pages that visitors read without signing in. */
async function registerPublicPages(
  app: FastifyInstance,
  { config, guidesFolder }: AppDeps,
  limits: CallerLimits,
) {
  const { legal, version, appUrl: serverUrl } = config
  await app.register(guideRoutes, { folder: guidesFolder, appUrl: serverUrl, limits })
  await app.register(legalRoutes, { legal, limits })
  await app.register(referenceRoutes, { router: appRouter, limits, version, serverUrl })
}
