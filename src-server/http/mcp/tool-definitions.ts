import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server'
import { z } from 'zod'
import type { JsonSchema } from '#server/core/calls/docs.ts'
import { inputSchemaOf, restRoutes } from '#server/core/calls/rest-routes.ts'
import { type RestMeta, scopeOf } from '#server/core/calls/trpc.ts'
import { modes } from '#server/shared/mode.ts'
import { Currency } from '#server/shared/money/money.ts'
import { docsOf } from '../openapi/features.ts'
import { outputSchemaOf } from '../openapi/operations.ts'
import { refinements, tidy } from '../openapi/schemas.ts'
import { type McpTool, mcpTools } from './tools.ts'
import { type MarkedSchema, markTexts } from './untrusted-text.ts'

/** A tool with its procedure, the scope that a key needs, and the schemas that assistants read. */
export type ToolDefinition = Omit<McpTool, 'required'> & {
  procedure: AnyTRPCProcedure
  scope: string
  input: JsonSchema & { properties: Record<string, JsonSchema>; required: readonly string[] }
  output: JsonSchema
  /** Puts each text of other people in a result into `{untrusted}`, as `output` describes. */
  markUntrusted: MarkedSchema['mark']
}

const definitions = new WeakMap<AnyTRPCRouter, readonly ToolDefinition[]>()

/**
 * Returns the tools made from a router, built once.
 * @throws Error for a tool whose procedure is missing, changes something, or has no REST route.
 */
export function toolDefinitions(
  router: AnyTRPCRouter,
  tools: readonly McpTool[] = mcpTools,
): readonly ToolDefinition[] {
  const cached = tools === mcpTools ? definitions.get(router) : undefined
  if (cached) return cached
  const routes = new Map(restRoutes(router).map((route) => [route.name, route]))
  const built = tools.map(({ required = [], ...tool }) => {
    const route = routes.get(tool.call)
    if (route?.method !== 'GET')
      throw new Error(`${tool.name}: ${tool.call} is not a GET call of REST`)
    const { procedure } = route
    const { meta, type } = procedure._def as { meta?: RestMeta; type: string }
    if (type !== 'query') throw new Error(`${tool.name}: ${tool.call} is not a query`)
    const result = tool.present?.schema ?? outputSchemaOf(route, 'v2')
    const { schema, mark } = markTexts(jsonSchemaOf(result, 'output'))
    const input = inputOf({ procedure, call: tool.call, required })
    return {
      ...tool,
      procedure,
      scope: scopeOf(meta, type),
      input,
      output: resultSchemaOf(schema),
      markUntrusted: mark,
    }
  })
  if (tools === mcpTools) definitions.set(router, built)
  return built
}

/**
 * Currencies have a pattern instead of the list of codes: each tool contains them several times, and a model reads all
 * of it.
 */
const currencySchema: JsonSchema = { enum: undefined, pattern: '^[A-Z]{3}$' }

/**
 * JSON Schema keywords for checks in code. Keywords with references are left out, because tools lack the API's
 * components.
 */
const keywords = new Map<z.core.$ZodType, JsonSchema>([
  ...[...refinements].filter(([, schema]) => !JSON.stringify(schema).includes('$ref')),
  [Currency, currencySchema],
])

/** Returns a schema with its parents: adding a description makes a new schema from an old one. */
function originsOf(schema: z.core.$ZodType): z.core.$ZodType[] {
  const { parent } = schema._zod
  return parent === undefined ? [schema] : [schema, ...originsOf(parent)]
}

const jsonSchemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema =>
  tidy(
    z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        for (const origin of originsOf(zodSchema)) Object.assign(jsonSchema, keywords.get(origin))
      },
    }),
  ) as JsonSchema

/** Maximum and default number of rows in one tool result, because a model reads each of them. */
export const MAX_ROWS = 100
const USUAL_ROWS = 20

const limitSchema: JsonSchema = {
  description: 'Rows in a response',
  type: 'integer',
  minimum: 1,
  maximum: MAX_ROWS,
  default: USUAL_ROWS,
}

type InputSource = { procedure: AnyTRPCProcedure; call: string; required: readonly string[] }

/** Returns the input schema of a tool: the schema of its procedure, paged by cursor alone and with smaller pages. */
function inputOf({ procedure, call, required }: InputSource): ToolDefinition['input'] {
  const schema = jsonSchemaOf(inputSchemaOf(procedure), 'input')
  const { page: _, ...fields } = (schema.properties ?? {}) as Record<string, JsonSchema>
  const { parameters: ofFeature, call: ofCall } = docsOf(call)
  const texts: Record<string, { description?: string } | undefined> = {
    ...ofFeature,
    ...ofCall?.parameters,
  }
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const description = texts[name]?.description
      return [name, { ...(description !== undefined && { description }), ...field }]
    }),
  )
  if (properties.limit) properties.limit = limitSchema
  return {
    type: 'object',
    properties,
    required: [...new Set([...((schema.required ?? []) as string[]), ...required])],
    additionalProperties: false,
  }
}

/** Returns the schema of a tool result: the data, the filter and the time to which its numbers belong. */
const resultSchemaOf = (result: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: {
    mode: {
      description: 'Mode of the merchant: `test` moves no real money, `live` does',
      type: 'string',
      enum: modes,
    },
    readAt: {
      description: 'Time at which the numbers were read',
      type: 'string',
      format: 'date-time',
    },
    filter: {
      description:
        'Filter of each number and row in `result`; without a field, nothing is left out',
      type: 'object',
    },
    result,
  },
  required: ['mode', 'readAt', 'filter', 'result'],
  additionalProperties: false,
})
