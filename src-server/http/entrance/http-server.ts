import http from 'node:http'
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify'
import type { Config } from '#server/config/config.ts'
import { BODY_LIMIT } from '#server/core/calls/problem.ts'
import { pooledBytes } from '#server/core/work/pooled-bytes.ts'
import { respondToBrokenRequest, respondToUnroutable } from './broken-requests.ts'
import { AdmissionQueue, refuseOverloaded } from './load/admission-queue.ts'
import { HealthReserve } from './load/health-reserve.ts'
import { IdleTimeout } from './load/idle-timeout.ts'
import type { LoadGauge } from './load/load-gauge.ts'
import { type EndingTimes, OpenConnections } from './load/open-connections.ts'
import { canonicalUrl } from './request-url.ts'

/** Limit of the request line and all headers together. Node stops reading beyond it. */
const MAX_HEADER_BYTES = 16 * 1024
/** More headers than browsers and proxies send. Node silently drops headers above its own limit. */
export const MAX_HEADERS = 100
/** Each connection takes some 20 kB of memory, so idle connections cannot fill it. */
const MAX_CONNECTIONS = 5_000
const RESERVED_FOR_HEALTH = 100

/** Time limits for a client. A client that sends a byte a second is disconnected after them. */
export const TIMEOUTS_MS = {
  headers: 10_000,
  request: 15_000,
  checkEvery: 1_000,
  /**
   * Longer than load balancers keep their connections, so that the server never closes one that a balancer is using.
   */
  keepAlive: 72_000,
  idle: 90_000,
}

const randomBytes = pooledBytes()

export type ServerOptions = {
  config: Config
  log: FastifyBaseLogger
  /** Gauge of the load for the admission queue; without it every request is admitted. */
  gauge?: LoadGauge | undefined
  /** Set by tests of a stop. */
  endingTimes?: EndingTimes
}

/**
 * Throws when a route has a JSON schema. Zod checks inputs; Fastify's schema compilers take a tenth of a second to
 * load.
 */
function refuseSchemas(): never {
  throw new Error('A route of this server has a JSON schema, which nothing here checks.')
}

const newRequestId = () => `req_${Buffer.from(randomBytes(12)).toString('base64url')}`

export function createServer({ config, log, gauge, endingTimes }: ServerOptions) {
  const connections = new OpenConnections(endingTimes)
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    // request-lines.ts writes one line per request, without the secrets that its URL may contain.
    logController: new LogController({ disableRequestLogging: true }),
    // Ignores a caller's request id, because its text would be written into the logs.
    requestIdHeader: false,
    genReqId: newRequestId,
    bodyLimit: BODY_LIMIT,
    // Every input is a strict object, so zod refuses __proto__ too and names it in the error.
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore',
    serverFactory: (handle) => httpServer(handle, connections, gauge),
    clientErrorHandler: respondToBrokenRequest,
    // Requests that bypass the admission queue need the canonical URL too.
    rewriteUrl: ({ url = '' }) => canonicalUrl(url) ?? url,
    frameworkErrors: respondToUnroutable,
    // Requests on a connection that is already open get a response until the end.
    return503OnClosing: false,
    trustProxy: config.trustProxy ?? false,
    routerOptions: { maxParamLength: 5000 },
    schemaController: {
      compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas },
    },
  })
  app.server.maxConnections = MAX_CONNECTIONS
  app.server.maxHeadersCount = 2 * MAX_HEADERS
  app.addHook('preClose', async () => connections.end())
  return app
}

type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => void

function httpServer(
  handle: Handler,
  connections: OpenConnections,
  gauge: LoadGauge | undefined,
): http.Server {
  const admissionQueue = gauge && new AdmissionQueue(gauge, handle, newRequestId)
  const idleTimeout = new IdleTimeout(TIMEOUTS_MS.idle)
  const reserve = new HealthReserve({ most: MAX_CONNECTIONS - RESERVED_FOR_HEALTH })
  const server = http.createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: TIMEOUTS_MS.headers,
      requestTimeout: TIMEOUTS_MS.request,
      keepAliveTimeout: TIMEOUTS_MS.keepAlive,
      connectionsCheckingInterval: TIMEOUTS_MS.checkEvery,
    },
    (request, response) => {
      idleTimeout.recordRequest(request, response)
      connections.recordRequest(request, response)
      if (reserve.refuses(request)) {
        return refuseOverloaded(response, newRequestId(), { connection: 'close' })
      }
      if (!admissionQueue) return handle(request, response)
      // The admission queue decides by the URL, so it needs the canonical one that is routed.
      request.url = canonicalUrl(request.url ?? '') ?? request.url
      admissionQueue.enter(request, response)
    },
  )
  idleTimeout.watch(server)
  connections.watch(server)
  reserve.watch(server)
  admissionQueue?.watch(server)
  return server
}
