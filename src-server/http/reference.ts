import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import type { AnyTRPCRouter } from '@trpc/server'
import type { FastifyInstance } from 'fastify'
import type { CallerLimits } from './caller-limits.ts'
import { type OpenApiOptions, openApiDocument } from './openapi/document.ts'

/** Everything the page needs lies beside it; nothing is asked of another host. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export type ReferenceOptions = OpenApiOptions & { router: AnyTRPCRouter; limits: CallerLimits }

/** GET /api/openapi.json and, at /api/reference, a page to read it and to try the calls. */
export async function reference(
  app: FastifyInstance,
  { router, limits, ...options }: ReferenceOptions,
) {
  const document = openApiDocument(router, options)
  const text = JSON.stringify(document)
  app.get('/api/openapi.json', async (request, reply) => {
    // It is long, and whoever asks is not asked who they are.
    await limits.takeAddress(request)
    return reply.type('application/json; charset=utf-8').send(text)
  })
  await app.register(fastifySwagger, {
    mode: 'static',
    specification: {
      // The page may call its own origin only, by whatever name it was opened.
      document: { ...document, servers: [{ url: '/', description: 'This server' }] } as never,
    },
  })
  await app.register(fastifySwaggerUi, {
    routePrefix: '/api/reference',
    staticCSP: contentSecurityPolicy,
    theme: { title: 'Incasso API' },
    // Without the bar in which another document could be opened.
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list', defaultModelsExpandDepth: 0 },
  })
}
