import { describe, expect, test } from 'vitest'
import { type DocsOf, type FeatureDocs, named } from '#server/core/calls/docs.ts'
import { restRoutes } from '#server/core/calls/rest-routes.ts'
import type { customersRouter } from '#server/features/customers/customers.router.ts'
import { Customer, UpdateCustomer } from '#server/features/customers/customers.schema.ts'
import { type OpenApiDocument, openApiDocument } from '#server/http/openapi/document.ts'
import { docsOf, featureDocs } from '#server/http/openapi/features.ts'
import { appRouter } from '#server/router.ts'
import { whyForbidden } from '../../scripts/lint/imports.mjs'

const options = { version: '0.0.0', serverUrl: 'http://127.0.0.1:3000' }
const v1 = openApiDocument(appRouter, options)
const v2 = openApiDocument(appRouter, { ...options, apiVersion: 'v2' })

type Node = { [key: string]: unknown }

/** Yields every object in a value except in examples, which may contain data of any shape. */
function* nodes(value: unknown, key = ''): Generator<{ key: string; node: Node }> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield { key, node: value as Node }
  for (const [inner, item] of Object.entries(value)) {
    if (inner !== 'example' && inner !== 'examples') yield* nodes(item, inner)
  }
}

const operationsOf = ({ paths }: OpenApiDocument) =>
  Object.values(paths).flatMap((item) => Object.values(item))

/** Returns the parts of a document, each with the name that a reader searches for. */
const partsOf = (document: OpenApiDocument): [name: string, part: unknown][] => [
  ...operationsOf(document).map((operation): [string, unknown] => [
    operation.operationId,
    operation,
  ]),
  ...Object.entries(document.webhooks),
  ...Object.entries(document.components),
]

const schemas = { ...(v2.components.schemas as object), ...v1.components.schemas } as Record<
  string,
  { description?: string } & Node
>
const shown = JSON.stringify([v1, v2])
const isShown = (value: unknown) => shown.includes(JSON.stringify(value))

/** Returns all entries of one kind from the features' docs, each named `feature.name`. */
const said = <Kind extends 'parameters' | 'inputs' | 'outputs' | 'calls' | 'streams'>(kind: Kind) =>
  Object.entries(featureDocs).flatMap(([feature, docs]) =>
    Object.entries((docs[kind] ?? {}) as NonNullable<FeatureDocs[Kind]>).map(([name, told]) => ({
      feature,
      name: `${feature}.${name}`,
      told: told as NonNullable<FeatureDocs[Kind]>[string] & object,
      key: name,
    })),
  )

describe('what the reference needs, it is told', () => {
  test('each call over REST belongs to a feature that has docs, and each of these has such calls', () => {
    const featureOf = (name: string) => name.split('.')[0] ?? ''
    const called = restRoutes(appRouter).map(({ name }) => featureOf(name))

    expect(Object.keys(featureDocs).toSorted()).toEqual([...new Set(called)].toSorted())
    expect(() => docsOf('wine.list')).toThrow('wine.list: ')
  })

  test.each([
    ['v1', v1],
    ['v2', v2],
  ] as const)('%s: every parameter is described', (_, document) => {
    const parts = partsOf(document).flatMap(([name, part]) =>
      [...nodes(part)].map(({ node }) => ({ name, node })),
    )
    const parameters = parts.filter(({ node }) => 'in' in node && 'schema' in node)
    const lacking = parameters
      .filter(({ node }) => !node.description)
      .map((at) => `${at.name}: ${at.node.name} has no description`)

    expect(lacking, 'describe it in its schema, or in `parameters` of its *.docs.ts').toEqual([])
    expect(parameters.length).toBeGreaterThan(60)
  })

  test.each([
    ['v1', v1],
    ['v2', v2],
  ] as const)('%s: every JSON body has an example', (_, document) => {
    const bodies = partsOf(document).flatMap(([name, part]) =>
      [...nodes(part)]
        .filter(({ key }) => key === 'application/json')
        .map(({ node }) => ({ name, node })),
    )
    const lacking = bodies
      .filter(({ node }) => !('example' in node) && !('examples' in node))
      .map(({ name }) => name)

    expect(lacking, 'name its schema in its *.docs.ts and give it an example').toEqual([])
    expect(bodies.length).toBeGreaterThan(30)
  })
})

