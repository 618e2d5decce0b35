import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server'
import { z } from 'zod'
import type { RestMeta } from './trpc.ts'

type Rest = NonNullable<RestMeta['rest']>

/** A REST route: its procedure with the procedure's name, and its method and path. */
export type RestRoute = {
  name: string
  procedure: AnyTRPCProcedure
  method: Rest['method']
  path: string
  status: number
  isList: boolean
  /** Output of API version 2; undefined when it is the procedure's own output. */
  v2: z.ZodType | undefined
  /** Largest body in bytes; undefined for the limit of all calls. */
  bodyLimit: number | undefined
  /** Types and size of a file in the body; undefined for a JSON body. */
  takesFile: Rest['takesFile']
  /** Types of a file in the response; undefined for a JSON response. */
  sendsFile: Rest['sendsFile']
}

/**
 * Returns every REST route of a router.
 * @throws Error at start when two routes share method and path, or when a route cannot be served.
 */
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
      v2: rest.v2,
      bodyLimit: rest.bodyLimit,
      takesFile: rest.takesFile,
      sendsFile: rest.sendsFile,
    }))
  })
  const endpoints = routes.map(({ method, path }) => `${method} ${path}`)
  const duplicate = endpoints.find((endpoint, index) => endpoints.indexOf(endpoint) !== index)
  if (duplicate) throw new Error(`two procedures serve ${duplicate}`)
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

/**
 * Returns the input schema of a procedure.
 * @throws Error when the procedure has not exactly one zod input.
 */
export function inputSchemaOf(procedure: AnyTRPCProcedure): z.ZodType {
  const inputs: readonly unknown[] = procedure._def.inputs
  const [input] = inputs
  if (inputs.length !== 1 || !(input instanceof z.ZodType)) {
    throw new Error('a procedure with a REST path takes exactly one zod input')
  }
  return input
}

/** Properties of schemas already read: a schema never changes, and reading one is slow. */
const propertyCache = new WeakMap<z.ZodType, Record<string, JsonSchema>>()

function propertiesOf(schema: z.ZodType): Record<string, JsonSchema> {
  const cached = propertyCache.get(schema)
  if (cached) return cached
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input' }) as JsonSchema
  propertyCache.set(schema, properties)
  return properties
}

/**
 * Returns a function that converts text in the URL to a number or boolean where the input requires one. Text that does
 * not convert stays text, and the input refuses it by name. The zod schemas themselves stay unchanged.
 */
export function urlReader(schema: z.ZodType) {
  const properties = propertiesOf(schema)
  return (values: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => [
        key,
        convertText(value, Object.hasOwn(properties, key) ? properties[key]?.type : undefined),
      ]),
    )
}

function convertText(value: unknown, type: string | undefined): unknown {
  if (typeof value !== 'string') return value
  if ((type === 'integer' || type === 'number') && /^-?\d{1,15}(?:\.\d+)?$/.test(value)) {
    return Number(value)
  }
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}
