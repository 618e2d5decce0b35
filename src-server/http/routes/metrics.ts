import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Config } from '#server/config/config.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { type LoadGauge, requestKinds } from '../entrance/load/load-gauge.ts'
import { type OperatingSource, operatingMetrics } from './operating-metrics.ts'

/**
 * Serves `/metrics` in Prometheus text: the process, the state of due work, and each response by method, route and
 * status. A route is its pattern and never a URL: ids must neither leak nor create one series each.
 */
export function registerMetrics(
  app: FastifyInstance,
  source: OperatingSource,
  load?: LoadGauge,
): void {
  const token = source.config.metricsToken
  const registry = new Registry()
  const refresh = operatingMetrics(registry, source)
  const ofProcess = processMetrics()
  if (load) registerLoadMetrics(registry, load)
  registerLockTimes(registry, source)
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    durations.observe(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
      },
      reply.elapsedTime / 1000,
    )
  })
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    const isAllowed =
      token === undefined ? isLocal(request, source.config) : hasToken(request, token)
    if (!isAllowed)
      throw new AppError(
        'forbidden',
        'Only programs with the METRICS_TOKEN, or on this machine, may read the metrics.',
      )
    await refresh()
    const texts = await Promise.all([ofProcess.metrics(), registry.metrics()])
    return reply.type(registry.contentType).send(texts.join(''))
  })
}

let sharedProcessMetrics: Registry | undefined

/**
 * Returns the metrics of Node's process. Collecting them installs a timer and an observer that nothing removes, so all
 * apps of a process share them.
 */
function processMetrics(): Registry {
  if (!sharedProcessMetrics) {
    sharedProcessMetrics = new Registry()
    collectDefaultMetrics({ register: sharedProcessMetrics })
  }
  return sharedProcessMetrics
}

/** Records how long each write transaction locks the database: on SQLite all other writes wait meanwhile. */
function registerLockTimes(registry: Registry, { database }: OperatingSource): void {
  const lockHistogram = new Histogram({
    name: 'incasso_write_held_seconds',
    help: 'How long a write transaction, or the commit of several, held the database',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  database.holds.record = (ms) => lockHistogram.observe(ms / 1000)
}

/** Registers the numbers of running requests and of requests refused for lack of capacity. */
function registerLoadMetrics(registry: Registry, { refused, underWay }: LoadGauge): void {
  registry.registerMetric(
    new Counter({
      name: 'http_requests_shed_total',
      help: 'Requests refused with 503 for lack of capacity',
      labelNames: ['kind'],
      registers: [],
      collect() {
        this.reset()
        for (const kind of requestKinds) this.inc({ kind }, refused[kind])
      },
    }),
  )
  registry.registerMetric(
    new Gauge({
      name: 'http_requests_under_way',
      help: 'Running requests',
      labelNames: ['kind'],
      registers: [],
      collect() {
        for (const kind of requestKinds) this.set({ kind }, underWay[kind])
      },
    }),
  )
}

const hasToken = ({ headers }: FastifyRequest, token: string): boolean =>
  isEqual(headers.authorization ?? '', `Bearer ${token}`)

const loopbackName = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

/** Matches the headers that proxies add, each under its own name. */
const forwarded = /^(?:x-forwarded|x-real-ip|x-client-ip|forwarded|via|(?:true|cf|fly)-)/

/**
 * Returns true when a program on this machine sends the request for itself. A proxy on the same machine connects
 * locally too, and a misconfigured one adds no header about its client. So, when the service has a public URL, all
 * programs need the token.
 */
function isLocal({ headers, socket }: FastifyRequest, { appUrl }: Config): boolean {
  return (
    /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '') &&
    loopbackName.test(new URL(appUrl).host) &&
    loopbackName.test(headers.host ?? '') &&
    !Object.keys(headers).some((name) => forwarded.test(name))
  )
}

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
