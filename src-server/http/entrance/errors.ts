import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/core/calls/errors.ts'
import { logFailureUnlessRefused } from '#server/core/calls/failure-log.ts'
import { appErrorOf, problemJson, problemOf } from '#server/core/calls/problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The reason of the refusal, or its code when it has no reason. */
    refusedFor?: string
  }
}

/** Turns errors of REST, of plain routes and of Fastify itself into the same problem JSON. */
export function registerErrorHandlers(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error, request.id, request.routeOptions.bodyLimit)
    request.refusedFor = problem.reason ?? problem.code
    // A stream that fails before its first byte has already set its headers.
    reply.removeHeader('content-encoding')
    reply.removeHeader('content-disposition')
    if (request.url.startsWith('/api/')) reply.header('api-version', request.apiVersion ?? 'v1')
    if (request.isReplayed) reply.header('idempotent-replayed', 'true')
    logFailureUnlessRefused({ error, code: problem.code }, request.log)
    const retryAfterS = appErrorOf(error)?.retryAfterS
    if (retryAfterS !== undefined || problem.status === 503) {
      reply.header('retry-after', String(retryAfterS ?? 1))
    }
    return reply.code(problem.status).type(problemJson).send(JSON.stringify(problem))
  })
  app.setNotFoundHandler((request, reply) => {
    const error = new AppError('not_found', 'There is nothing at this address.')
    return reply
      .code(404)
      .type(problemJson)
      .send(JSON.stringify(problemOf(error, request.id)))
  })
}
