import { z } from 'zod'
import { inputSchemaOf } from '#server/core/calls/rest-routes.ts'
import { appRouter } from '#server/router.ts'
import { calls, signInCalls } from '../calls.ts'
import type { Call } from './every-call.ts'

type Schema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
}

/** A field of a call that accepts text. */
export type TextField = { call: Call; field: string }

const isText = ({ type, enum: values, const: value, anyOf = [] }: Schema): boolean =>
  (type === 'string' && values === undefined && value === undefined) || anyOf.some(isText)

const procedures = appRouter._def.procedures as unknown as Record<
  string,
  Parameters<typeof inputSchemaOf>[0]
>

function fieldsOf(name: string): string[] {
  const procedure = procedures[name]
  if (!procedure) return []
  const schema = z.toJSONSchema(inputSchemaOf(procedure), { io: 'input' }) as Schema
  return Object.entries(schema.properties ?? {}).flatMap(([field, each]) =>
    isText(each) ? [field] : [],
  )
}

/** Returns every text field of every call, according to the router's schemas. */
export const textFieldsOf = (tried: readonly Call[]): TextField[] =>
  tried.flatMap((call) => {
    const { api, name, input } = call
    const sentFields = Object.keys(input).filter((field) => typeof input[field] === 'string')
    const fields =
      api === 'auth'
        ? [...sentFields, ...(signInCalls[name]?.texts ?? [])]
        : fieldsOf(calls[name]?.inputOf ?? name)
    return fields.map((field) => ({ call, field }))
  })

/** Returns the call with this text in that field, in the input or in the path. */
export function withText({ call, field }: TextField, text: string): Call {
  const isInPath = call.api === 'rest' && field === 'id' && !('id' in call.input)
  if (!isInPath) return { ...call, input: { ...call.input, [field]: text } }
  const path = call.path.replace(/[a-z]+_\w{26}/, encodeURIComponent(text))
  return { ...call, path }
}
