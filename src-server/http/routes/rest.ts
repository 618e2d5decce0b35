import type { AnyTRPCRouter } from '@trpc/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError } from '#server/core/calls/errors.ts'
import {
  inputSchemaOf,
  type RestRoute,
  restRoutes,
  urlReader,
} from '#server/core/calls/rest-routes.ts'
import { runProcedure } from '#server/core/calls/run-procedure.ts'
import type { RequestCtx } from '#server/core/calls/trpc.ts'
import type { ApiVersion } from '#server/shared/api-version.ts'
import { mediaTypeOf, registerFileBodies } from '../entrance/bodies/file-body.ts'
import { pathOf } from '../entrance/request-url.ts'

/** Reads the query of a plain route like a procedure with this input. */
export const readQuery = (schema: z.ZodType, { query }: FastifyRequest) =>
  urlReader(schema)(query as Record<string, unknown>)

export type RestOptions = {
  router: AnyTRPCRouter
  createContext: (request: FastifyRequest) => Promise<RequestCtx>
}

/** Matches paths whose bodies move money, so that bodies with a repeated key are refused. */
const PAYMENTS = /^\/api\/(?:transactions|payments)(?:\/|$)/

/** Registers each procedure that has a REST path as a native Fastify route. */
export async function rest(app: FastifyInstance, { router, createContext }: RestOptions) {
  const routes = restRoutes(router)
  registerFileBodies(app, [...new Set(routes.flatMap(({ takesFile }) => takesFile?.types ?? []))])
  for (const route of routes) {
    const readUrl = urlReader(inputSchemaOf(route.procedure))
    app.route({
      method: route.method,
      url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      ...(route.bodyLimit !== undefined && { bodyLimit: route.bodyLimit }),
      config: {
        movesMoney: PAYMENTS.test(route.path),
        ...(route.takesFile && { fileTypes: route.takesFile.types }),
      },
      handler: async (request, reply) => {
        const input = inputOf(request, readUrl, route)
        const ctx = await createContext(request)
        const output = await runProcedure(route.procedure, {
          ctx,
          path: route.name,
          rawInput: input,
        })
        if (request.isReplayed) {
          reply.header('idempotent-replayed', 'true')
          request.apiVersion = versionOf(route, output) ?? request.apiVersion
        }
        reply.header('api-version', request.apiVersion ?? 'v1')
        if (route.sendsFile) return sendFile(reply, output as SentFile)
        if (route.isList) return sendList(request, reply, output as Page)
        return reply
          .code(request.returnsExisting ? 200 : route.status)
          .send(route.status === 204 ? undefined : output)
      },
    })
  }
}

/** Returns the version of a replayed response, which keeps the version in which it was sent first. */
const versionOf = ({ v2 }: RestRoute, output: unknown): ApiVersion | undefined => {
  if (!v2) return undefined
  return v2.safeParse(output).success ? 'v2' : 'v1'
}

/**
 * Returns the input of a call: from the query for reads and for files, from the body for other writes. An amount in
 * both would be ambiguous.
 */
function inputOf(
  request: FastifyRequest,
  readUrl: (values: Record<string, unknown>) => Record<string, unknown>,
  { takesFile }: RestRoute,
): unknown {
  const { method, query, params, body } = request
  const fromPath = readUrl(params as Record<string, unknown>)
  const fromQuery = query as Record<string, unknown>
  if (method === 'GET' || method === 'DELETE') return { ...readUrl(fromQuery), ...fromPath }
  if (takesFile) return { ...readUrl(fromQuery), ...statedTypeOf(request), ...fromPath }
  const misplaced = Object.keys(fromQuery)
  if (misplaced.length > 0) {
    const issues = misplaced.map((path) => ({ path, message: 'belongs in the body' }))
    throw new AppError('invalid', `${misplaced[0]}: belongs in the body`, { issues })
  }
  if (body === undefined) return fromPath
  // A body that is not an object is passed on unchanged, so that the input schema refuses it.
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return { ...body, ...fromPath }
}

/** Returns the type of a file as its request states it; nothing when it states none. */
function statedTypeOf(request: FastifyRequest): { type?: string } {
  const type = mediaTypeOf(request)
  return type === '' ? {} : { type }
}

type SentFile = { name: string; type: string; content: string }

/** Sends a file to be saved: browsers neither show it on this origin nor guess its type. */
function sendFile(reply: FastifyReply, { name, type, content }: SentFile) {
  // Older programs do not read `filename*`, so `filename` has the name with ASCII letters only.
  const plainName = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const fullName = encodeURIComponent(name).replaceAll(/['()*]/g, escapeOf)
  return reply
    .header(
      'content-disposition',
      `attachment; filename="${plainName}"; filename*=UTF-8''${fullName}`,
    )
    .header('x-content-type-options', 'nosniff')
    .type(type)
    .send(Buffer.from(content, 'base64'))
}

const escapeOf = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

type Page = { data: unknown[]; total: number; totalExact: boolean; nextCursor: string | null }

/** Sends a list. Version 1 returns the bare rows, with the total and the next page in headers; version 2 wraps them. */
function sendList(request: FastifyRequest, reply: FastifyReply, output: Page) {
  const { data, total, totalExact, nextCursor } = output
  reply.header('x-total-count', String(total))
  if (!totalExact) reply.header('x-total-count-exact', 'false')
  if (nextCursor !== null) {
    const { page: _, ...query } = request.query as Record<string, string>
    const next = new URLSearchParams({ ...query, cursor: nextCursor })
    reply.header('link', `<${pathOf(request.url)}?${next}>; rel="next"`)
  }
  return reply.send(request.apiVersion === 'v2' ? output : data)
}
