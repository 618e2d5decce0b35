import http from 'node:http'
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify'
import type { Config } from '#server/config/config.ts'
import { BODY_LIMIT } from '#server/core/calls/problem.ts'
import { pooledBytes } from '#server/core/work/pooled-bytes.ts'
import { canonicalAddress } from './address.ts'
import { answerBrokenRequest, answerUnroutable } from './broken-requests.ts'
import { Door, refuseCheaply } from './load/door.ts'
import { HealthReserve } from './load/health-reserve.ts'
import type { LoadGauge } from './load/load-gauge.ts'
import { Silence } from './load/silence.ts'

/** The request line and all headers together, as far as Node reads them. */
const MAX_HEADER_BYTES = 16 * 1024
/** More than browsers and proxies send; beyond what Node keeps it drops headers in silence. */
export const MAX_HEADERS = 100
/** Memory for each is some 20 kB, so that those who only hold connections cannot fill it. */
const MAX_CONNECTIONS = 5_000
const RESERVED_FOR_HEALTH = 100

/** How long a client may take; who sends a byte a second is cut after that. */
export const TIMEOUTS_MS = {
  headers: 10_000,
  request: 15_000,
  checkEvery: 1_000,
  /** Longer than balancers keep theirs, so that it is never we who close one that they just use. */
  keepAlive: 72_000,
  silence: 90_000,
}

const randomBytes = pooledBytes()

export type ServerOptions = {
  config: Config
  log: FastifyBaseLogger
  /** By which a door is kept; without it everybody is let in. */
  gauge?: LoadGauge | undefined
}

/** Inputs are checked by zod. What Fastify has for JSON schemas takes a tenth of a second to load. */
function noSchemas(): never {
  throw new Error('A route of this server has a JSON schema, which nothing here checks.')
}

const newRequestId = () => `req_${Buffer.from(randomBytes(12)).toString('base64url')}`

export function createServer({ config, log, gauge }: ServerOptions) {
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    // One line a request is written elsewhere, without what its address may hold.
    logController: new LogController({ disableRequestLogging: true }),
    // An id from outside would let a caller write into our logs.
    requestIdHeader: false,
    genReqId: newRequestId,
    bodyLimit: BODY_LIMIT,
    // Every input is a strict object, so zod refuses __proto__ too, and by its name.
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore',
    serverFactory: (handle) => httpServer(handle, gauge),
    clientErrorHandler: answerBrokenRequest,
    // Also for requests that come by another way than the door.
    rewriteUrl: ({ url = '' }) => canonicalAddress(url) ?? url,
    frameworkErrors: answerUnroutable,
    // What comes over a connection that was open already is answered to the end.
    return503OnClosing: false,
    trustProxy: config.trustProxy ?? false,
    routerOptions: { maxParamLength: 5000 },
    schemaController: {
      compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas },
    },
  })
  app.server.maxConnections = MAX_CONNECTIONS
  app.server.maxHeadersCount = 2 * MAX_HEADERS
  return app
}

type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => void

function httpServer(handle: Handler, gauge: LoadGauge | undefined): http.Server {
  const door = gauge && new Door(gauge, handle, newRequestId)
  const silence = new Silence(TIMEOUTS_MS.silence)
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
      silence.asked(request, response)
      if (reserve.refuses(request)) {
        return refuseCheaply(response, newRequestId(), { connection: 'close' })
      }
      if (!door) return handle(request, response)
      // The door judges by the address, so it has to be the one that is routed.
      request.url = canonicalAddress(request.url ?? '') ?? request.url
      door.enter(request, response)
    },
  )
  silence.watch(server)
  reserve.watch(server)
  door?.watch(server)
  return server
}
