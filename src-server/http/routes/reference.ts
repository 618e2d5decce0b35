import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import type { AnyTRPCRouter } from '@trpc/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#server/core/errors.ts'
import { ApiVersion } from '#server/shared/api-version.ts'
import type { CallerLimits } from '../entrance/caller-limits.ts'
import { type OpenApiDocument, type OpenApiOptions, openApiDocument } from '../openapi/document.ts'

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

type Description = { document: OpenApiDocument; text: string }

const descriptions = new WeakMap<AnyTRPCRouter, Map<string, Description>>()

/**
 * A document takes longer to make than all else of a start, so the first request for it makes it,
 * once for the process. Its key is made of settings alone.
 */
function description(router: AnyTRPCRouter, options: OpenApiOptions): Description {
  const ofRouter = descriptions.get(router) ?? new Map<string, Description>()
  descriptions.set(router, ofRouter)
  const key = JSON.stringify([options.version, options.serverUrl, options.apiVersion])
  const known = ofRouter.get(key)
  if (known) return known
  const document = openApiDocument(router, options)
  const made = { document, text: JSON.stringify(document) }
  ofRouter.set(key, made)
  return made
}

/** The version that `?version=` names, the first unless told. */
function versionNamed({ query }: FastifyRequest): ApiVersion {
  const { version = 'v1' } = query as { version?: unknown }
  const named = ApiVersion.safeParse(version)
  if (named.success) return named.data
  throw new AppError('invalid', 'version must be v1 or v2.', { reason: 'version_unknown' })
}

const pages: Record<ApiVersion, string> = { v1: '/api/reference', v2: '/api/reference/v2' }

/** GET /api/openapi.json and, at /api/reference, pages to read it and to try the calls. */
export async function reference(
  app: FastifyInstance,
  { router, limits, ...options }: ReferenceOptions,
) {
  app.get('/api/openapi.json', async (request, reply) => {
    // It is long, and a caller without credentials may ask for it.
    await limits.takeAddress(request)
    const apiVersion = versionNamed(request)
    const { text } = description(router, { ...options, apiVersion })
    return reply.type('application/json; charset=utf-8').send(text)
  })
  for (const apiVersion of ApiVersion.options) {
    // Each in a scope of its own: the plugin can be registered once in a scope.
    await app.register(async (scope) => {
      await scope.register(fastifySwagger, {
        mode: 'static',
        specification: { document: {} as never },
      })
      await scope.register(fastifySwaggerUi, {
        routePrefix: pages[apiVersion],
        transformSpecificationClone: false,
        // The page may call its own origin only, by whatever name it was opened.
        transformSpecification: () => ({
          ...description(router, { ...options, apiVersion }).document,
          servers: [{ url: '/', description: 'This server' }],
        }),
        staticCSP: contentSecurityPolicy,
        theme: { title: `Incasso API ${apiVersion}` },
        // Without the bar in which another document could be opened.
        uiConfig: { layout: 'BaseLayout', docExpansion: 'list', defaultModelsExpandDepth: 0 },
      })
    })
  }
}
