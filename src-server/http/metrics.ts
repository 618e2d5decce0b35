import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { AppError } from '../errors.ts'
import { operatingMetrics, type OperatingSource } from './operating-metrics.ts'
import { kinds, type LoadGauge } from './load-gauge.ts'

/**
 * `/metrics` in Prometheus text: the process, how the work that is due stands, and each answer by
 * method, route and status. A route is its pattern, never an address, so that ids neither leak nor
 * make a series each.
 */
export function registerMetrics(
  app: FastifyInstance,
  source: OperatingSource,
  load?: LoadGauge,
): void {
  const token = source.config.metricsToken
  const registry = new Registry()
  const refresh = operatingMetrics(registry, source)
  collectDefaultMetrics({ register: registry })
  if (load) registerLoad(registry, load)
  const answers = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    answers.observe(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
      },
      reply.elapsedTime / 1000,
    )
  })
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    if (!mayRead(request, token)) throw new AppError('forbidden', 'Metrics are not for you.')
    await refresh()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** How much is under way, and how much was refused because there was too much. */
function registerLoad(registry: Registry, { refused, underWay }: LoadGauge): void {
  registry.registerMetric(
    new Counter({
      name: 'http_requests_shed_total',
      help: 'Requests refused with 503 for lack of capacity',
      labelNames: ['kind'],
      registers: [],
      collect() {
        this.reset()
        for (const kind of kinds) this.inc({ kind }, refused[kind])
      },
    }),
  )
  registry.registerMetric(
    new Gauge({
      name: 'http_requests_under_way',
      help: 'Requests taken on and not yet answered',
      labelNames: ['kind'],
      registers: [],
      collect() {
        for (const kind of kinds) this.set({ kind }, underWay[kind])
      },
    }),
  )
}

function mayRead({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) return isSame(headers.authorization ?? '', `Bearer ${token}`)
  // The socket's own address: what a proxy says of its client does not count here.
  return /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '')
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}
