import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import { type FastifyInstance, fastify } from 'fastify'
import { ApiVersion } from '#server/shared/api-version.ts'
import type { OpenApiDocument } from '../openapi/document.ts'

/** Allows this server only: everything that the page needs comes from it. */
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

const paths: Record<ApiVersion, string> = {
  v1: '/api/reference',
  v2: '/api/reference/v2',
}

/** Creates a separate app, called through `inject`: pages to read the API's description and to try the calls. */
export function referencePages(
  documentOf: (version: ApiVersion) => OpenApiDocument,
): FastifyInstance {
  const pages = fastify()
  for (const version of ApiVersion.options) {
    // Each version gets its own scope, since a scope can register the plugin only once.
    pages.register(async (scope) => {
      await scope.register(fastifySwagger, {
        mode: 'static',
        specification: { document: {} as never },
      })
      await scope.register(fastifySwaggerUi, {
        routePrefix: paths[version],
        transformSpecificationClone: false,
        // The page may call only its own origin, under any host name.
        transformSpecification: () => ({
          ...documentOf(version),
          servers: [{ url: '/', description: 'This server' }],
        }),
        staticCSP: contentSecurityPolicy,
        theme: { title: `Incasso API ${version}` },
        // Hides the bar that opens another document.
        uiConfig: { layout: 'BaseLayout', docExpansion: 'list', defaultModelsExpandDepth: 0 },
      })
    })
  }
  return pages
}
