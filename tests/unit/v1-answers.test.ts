import { expect, test } from 'vitest'
import { openApiDocument } from '#server/http/openapi/document.ts'
import { appRouter } from '#server/router.ts'

type Schema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  additionalProperties?: Schema | boolean
}

const document = openApiDocument(appRouter, { version: '0.0.0', serverUrl: 'http://127.0.0.1' })
const schemas = document.components.schemas as Record<string, Schema>

const resolveRef = (schema: Schema): Schema => {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (schemas[name] ?? {})
}

/** Returns each key of a schema with its type, one per line. Other tests check every response against these schemas. */
function linesOf(place: string, schemaOrRef: Schema): string[] {
  const schema = resolveRef(schemaOrRef)
  if (schema.anyOf) return schema.anyOf.flatMap((option) => linesOf(place, option))
  const type = [schema.type ?? 'any'].flat().join('|')
  const { additionalProperties: more, properties = {}, required = [] } = schema
  const closed = type.includes('object') && more === false ? ' closed' : ''
  return [
    `${place}: ${type}${closed}`,
    ...Object.entries(properties).flatMap(([key, property]) =>
      linesOf(`${place}.${key}${required.includes(key) ? '' : '?'}`, property),
    ),
    ...(typeof more === 'object' ? linesOf(`${place}.*`, more) : []),
    ...(schema.items ? linesOf(`${place}[]`, schema.items) : []),
  ]
}

type Body = { content?: Record<string, { schema?: Schema }> }

const responseLines = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).flatMap(([method, operation]) =>
    Object.entries(operation.responses as Record<string, Body>).flatMap(([status, { content }]) => {
      const schema = content?.['application/json']?.schema
      const place = `${method.toUpperCase()} ${path} ${status}`
      return status.startsWith('2') && schema ? linesOf(place, schema) : []
    }),
  ),
)

const webhookLines = Object.entries(document.webhooks).flatMap(([type, { post }]) => {
  const { requestBody } = post as { requestBody: Body }
  return linesOf(`webhook ${type}`, requestBody.content?.['application/json']?.schema ?? {})
})

const currentLines = [...new Set([...responseLines, ...webhookLines])].toSorted()

/** New calls may add lines. No line may disappear or change. */
test('every key and type of every response of version 1 is frozen', async () => {
  const file = new URL('./v1-answers.txt', import.meta.url)

  expect(currentLines).toContain('POST /api/payments 201.amount: string')
  expect(currentLines).toContain('GET /api/transactions 200[]: object closed')
  await expect(`${currentLines.join('\n')}\n`).toMatchFileSnapshot(file.pathname)
})
