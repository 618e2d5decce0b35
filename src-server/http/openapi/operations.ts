import { z } from 'zod'
import type { FeatureDocs, JsonSchema } from '#server/core/calls/docs.ts'
import { inputSchemaOf, type RestRoute } from '#server/core/calls/rest-routes.ts'
import { type RestMeta, scopeOf, user } from '#server/core/calls/trpc.ts'
import { enforceIdempotency } from '#server/services/idempotency/idempotently.ts'
import type { ApiVersion } from '#server/shared/api-version.ts'
import type { ErrorCode } from '#server/shared/reasons/errors.ts'
import { docsOf, exampleOf } from './features.ts'
import {
  apiVersion,
  commonHeaders,
  fileHeaders,
  idempotencyKey,
  listHeaders,
  replayHeader,
} from './parts.ts'
import { refusalsFor } from './refusals.ts'
import type { Schemas } from './schemas.ts'

export type Operation = JsonSchema & { operationId: string; tags: string[] }

export type Sources = { inputs: Schemas; outputs: Schemas; apiVersion: ApiVersion }

/** Errors that any call may return. */
const commonErrors: readonly ErrorCode[] = [
  'invalid',
  'unauthenticated',
  'forbidden',
  // The dashboard shows test mode and the browser has switched to live mode, or the reverse.
  'conflict',
  'limit',
  'internal',
  'unavailable',
]

/** Returns the schema of a route's output in one API version. Throws when the procedure has no zod output. */
export const outputSchemaOf = (
  { procedure, name, v2 }: RestRoute,
  version: ApiVersion = 'v1',
): z.ZodType => {
  if (version === 'v2' && v2) return v2
  const { output } = procedure._def as { output?: unknown }
  if (output instanceof z.ZodType) return output
  throw new Error(`${name}: a procedure with a REST path states its response by a zod schema`)
}

const pathNames = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name))

const definitionOf = ({ procedure }: RestRoute) =>
  procedure._def as { meta?: RestMeta; middlewares?: readonly unknown[]; type: string }

const signInMiddleware = (user._def as { middlewares: readonly unknown[] }).middlewares.at(-1)

const isForPeople = (route: RestRoute) =>
  definitionOf(route).middlewares?.includes(signInMiddleware)

const takesIdempotencyKey = (route: RestRoute) =>
  enforceIdempotency._middlewares.some((each) => definitionOf(route).middlewares?.includes(each))

/** Returns the OpenAPI operation of a REST route: parameters, bodies and errors. */
export function operationOf(route: RestRoute, sources: Sources): Operation {
  const { meta } = definitionOf(route)
  const rest = meta?.rest
  const hasBody = route.method !== 'GET' && route.method !== 'DELETE'
  const errors = [...commonErrors, ...(rest?.errors ?? [])]
  if (pathNames(route.path).length > 0) errors.push('not_found')
  if (route.method !== 'GET') errors.push('too_large', 'unsupported_media_type')
  return {
    operationId: operationIdOf(route),
    tags: [docsOf(route.name).tag.name],
    summary: rest?.summary ?? route.name,
    description: descriptionOf(route),
    security: isForPeople(route) ? [{ session: [] }] : [{ apiKey: [] }, { session: [] }],
    parameters: [...urlParameters(route, sources.inputs), ...headerParameters(route)],
    ...(hasBody && (route.takesFile ? fileBodyOf(route.takesFile) : bodyOf(route, sources.inputs))),
    responses: {
      [route.status]: successOf(route, sources),
      ...(rest?.existing && {
        200: { ...successOf(route, sources), description: rest.existing },
      }),
      ...refusalsFor(errors),
    },
  }
}

/** Names an alias by its last path segment too, since each operation needs its own id. */
function operationIdOf(route: RestRoute): string {
  const isAlias = definitionOf(route).meta?.rest?.path !== route.path
  return isAlias ? `${route.name}.${route.path.split('/').at(-1)}` : route.name
}