describe('what is told, the reference says', () => {
  test('of a call that there is', () => {
    const procedures = Object.keys(appRouter._def.procedures)
    const operations = new Map(operationsOf(v1).map((each) => [each.operationId, each]))

    const gone = said('calls').filter(({ name }) => !procedures.includes(name))
    expect(gone.map(({ name }) => name)).toEqual([])
    for (const { name, told } of [...said('calls'), ...said('streams')]) {
      expect([name, operations.has(name)]).toEqual([name, true])
      const values = 'path' in told ? [told.example] : [told.bodies, told.answers]
      for (const value of values) if (value) expect([name, isShown(value)]).toEqual([name, true])
    }
  })

  test('of a parameter that a call of the feature has', () => {
    const dead = said('parameters').flatMap(({ feature, name, told, key }) => {
      const { tag } = docsOf(feature)
      const found = operationsOf(v1)
        .filter(({ tags }) => tags.includes(tag.name))
        .flatMap(({ parameters }) => parameters as Node[])
        .filter((each) => each.name === key)
      return Object.entries(told)
        .filter(([word, value]) => !found.some((each) => each[word] === value))
        .map(([word]) => `${name}.${word}`)
    })

    expect(dead).toEqual([])
  })

  test('of a schema and of fields that it has', () => {
    const dead = [...said('inputs'), ...said('outputs')].flatMap(({ name, told, key }) => {
      const schema = schemas[key]
      if (!schema) return [name]
      const properties = (schema.properties ?? {}) as Record<string, Node>
      const { description, fields = {}, example } = told
      return [
        ...(description === schema.description ? [] : [`${name}: its description`]),
        ...Object.entries(fields)
          .filter(([field, text]) => properties[field]?.description !== text)
          .map(([field]) => `${name}.${field}`),
        ...(example === undefined || isShown(example) ? [] : [`${name}: its example`]),
      ]
    })

    expect(dead).toEqual([])
  })

  test('and anything else does not compile', () => {
    const { tag } = docsOf('customers')
    const docs = [
      // @ts-expect-error -- no such procedure
      { tag, calls: { creat: {} } } satisfies DocsOf<typeof customersRouter>,
      // @ts-expect-error -- no call takes it
      { tag, parameters: { wine: {} } } satisfies DocsOf<typeof customersRouter>,
      // @ts-expect-error -- no such field
      named(Customer, { fields: { wine: '' } }),
      // @ts-expect-error -- not what a call takes
      named(UpdateCustomer, { example: { name: 1 } }),
    ]

    expect(docs).toHaveLength(4)
  })
})

describe('who may import docs, and what they may', () => {
  const docs = 'src-server/features/customers/customers.docs.ts'

  test.each([
    [docs, './customers.queries.ts'],
    [docs, './customers.router.ts'],
    [docs, '#server/core/trpc.ts'],
    [docs, '../transactions/transactions.docs.ts'],
    [docs, '#server/http/openapi/document.ts'],
    ['src-server/features/customers/customers.router.ts', './customers.docs.ts'],
    ['src-server/http/routes/rest.ts', '#server/features/customers/customers.docs.ts'],
    ['src-server/app.ts', './features/customers/customers.docs.ts'],
    ['src/routes/index.tsx', '#server/features/customers/customers.docs.ts'],
  ])('%s does not import %s', (from, specifier) => {
    expect(whyForbidden({ from, specifier })).toEqual(expect.any(String))
  })

  test.each([
    [docs, './customers.schema.ts'],
    [docs, '#server/core/calls/docs.ts'],
    [docs, '../merchants/merchants.docs.ts'],
    ['src-server/http/openapi/features.ts', '#server/features/customers/customers.docs.ts'],
    ['src-server/http/openapi/document.ts', './service.docs.ts'],
  ])('%s imports %s', (from, specifier) => {
    expect(whyForbidden({ from, specifier })).toBeUndefined()
  })

  test('docs import the type of their router', () => {
    expect(
      whyForbidden({ from: docs, specifier: './customers.router.ts', typeOnly: true }),
    ).toBeUndefined()
  })
})
