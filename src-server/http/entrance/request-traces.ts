import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isTracing, type OpenSpan, openSpan } from '#server/core/tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    span: OpenSpan | undefined
  }
}

/** Asked every few seconds, and says nothing of what merchants wait for. */
const UNSEEN = new Set(['/healthz', '/readyz', '/metrics'])

/** A page that is told of changes stays connected for hours. */
const isStream = ({ headers }: FastifyRequest): boolean =>
  headers.accept?.includes('text/event-stream') ?? false

/**
 * A span for each request, of which whatever happens for it is a part. It says the route and not the address, which can
 * hold a name or a link. A trace that began elsewhere is gone on with where a proxy of ours stands before the server:
 * another caller could have all its requests recorded.
 */
export function registerRequestTraces(app: FastifyInstance, trustsProxy: boolean): void {
  app.decorateRequest('span', undefined)
  if (!isTracing()) return
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    if (UNSEEN.has(route) || isStream(request)) return done()
    const { traceparent } = request.headers
    const parent = trustsProxy && typeof traceparent === 'string' ? traceparent : ''
    const fields = {
      'http.request.method': request.method,
      'http.route': route,
      'incasso.request_id': request.id,
    }
    request.span = openSpan(`${request.method} ${route}`, fields, { kind: 'server', parent })
    request.span?.within(done)
  })
  // What reads the body calls back from the connection, which knows nothing of the request.
  app.addHook('preValidation', (request, _reply, done) =>
    request.span ? request.span.within(done) : done(),
  )
  app.addHook('onResponse', async ({ span }, reply) => {
    span?.note({ 'http.response.status_code': reply.statusCode })
    span?.end(reply.statusCode >= 500 ? new Error('the answer is a failure') : undefined)
  })
}
