import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isTracing, type OpenSpan, openSpan } from '#server/core/tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    span: OpenSpan | undefined
  }
}

/** Health checks come every few seconds and are irrelevant for the speed that merchants see. */
const UNTRACED_PATHS = new Set(['/healthz', '/readyz', '/metrics'])

/** The event stream of a page stays connected for hours. */
const isStream = ({ headers }: FastifyRequest): boolean =>
  headers.accept?.includes('text/event-stream') ?? false

/**
 * Opens a span for each request, the parent of all its work. It records the route and not the URL, which can contain a
 * name or a link. It continues a caller's trace only behind a trusted proxy: any other caller could have all its
 * requests recorded.
 */
export function registerRequestTraces(app: FastifyInstance, trustsProxy: boolean): void {
  app.decorateRequest('span', undefined)
  if (!isTracing()) return
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    if (UNTRACED_PATHS.has(route) || isStream(request)) return done()
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
  // The body parser's callback runs in the connection's async context, which lacks the request's span.
  app.addHook('preValidation', (request, _reply, done) =>
    request.span ? request.span.within(done) : done(),
  )
  app.addHook('onResponse', async ({ span }, reply) => {
    span?.setAttributes({ 'http.response.status_code': reply.statusCode })
    span?.end(reply.statusCode >= 500 ? new Error('the answer is a failure') : undefined)
  })
}
