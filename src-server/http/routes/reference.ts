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

/** Returns the version in `?version=`; the default is the first one. */
function versionNamed({ query }: FastifyRequest): ApiVersion {
  const { version = 'v1' } = query as { version?: unknown }
  const named = ApiVersion.safeParse(version)
  if (named.success) return named.data
  throw new AppError('invalid', 'version must be v1 or v2.', { reason: 'version_unknown' })
}

/** Headers that belong to the transport of a response. */
const ofTheWay = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
])

/** Serves GET /api/openapi.json and, at /api/reference, pages to read it and to try the calls. */
export async function reference(
  app: FastifyInstance,
  { router, limits, ...options }: ReferenceOptions,
) {
  app.get('/api/openapi.json', async (request, reply) => {
    // The document is long, and callers without credentials may request it.
    await limits.takeAddress(request)
    const apiVersion = versionNamed(request)
    const { text } = description(router, { ...options, apiVersion })
    return reply.type('application/json; charset=utf-8').send(text)
  })
  const documentOf = (apiVersion: ApiVersion) =>
    description(router, { ...options, apiVersion }).document
  let pages: FastifyInstance | undefined
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    // Loaded on the first request: loading took a tenth of the start-up time.
    const { referencePages } = await import('./reference-pages.ts')
    pages ??= referencePages(documentOf)
    const { url, headers } = request
    const { statusCode, rawPayload, ...answered } = await pages.inject({ url, headers })
    if (statusCode === 404) return reply.callNotFound()
    const passed = Object.entries(answered.headers).filter(([name]) => !ofTheWay.has(name))
    return reply.code(statusCode).headers(Object.fromEntries(passed)).send(rawPayload)
  }
  app.get('/api/reference', answer)
  app.get('/api/reference/*', answer)
}
