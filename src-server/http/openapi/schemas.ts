import { z } from 'zod'
import {
  type JsonSchema,
  type NamedSchema,
  schemaRef,
  schemaReference,
} from '#server/core/calls/docs.ts'
import { Amount, Decimal } from '#server/shared/money/money.ts'
import { Email } from '#server/shared/text/text.ts'
import { allDocs, namedSchemas } from './features.ts'
import { Problem } from './refusals.ts'

const schemasByIo = {
  input: namedSchemas.input,
  output: { ...namedSchemas.output, Problem },
}

export type Schemas = {
  /** Every schema that has a name. */
  components: Record<string, JsonSchema>
  nameOf: (schema: z.ZodType) => string | undefined
  /** Returns a reference when the schema has a name, otherwise the schema written out. */
  use: (schema: z.ZodType) => JsonSchema
  /** Returns the schema written out, also when it has a name. */
  full: (schema: z.ZodType) => JsonSchema
}

/** Returns JSON Schemas of the calls' inputs or outputs, with `more` named schemas. */
export function schemasFor(
  io: 'input' | 'output',
  used: readonly z.ZodType[],
  more: Record<string, NamedSchema> = {},
): Schemas {
  const docs: Record<string, NamedSchema> = { ...schemasByIo[io], ...more }
  const names = new Map(Object.entries(docs).map(([name, { schema }]) => [schema, name]))
  const ids = new Map(names)
  for (const schema of used) if (!ids.has(schema)) ids.set(schema, `unnamed${ids.size}`)

  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of ids) registry.add(schema, { id })
  const generated = z.toJSONSchema(registry, {
    io,
    uri: schemaReference,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(jsonSchema, refinements.get(zodSchema))
    },
  })
  const schemasById = Object.fromEntries(
    Object.entries(generated.schemas).map(([id, schema]) => [
      id,
      addDescriptions(tidy(schema) as JsonSchema, docs[id]),
    ]),
  )
  const full = (schema: z.ZodType) => schemasById[ids.get(schema) ?? ''] ?? {}
  return {
    components: Object.fromEntries(
      Object.entries(docs).map(([name, { schema }]) => [name, full(schema)]),
    ),
    nameOf: (schema) => names.get(schema),
    use: (schema) => {
      const name = names.get(schema)
      return name === undefined ? full(schema) : schemaRef(name)
    },
    full,
  }
}

/** JSON Schema keywords for checks that the zod schemas do in code. */
export const refinements = new Map<z.core.$ZodType, JsonSchema>([
  [Amount, { pattern: '^(?!0(?:\\.0{1,2})?$)(?:0|[1-9]\\d{0,9})(?:\\.\\d{1,2})?$' }],
  [Decimal, { pattern: '^-?\\d+\\.\\d{2}$' }],
  [Email, { format: 'email' }],
  ...allDocs.flatMap((docs) => docs.refinements ?? []),
])

function addDescriptions(schema: JsonSchema, docs: NamedSchema | undefined): JsonSchema {
  const { description, fields = {} } = docs ?? {}
  const properties = { ...(schema.properties as Record<string, JsonSchema> | undefined) }
  for (const [field, fieldDescription] of Object.entries(fields)) {
    const property = properties[field]
    if (property) properties[field] = { description: fieldDescription, ...property }
  }
  return {
    ...(description !== undefined && { description }),
    ...schema,
    ...(schema.properties !== undefined && { properties }),
    // The variants of a union share the descriptions of their fields.
    ...(Array.isArray(schema.oneOf) && {
      oneOf: schema.oneOf.map((variant: JsonSchema) =>
        addDescriptions(variant, docs?.fields && { schema: docs.schema, fields: docs.fields }),
      ),
    }),
  }
}

/** Removes keywords that zod adds for machines, and writes the other keywords in one style. */
export function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy)
  if (typeof value !== 'object' || value === null) return value
  const { $schema: _s, $id: _i, example, ...schema } = value as JsonSchema
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  // The pattern next to these formats only repeats them at length.
  if (schema.format === 'date' || schema.format === 'date-time') delete schema.pattern
  if (example !== undefined) schema.examples = [example]
  return mergeNull(
    mapValues(schema, (item, key) =>
      // A field may have the same name as a keyword.
      key === 'properties' ? mapValues(item as JsonSchema, tidy) : tidy(item),
    ),
  )
}

const mapValues = (
  record: JsonSchema,
  change: (item: unknown, key: string) => unknown,
): JsonSchema =>
  Object.fromEntries(Object.entries(record).map(([key, item]) => [key, change(item, key)]))

/** Turns `anyOf: [text, null]` into one type that may be null. */
function mergeNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf)) return schema
  const options: JsonSchema[] = anyOf.flatMap((option: JsonSchema) =>
    Array.isArray(option.anyOf) && Object.keys(option).length === 1 ? option.anyOf : [option],
  )
  const [first, second] = options
  const isPlain = first && typeof first.type === 'string' && !first.enum && !('const' in first)
  if (options.length === 2 && isPlain && second?.type === 'null') {
    return { ...first, ...rest, type: [first.type, 'null'] }
  }
  return { ...rest, anyOf: options }
}
