import type { AnyTRPCRouter } from '@trpc/server'
import type { JsonSchema, Tag } from '#server/core/calls/docs.ts'
import { inputSchemaOf, type RestRoute, restRoutes } from '#server/core/calls/rest-routes.ts'
import type { ApiVersion } from '#server/shared/api-version.ts'
import { allDocs } from './features.ts'
import { introductionOf } from './introduction.ts'
import {
  type Operation,
  operationOf,
  outputSchemaOf,
  type Sources,
  withoutPath,
} from './operations.ts'
import { headersOf, parametersOf, securitySchemes } from './parts.ts'
import { plainRoutePaths, streamInputs } from './plain-routes.ts'
import { responses } from './refusals.ts'
import { type Schemas, schemasFor } from './schemas.ts'
import { serviceTag } from './service.docs.ts'
import { namedBodies, webhookHeaders, webhooksOf } from './webhooks.ts'

export type OpenApiOptions = {
  /** Version of the software. */
  version: string
  serverUrl: string
  /** Version of the API; `v1` by default. */
  apiVersion?: ApiVersion
}

type PathItem = Partial<Record<'get' | 'post' | 'put' | 'patch' | 'delete', Operation>>

export type OpenApiDocument = {
  openapi: string
  info: JsonSchema
  servers: { url: string; description: string }[]
  tags: Tag[]
  paths: Record<string, PathItem>
  webhooks: Record<string, JsonSchema>
  components: Record<string, JsonSchema>
}

/**
 * Returns the OpenAPI 3.1 document of every REST route for one API version, built from the zod schemas that validate
 * the calls.
 */
export function openApiDocument(
  router: AnyTRPCRouter,
  { version, serverUrl, apiVersion = 'v1' }: OpenApiOptions,
): OpenApiDocument {
  const routes = restRoutes(router)
  const inputs = schemasFor('input', [
    ...routes.map(({ procedure }) => inputSchemaOf(procedure)),
    ...streamInputs,
  ])
  const outputs = schemasFor(
    'output',
    routes.filter(({ status }) => status !== 204).map((route) => outputSchemaOf(route, apiVersion)),
    namedBodies(apiVersion),
  )
  const paths = pathsOf(routes, { inputs, outputs, apiVersion })
  const webhooks = webhooksOf(apiVersion, outputs)
  const schemas = { ...outputs.components, ...bodySchemas(routes, inputs) }
  return {
    openapi: '3.1.0',
    info: {
      title: `Incasso API ${apiVersion}`,
      version,
      description: introductionOf(apiVersion),
      contact: { name: 'Incasso', url: `${serverUrl}/api/reference` },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl, description: 'This server' }],
    tags: [...allDocs.map(({ tag }) => tag), serviceTag],
    paths,
    webhooks,
    components: dropUnused([paths, webhooks], {
      schemas: sortKeys(schemas),
      parameters: { ...parametersOf(apiVersion), ...webhookHeaders },
      headers: headersOf(apiVersion),
      responses,
      securitySchemes,
    }),
  }
}

function pathsOf(routes: readonly RestRoute[], sources: Sources): Record<string, PathItem> {
  const paths: Record<string, PathItem> = {}
  for (const route of routes) {
    const method = route.method.toLowerCase() as keyof PathItem
    paths[route.path] = { ...paths[route.path], [method]: operationOf(route, sources) }
  }
  return { ...paths, ...plainRoutePaths(sources.inputs) }
}

/** Returns the named inputs as body schemas, without the fields in the path. */
function bodySchemas(routes: readonly RestRoute[], inputs: Schemas): Record<string, JsonSchema> {
  const named = routes.flatMap(({ procedure, path }) => {
    const input = inputSchemaOf(procedure)
    const name = inputs.nameOf(input)
    return name === undefined ? [] : [[name, withoutPath(inputs.full(input), path)] as const]
  })
  return Object.fromEntries(named)
}

const sortKeys = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** Returns only the components that an operation references. */
function dropUnused(
  roots: unknown[],
  components: Record<string, JsonSchema>,
): Record<string, JsonSchema> {
  const reached = new Set<string>()
  const visit = (value: unknown) => {
    for (const [, kind = '', name = ''] of JSON.stringify(value).matchAll(
      /"#\/components\/(\w+)\/(\w+)"/g,
    )) {
      const key = `${kind}/${name}`
      if (reached.has(key)) continue
      reached.add(key)
      visit(components[kind]?.[name])
    }
  }
  visit(roots)
  return Object.fromEntries(
    Object.entries(components).map(([kind, named]) => [
      kind,
      kind === 'securitySchemes'
        ? named
        : Object.fromEntries(
            Object.entries(named).filter(([name]) => reached.has(`${kind}/${name}`)),
          ),
    ]),
  )
}