function descriptionOf(route: RestRoute): string {
  const { meta, type } = definitionOf(route)
  const description = meta?.rest?.description ?? `${meta?.rest?.summary}.`
  if (isForPeople(route)) return `${description}\n\nNeeds a session.`
  const orShop = meta?.isForShops ? ' or `shop`' : ''
  return `${description}\n\nAPI keys need the scope \`${scopeOf(meta, type)}\`${orShop}.`
}

function urlParameters(route: RestRoute, inputs: Schemas) {
  const inPath = pathNames(route.path)
  const input = inputs.full(inputSchemaOf(route.procedure))
  const { parameters: ofFeature, call } = docsOf(route.name)
  const parameters = { ...ofFeature, ...call?.parameters }
  const hasQuery = route.method === 'GET' || route.method === 'DELETE' || route.takesFile
  // The header Content-Type states the type of a file, so the query has no `type`.
  const inUrl = route.takesFile ? [...inPath, 'type'] : inPath
  return [
    ...fieldsOf(input)
      .filter(({ name }) => inPath.includes(name))
      .map((field) => parameterOf({ ...field, isRequired: true }, 'path', parameters)),
    ...(hasQuery ? queryParameters(withoutFields(input, inUrl), parameters) : []),
  ]
}

type Field = { name: string; description?: string; isRequired: boolean; schema: JsonSchema }

function fieldsOf({ properties = {}, required = [] }: JsonSchema): Field[] {
  return Object.entries(properties as Record<string, JsonSchema>).map(
    ([name, { description, ...schema }]) => ({
      name,
      description: description as string | undefined,
      isRequired: (required as string[]).includes(name),
      schema,
    }),
  )
}

function parameterOf(
  { name, description, isRequired, schema }: Field,
  location: 'path' | 'query',
  docs: FeatureDocs['parameters'] = {},
): JsonSchema {
  const fieldDocs = docs[name]
  // A parameter with a default or an enum needs no other example.
  const isPlain = schema.default === undefined && schema.enum === undefined
  const example = isPlain ? fieldDocs?.example : undefined
  return {
    name,
    in: location,
    description: description ?? fieldDocs?.description,
    ...(isRequired && { required: true }),
    schema,
    ...(example !== undefined && { example }),
  }
}

/** Returns an OpenAPI query parameter for every field of an input. */
export const queryParameters = (input: JsonSchema, docs: FeatureDocs['parameters']): JsonSchema[] =>
  fieldsOf(input).map((field) => parameterOf(field, 'query', docs))

function headerParameters(route: RestRoute) {
  if (!takesIdempotencyKey(route)) return [apiVersion]
  const isRequired = definitionOf(route).meta?.needsIdempotencyKey === true
  const { bodies } = docsOf(route.name).call ?? {}
  return [apiVersion, idempotencyKey(operationIdOf(route), { isRequired, bodies })]
}

function bodyOf(route: RestRoute, inputs: Schemas): JsonSchema {
  const input = inputSchemaOf(route.procedure)
  const name = inputs.nameOf(input)
  const schema = withoutPath(inputs.full(input), route.path)
  const { required = [], properties = {} } = schema as {
    required?: string[]
    properties?: JsonSchema
  }
  const isUnion = 'oneOf' in schema || 'anyOf' in schema
  if (!isUnion && Object.keys(properties).length === 0) return { requestBody: noBody }
  return {
    requestBody: {
      description: 'Unknown keys are refused.',
      ...((isUnion || required.length > 0) && { required: true }),
      content: {
        'application/json': {
          schema: name === undefined ? schema : inputs.use(input),
          ...exampleFor(docsOf(route.name).call?.bodies, name),
        },
      },
    },
  }
}

/** Bytes of a file, in OpenAPI's terms. */
const fileContent = (types: readonly string[]): JsonSchema =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))

