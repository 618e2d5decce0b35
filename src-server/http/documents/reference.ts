import type { AnyTRPCRouter } from '@trpc/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/core/calls/errors.ts'
import { ApiVersion } from '#server/shared/api-version.ts'
import type { CallerLimits } from '../entrance/caller-limits.ts'
import { type OpenApiDocument, type OpenApiOptions, openApiDocument } from '../openapi/document.ts'

export type ReferenceOptions = OpenApiOptions & { router: AnyTRPCRouter; limits: CallerLimits }

type Description = { document: OpenApiDocument; text: string }

const descriptions = new WeakMap<AnyTRPCRouter, Map<string, Description>>()

/**
 * Returns the document of one version. Building it takes longer than the remaining start-up, so the first request
 * builds it, once per process. The cache key contains settings only.
 */
function describeApi(router: AnyTRPCRouter, options: OpenApiOptions): Description {
  const ofRouter = descriptions.get(router) ?? new Map<string, Description>()
  descriptions.set(router, ofRouter)
  const key = JSON.stringify([options.version, options.serverUrl, options.apiVersion])
  const cached = ofRouter.get(key)
  if (cached) return cached
  const document = openApiDocument(router, options)
  const built = { document, text: JSON.stringify(document) }
  ofRouter.set(key, built)
  return built
}

/** Returns the version in `?version=`; the default is the first one. */
function readVersion({ query }: FastifyRequest): ApiVersion {
  const { version = 'v1' } = query as { version?: unknown }
  const parsed = ApiVersion.safeParse(version)
  if (parsed.success) return parsed.data
  throw new AppError('invalid', 'version must be v1 or v2.', { reason: 'version_unknown' })
}

/** Headers that belong to the transport of a response. */
const transportHeaders = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
])

/** Serves GET /api/openapi.json and, at /api/reference, pages to read it and to try the calls. */
export async function referenceRoutes(
  app: FastifyInstance,
  { router, limits, ...options }: ReferenceOptions,
) {
  app.get('/api/openapi.json', async (request, reply) => {
    // The document is long, and callers without credentials may request it.
    await limits.countByAddress(request)
    const apiVersion = readVersion(request)
    const { text } = describeApi(router, { ...options, apiVersion })
    return reply.type('application/json; charset=utf-8').send(text)
  })
  const documentOf = (apiVersion: ApiVersion) =>
    describeApi(router, { ...options, apiVersion }).document
  let pages: FastifyInstance | undefined
  const serveReference = async (request: FastifyRequest, reply: FastifyReply) => {
    // Loaded on the first request: loading took a tenth of the start-up time.
    const { referencePages } = await import('./reference-pages.ts')
    pages ??= referencePages(documentOf)
    const { url, headers } = request
    const { statusCode, rawPayload, ...pageResponse } = await pages.inject({ url, headers })
    if (statusCode === 404) return reply.callNotFound()
    const forwardedHeaders = Object.entries(pageResponse.headers).filter(
      ([name]) => !transportHeaders.has(name),
    )
    return reply.code(statusCode).headers(Object.fromEntries(forwardedHeaders)).send(rawPayload)
  }
  app.get('/api/reference', serveReference)
  app.get('/api/reference/*', serveReference)
}
