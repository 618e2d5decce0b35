import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import { type FastifyInstance, fastify } from 'fastify'
import { ApiVersion } from '#server/shared/api-version.ts'
import type { OpenApiDocument } from '../openapi/document.ts'

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

const paths: Record<ApiVersion, string> = {
  v1: '/api/reference',
  v2: '/api/reference/v2',
}

/** An app of its own, which is asked by `inject`: pages to read the API's description, and to try the calls. */
export function referencePages(
  documentOf: (version: ApiVersion) => OpenApiDocument,
): FastifyInstance {
  const pages = fastify()
  for (const version of ApiVersion.options) {
    // Each in a scope of its own: the plugin can be registered once in a scope.
    pages.register(async (scope) => {
      await scope.register(fastifySwagger, {
        mode: 'static',
        specification: { document: {} as never },
      })
      await scope.register(fastifySwaggerUi, {
        routePrefix: paths[version],
        transformSpecificationClone: false,
        // The page may call its own origin only, by whatever name it was opened.
        transformSpecification: () => ({
          ...documentOf(version),
          servers: [{ url: '/', description: 'This server' }],
        }),
        staticCSP: contentSecurityPolicy,
        theme: { title: `Incasso API ${version}` },
        // Without the bar in which another document could be opened.
        uiConfig: { layout: 'BaseLayout', docExpansion: 'list', defaultModelsExpandDepth: 0 },
      })
    })
  }
  return pages
}
