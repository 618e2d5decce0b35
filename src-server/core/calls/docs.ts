import type { AnyTRPCRouter, inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import type { z } from 'zod'
import type { ErrorCode } from '#server/shared/reasons/errors.ts'

/** In what shape a feature tells the reference what its schemas and procedures do not say of themselves. */

export type JsonSchema = { [keyword: string]: unknown }

export const schemaReference = (name: string) => `#/components/schemas/${name}`

export const schemaRef = (name: string): JsonSchema => ({ $ref: schemaReference(name) })

export type Tag = { name: string; description: string }

export type ParameterDocs = {
  /** Needed where its schema has none. */
  description?: string
  example?: unknown
}

type Examples<Value> = Record<string, { summary: string; value: Value }>

type CallDocs<Input, Output> = {
  /** Words for this call alone, where the feature’s other calls mean something else by the name. */
  parameters?: Readonly<Record<string, ParameterDocs>>
  /** Where the one example of the schema does not tell enough. */
  bodies?: Examples<Input>
  answers?: Examples<Output>
  /** The same in version 2, where that answers more. */
  answersInV2?: Examples<unknown>
}

export type NamedSchema = {
  schema: z.ZodType
  description?: string
  fields?: { readonly [field: string]: string | undefined }
  /** Needed where a whole body is one, or a list of them. */
  example?: unknown
}

type Fields<Value> = { readonly [Field in keyof NonNullable<Value> & string]?: string }

/** A schema with what the reference says of it and of its fields. */
export const named = <Schema extends z.ZodType>(
  schema: Schema,
  docs: {
    description?: string
    fields?: Fields<z.input<Schema>>
    /** As it is sent: an id in the path is not in the body. */
    example?: z.input<Schema> | Omit<z.input<Schema>, 'id'>
  } = {},
): NamedSchema => ({ schema, ...docs })

/** A call that answers a stream; a plain route stands behind it, no procedure. */
export type StreamDocs = {
  /** A file that a GET asks for with a query, or server-sent events that a POST asks for with a body. */
  kind: 'file' | 'events'
  path: `/api/${string}`
  input: z.ZodType
  summary: string
  description: string
  /** Keys are not admitted. */
  isForPeople?: true
  example: string
}

/** A call of the service itself, about no merchant: a GET that takes no credentials. */
export type ServiceCallDocs = {
  path: `/${string}`
  summary: string
  description: string
  parameters?: readonly JsonSchema[]
  answer: { description: string; type: string; schema: JsonSchema; example: unknown }
  errors: readonly ErrorCode[]
}

/** What the reference reads of a feature. */
export type FeatureDocs = {
  tag: Tag
  /** By the name of a parameter, in whichever call. */
  parameters?: { readonly [name: string]: ParameterDocs | undefined }
  /** The bodies that have a name in the reference; any other is written out where it is used. */
  inputs?: { readonly [name: string]: NamedSchema }
  outputs?: { readonly [name: string]: NamedSchema }
  /** What a check in code means, where JSON Schema has a word for it. */
  refinements?: readonly (readonly [z.ZodType, JsonSchema])[]
  calls?: { readonly [call: string]: CallDocs<unknown, unknown> | undefined }
  streams?: { readonly [call: string]: StreamDocs }
}

type FieldOf<Value> = Value extends object
  ? string extends keyof Value
    ? never
    : keyof Value & string
  : never

/** The same as a feature writes it: of procedures and parameters that its router has, and no others. */
export type DocsOf<Router extends AnyTRPCRouter> = Omit<FeatureDocs, 'parameters' | 'calls'> & {
  parameters?: {
    [Name in FieldOf<inferRouterInputs<Router>[keyof inferRouterInputs<Router>]>]?: ParameterDocs
  }
  calls?: {
    [Call in keyof inferRouterInputs<Router>]?: CallDocs<
      inferRouterInputs<Router>[Call],
      inferRouterOutputs<Router>[Call & keyof inferRouterOutputs<Router>]
    >
  }
}
