import { expect, test } from 'vitest'
import { z } from 'zod'
import { toolDefinitions } from '#server/http/mcp/tool-definitions.ts'
import { mcpTools } from '#server/http/mcp/tools.ts'
import { markTexts, visibleJson } from '#server/http/mcp/untrusted-text.ts'
import { appRouter } from '#server/router.ts'

const markerOf = (schema: z.ZodType) => markTexts(z.toJSONSchema(schema, { io: 'output' }))

test('every text without a fixed form is marked, and numbers, ids and words of the server are not', () => {
  const { mark } = markerOf(
    z.strictObject({
      id: z.string(),
      status: z.enum(['open', 'paid']),
      total: z.int(),
      day: z.iso.date(),
      name: z.string(),
      note: z.string().nullable(),
      more: z.record(z.string(), z.unknown()).nullable(),
      rows: z.array(z.strictObject({ title: z.string() })),
      labels: z.array(z.string()),
    }),
  )

  expect(
    mark({
      id: 'txn_1',
      status: 'open',
      total: 3,
      day: '2026-01-31',
      name: 'Ada',
      note: null,
      more: { any: 'text' },
      rows: [{ title: 'Dinner' }],
      labels: ['2026-01'],
    }),
  ).toEqual({
    id: 'txn_1',
    status: 'open',
    total: 3,
    day: '2026-01-31',
    name: { untrusted: 'Ada' },
    note: null,
    more: { untrusted: { any: 'text' } },
    rows: [{ title: { untrusted: 'Dinner' } }],
    labels: ['2026-01'],
  })
})

test('a field that the schema lacks is left out, and so is the payer’s next step at any depth', () => {
  const { mark, schema } = markerOf(
    z.strictObject({
      id: z.string(),
      next: z.strictObject({ url: z.string() }).nullable(),
      payload: z.record(z.string(), z.unknown()),
    }),
  )

  expect(
    mark({ id: '1', next: { url: 'x' }, secret: 'y', payload: { data: [{ next: { url: 'x' } }] } }),
  ).toEqual({ id: '1', payload: { untrusted: { data: [{}] } } })
  expect(schema.required).toEqual(['id', 'payload'])
})

test('characters that nobody sees are escaped in the text, which reads back as the same value', () => {
  const hidden = ['\u200b', '\u202e', '\u2066', '\ufeff', '\u{e0041}', '\u2028', '\u00ad', '\ufe0f']
  const value = { name: `Ada${hidden.join('')}Rossi 😀 è` }

  const text = visibleJson(value)

  expect(JSON.parse(text)).toEqual(value)
  expect(hidden.filter((character) => text.includes(character))).toEqual([])
  expect(text).toContain('😀 è')
})

test('descriptions of tools and fields state facts: they give an assistant no instruction', () => {
  const orders =
    /\b(?:you|your|must|always|never|ignore|assistant|please|now|first call|before you)\b/i

  for (const { name, description, title } of mcpTools) {
    expect([name, `${title} ${description}`]).toEqual([name, expect.not.stringMatching(orders)])
  }
})

test('no tool returns a text that is neither marked nor fixed', () => {
  const found: string[] = []
  const walk = (schema: Record<string, unknown>, path: string) => {
    const {
      properties = {},
      items,
      anyOf,
      type,
    } = schema as {
      properties?: Record<string, Record<string, unknown>>
      items?: Record<string, unknown>
      anyOf?: Record<string, unknown>[]
      type?: unknown
    }
    const isText = [type].flat().includes('string')
    if (
      isText &&
      !('enum' in schema) &&
      !('const' in schema) &&
      !schema.pattern &&
      !schema.format
    ) {
      found.push(path)
    }
    for (const [name, field] of Object.entries(properties)) {
      if (name !== 'untrusted' && path + name !== 'filter') walk(field, `${path}.${name}`)
    }
    if (items) walk(items, path)
    for (const option of anyOf ?? []) walk(option, path)
  }
  for (const { output } of toolDefinitions(appRouter)) walk(output, '')

  const names = new Set(found.map((path) => path.split('.').at(-1)))
  expect([...names].filter((name) => !/^id$|Id$/.test(String(name))).toSorted()).toEqual([
    'advice',
    'brand',
    'country',
    'day',
    'funding',
    'keyPrefix',
    'labels',
    'last4',
    'meaning',
    'method',
    'methodTypes',
    'nextCursor',
    'processor',
    'reference',
    'timezone',
    'type',
    'url',
    'wallet',
  ])
})
