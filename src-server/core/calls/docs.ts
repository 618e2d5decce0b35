import type { AnyTRPCRouter, inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import type { z } from 'zod'
import type { ErrorCode } from '#server/shared/reasons/errors.ts'

/** A JSON Schema in the API reference. */
export type JsonSchema = { [keyword: string]: unknown }

/** Returns the value of `$ref` for a named schema of the OpenAPI document. */
export const schemaReference = (name: string) => `#/components/schemas/${name}`

/** Returns a JSON Schema that refers to a named schema of the OpenAPI document. */
export const schemaRef = (name: string): JsonSchema => ({ $ref: schemaReference(name) })

/** A group of calls in the API reference. */
export type Tag = { name: string; description: string }

/** Documentation of a parameter for the API reference. */
export type ParameterDocs = {
  /** Required when the schema has no description. */
  description?: string
  example?: unknown
}

type Examples<Value> = Record<string, { summary: string; value: Value }>

type CallDocs<Input, Output> = {
  /** Descriptions for this call only, when a parameter of the same name means something else in other calls. */
  parameters?: Readonly<Record<string, ParameterDocs>>
  /** Examples for a call whose schema's single example does not explain enough. */
  bodies?: Examples<Input>
  responses?: Examples<Output>
  /** Examples of version 2, when its response contains more. */
  responsesInV2?: Examples<unknown>
}

/** A schema that has a name in the API reference, with descriptions of the schema and of its fields. */
export type NamedSchema = {
  schema: z.ZodType
  description?: string
  fields?: { readonly [field: string]: string | undefined }
  /** Required when the schema, or a list of it, is a whole request or response body. */
  example?: unknown
}

type Fields<Value> = { readonly [Field in keyof NonNullable<Value> & string]?: string }

/** Adds descriptions for the API reference to a schema and its fields. */
export const describeSchema = <Schema extends z.ZodType>(
  schema: Schema,
  docs: {
    description?: string
    fields?: Fields<z.input<Schema>>
    /** Example as the caller sends it: an id or a month in the path is not in the body. */
    example?: z.input<Schema> | Omit<z.input<Schema>, 'id' | 'month'>
  } = {},
): NamedSchema => ({ schema, ...docs })

/** A call that responds with a stream, served by a plain route without a procedure. */
export type StreamDocs = {
  /**
   * `file`: a GET with a query; `events`: server-sent events, for a POST with a body; `listener`: server-sent events
   * for a GET by an API key, which `Last-Event-ID` resumes.
   */
  kind: 'file' | 'events' | 'listener'
  path: `/api/${string}`
  input: z.ZodType
  summary: string
  description: string
  /** API keys are not admitted. */
  isForPeople?: true
  /** The query names a thing that may not exist, so the call may return 404. */
  namesThing?: true
  example: string
}

/** Documentation of a call about the service itself, such as its legal texts: a GET without credentials. */
export type ServiceCallDocs = {
  path: `/${string}`
  summary: string
  description: string
  parameters?: readonly JsonSchema[]
  response: { description: string; type: string; schema: JsonSchema; example: unknown }
  errors: readonly ErrorCode[]
}

/** A feature's part of the API reference. */
export type FeatureDocs = {
  tag: Tag
  /** Descriptions by name of the parameter, for every call. */
  parameters?: { readonly [name: string]: ParameterDocs | undefined }
  /** Bodies that have a name in the reference; other bodies are written inline. */
  inputs?: { readonly [name: string]: NamedSchema }
  outputs?: { readonly [name: string]: NamedSchema }
  /** JSON Schema keywords for checks that are written in code. */
  refinements?: readonly (readonly [z.ZodType, JsonSchema])[]
  calls?: { readonly [call: string]: CallDocs<unknown, unknown> | undefined }
  streams?: { readonly [call: string]: StreamDocs }
}

type FieldOf<Value> = Value extends object
  ? string extends keyof Value
    ? never
    : keyof Value & string
  : never

/** `FeatureDocs` as a feature writes it: only procedures and parameters of its router are allowed. */
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