const fileBodyOf = ({ types, maxBytes }: NonNullable<RestRoute['takesFile']>): JsonSchema => ({
  requestBody: {
    description: `The bytes of the file, at most ${maxBytes / 1024 / 1024} MB.`,
    required: true,
    content: fileContent(types),
  },
})

/** Many clients send an empty object, or no body, with each POST. */
const noBody: JsonSchema = {
  description: 'The body may be left out, or be an empty object.',
  content: {
    'application/json': {
      schema: { type: 'object', properties: {}, additionalProperties: false },
      example: {},
    },
  },
}

/** Returns the schema of an input without the fields that are in the URL's path. */
export const withoutPath = (schema: JsonSchema, path: string): JsonSchema =>
  withoutFields(schema, pathNames(path))

function withoutFields(schema: JsonSchema, names: readonly string[]): JsonSchema {
  const {
    properties = {},
    required,
    ...rest
  } = schema as JsonSchema & {
    properties?: JsonSchema
    required?: string[]
  }
  const remaining = required?.filter((name) => !names.includes(name)) ?? []
  return {
    ...rest,
    ...('oneOf' in schema && Object.keys(properties).length === 0
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).filter(([name]) => !names.includes(name)),
          ),
        }),
    ...(remaining.length > 0 && { required: remaining }),
  }
}

function exampleFor(examples: object | undefined, name: string | undefined): JsonSchema {
  if (examples) return { examples }
  const example = name === undefined ? undefined : exampleOf(name)
  return example === undefined ? {} : { example }
}

function successOf(route: RestRoute, { outputs, apiVersion }: Sources): JsonSchema {
  const headers = { ...commonHeaders, ...(takesIdempotencyKey(route) && replayHeader) }
  if (route.status === 204) return { description: 'Done.', headers }
  if (route.sendsFile) {
    return {
      description: 'The file.',
      headers: { ...headers, ...fileHeaders },
      content: fileContent(route.sendsFile.types),
    }
  }
  const output = outputSchemaOf(route, apiVersion)
  if (route.isList) return listOf(outputs.full(output), headers, apiVersion)
  const schema = outputs.use(output)
  const name = outputs.nameOf(output)
  const rows = rowName(schema)
  const example = rows === undefined ? undefined : exampleOf(rows)
  return {
    description: descriptions[route.status] ?? 'Done.',
    headers,
    content: {
      'application/json': {
        schema,
        ...(example === undefined
          ? exampleFor(responseExamplesOf(route, apiVersion), name)
          : { example: [example] }),
      },
    },
  }
}

function responseExamplesOf({ name, v2 }: RestRoute, apiVersion: ApiVersion): object | undefined {
  const { responses, responsesInV2 } = docsOf(name).call ?? {}
  return apiVersion === 'v2' && v2 ? responsesInV2 : responses
}

const descriptions: Record<number, string> = {
  200: 'The response.',
  201: 'Made.',
  202: 'Accepted.',
}

/** Returns the schema name of an array's items. */
function rowName(schema: JsonSchema | undefined): string | undefined {
  const { items } = (schema ?? {}) as { items?: { $ref?: string } }
  return items?.$ref?.split('/').at(-1)
}

/** Describes a page: version 1 returns only its rows, version 2 the whole page. */
function listOf(page: JsonSchema, headers: JsonSchema, apiVersion: ApiVersion): JsonSchema {
  const { data = {} } = (page.properties ?? {}) as { data?: JsonSchema }
  const row = exampleOf(rowName(data) ?? '')
  const rows = row === undefined ? [] : [row]
  const isPlainArray = apiVersion === 'v1'
  return {
    description: isPlainArray ? 'The rows of a page.' : 'A page of rows.',
    headers: { ...headers, ...listHeaders },
    content: {
      'application/json': {
        schema: isPlainArray ? data : page,
        example: isPlainArray
          ? rows
          : { data: rows, total: rows.length, totalExact: true, nextCursor: null },
      },
    },
  }
}
