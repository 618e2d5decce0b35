import { type AnyTRPCProcedure, type AnyTRPCRouter, callTRPCProcedure } from '@trpc/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '#server/core/errors.ts'
import type { RequestCtx, RestMeta } from '#server/core/trpc.ts'
import { pathOf } from '../entrance/address.ts'

type Rest = NonNullable<RestMeta['rest']>

export type RestRoute = {
  name: string
  procedure: AnyTRPCProcedure
  method: Rest['method']
  path: string
  status: number
  isList: boolean
}

/** Every REST route of a router. Throws at start when two share an address or one cannot be served. */
export function restRoutes(router: AnyTRPCRouter): RestRoute[] {
  const procedures = Object.entries(router._def.procedures as Record<string, AnyTRPCProcedure>)
  const routes = procedures.flatMap(([name, procedure]) => {
    const { rest } = (procedure._def.meta ?? {}) as RestMeta
    if (!rest) return []
    const paths = rest.alias ? [rest.path, rest.alias] : [rest.path]
    return paths.map((path) => ({
      name,
      procedure,
      method: rest.method,
      path,
      status: rest.status ?? 200,
      isList: rest.isList ?? false,
    }))
  })
  const addresses = routes.map(({ method, path }) => `${method} ${path}`)
  const twice = addresses.find((address, index) => addresses.indexOf(address) !== index)
  if (twice) throw new Error(`two procedures answer ${twice}`)
  for (const route of routes) assertServable(route)
  return routes
}

const pathNames = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name))

function assertServable({ name, path, procedure }: RestRoute): void {
  const properties = propertiesOf(inputSchemaOf(procedure))
  const missing = pathNames(path).find((key) => !(key in properties))
  if (missing) throw new Error(`${name}: {${missing}} in its path is not a key of its input`)
}

type JsonSchema = { type?: string; properties?: Record<string, JsonSchema> }

export function inputSchemaOf(procedure: AnyTRPCProcedure): z.ZodType {
  const inputs: readonly unknown[] = procedure._def.inputs
  const [input] = inputs
  if (inputs.length !== 1 || !(input instanceof z.ZodType)) {
    throw new Error('a procedure with a REST path takes exactly one zod input')
  }
  return input
}

/** Of schemas already looked at; a schema never changes, and reading one takes its time. */
const knownProperties = new WeakMap<z.ZodType, Record<string, JsonSchema>>()

function propertiesOf(schema: z.ZodType): Record<string, JsonSchema> {
  const known = knownProperties.get(schema)
  if (known) return known
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input' }) as JsonSchema
  knownProperties.set(schema, properties)
  return properties
}

/**
 * Text from the address becomes a number or boolean where the input says so. What does not read as
 * one stays text, and the input refuses it by name. The zod schemas themselves stay untouched.
 */
function urlReader(schema: z.ZodType) {
  const properties = propertiesOf(schema)
  return (values: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => [
        key,
        fromText(value, Object.hasOwn(properties, key) ? properties[key]?.type : undefined),
      ]),
    )
}

function fromText(value: unknown, type: string | undefined): unknown {
  if (typeof value !== 'string') return value
  if ((type === 'integer' || type === 'number') && /^-?\d{1,15}(?:\.\d+)?$/.test(value)) {
    return Number(value)
  }
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

/** The query of a plain route, read as a procedure with this input would read it. */
export const readQuery = (schema: z.ZodType, { query }: FastifyRequest) =>
  urlReader(schema)(query as Record<string, unknown>)

export type RestOptions = {
  router: AnyTRPCRouter
  createContext: (request: FastifyRequest) => Promise<RequestCtx>
}

/** Registers each procedure that has a REST path as a native Fastify route. */
export async function rest(app: FastifyInstance, { router, createContext }: RestOptions) {
  for (const route of restRoutes(router)) {
    const readUrl = urlReader(inputSchemaOf(route.procedure))
    app.route({
      method: route.method,
      url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      handler: async (request, reply) => {
        const input = inputOf(request, readUrl)
        const ctx = await createContext(request)
        const output: unknown = await callTRPCProcedure({
          router,
          path: route.name,
          type: route.procedure._def.type,
          ctx,
          getRawInput: async () => input,
          signal: undefined,
          batchIndex: 0,
        })
        const version = request.apiVersion ?? 'v1'
        reply.header('api-version', version)
        if (request.isReplayed) reply.header('idempotent-replayed', 'true')
        if (route.isList) return sendList(request, reply, output as Page)
        return reply.code(route.status).send(route.status === 204 ? undefined : output)
      },
    })
  }
}

/** Reads take their input from the query, writes from the body: an amount in both would be ambiguous. */
function inputOf(
  { method, query, params, body }: FastifyRequest,
  readUrl: (values: Record<string, unknown>) => Record<string, unknown>,
): unknown {
  const fromPath = readUrl(params as Record<string, unknown>)
  const fromQuery = query as Record<string, unknown>
  if (method === 'GET' || method === 'DELETE') return { ...readUrl(fromQuery), ...fromPath }
  const misplaced = Object.keys(fromQuery)
  if (misplaced.length > 0) {
    const issues = misplaced.map((path) => ({ path, message: 'belongs in the body' }))
    throw new AppError('invalid', `${misplaced[0]}: belongs in the body`, { issues })
  }
  if (body === undefined || body === null) return fromPath
  // A body that is not an object is handed on as it is, so that the input refuses it by its own rules.
  if (typeof body !== 'object' || Array.isArray(body)) return body
  return { ...body, ...fromPath }
}

type Page = { data: unknown[]; total: number; totalExact: boolean; nextCursor: string | null }

/** Version 1 answers the bare rows: the total and the way on stand in headers. Version 2 wraps them. */
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
