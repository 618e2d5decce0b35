import { describe, expect, test } from 'vitest'
import { type DocsOf, describeSchema, type FeatureDocs } from '#server/core/calls/docs.ts'
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
const documentsText = JSON.stringify([v1, v2])
const isInDocuments = (value: unknown) => documentsText.includes(JSON.stringify(value))

/** Returns all entries of one kind from the features' docs, each named `feature.name`. */
const docsEntries = <Kind extends 'parameters' | 'inputs' | 'outputs' | 'calls' | 'streams'>(
  kind: Kind,
) =>
  Object.entries(featureDocs).flatMap(([feature, docs]) =>
    Object.entries((docs[kind] ?? {}) as NonNullable<FeatureDocs[Kind]>).map(
      ([name, docsEntry]) => ({
        feature,
        name: `${feature}.${name}`,
        told: docsEntry as NonNullable<FeatureDocs[Kind]>[string] & object,
        key: name,
      }),
    ),
  )

describe('the docs contain everything that the reference needs', () => {
  test('each REST call belongs to a feature with docs, and each such feature has REST calls', () => {
    const featureOf = (name: string) => name.split('.')[0] ?? ''
    const featuresWithCalls = [
      ...restRoutes(appRouter).map(({ name }) => featureOf(name)),
      ...Object.keys(featureDocs).filter((name) => featureDocs[name]?.streams !== undefined),
    ]

    expect(Object.keys(featureDocs).toSorted()).toEqual([...new Set(featuresWithCalls)].toSorted())
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
    const withoutDocs = parameters
      .filter(({ node }) => !node.description)
      .map((at) => `${at.name}: ${at.node.name} has no description`)

    expect(withoutDocs, 'describe it in its schema, or in `parameters` of its *.docs.ts').toEqual(
      [],
    )
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
    const withoutDocs = bodies
      .filter(({ node }) => !('example' in node) && !('examples' in node))
      .map(({ name }) => name)

    expect(withoutDocs, 'name its schema in its *.docs.ts and give it an example').toEqual([])
    expect(bodies.length).toBeGreaterThan(30)
  })
})

describe('the reference contains everything in the docs', () => {
  test('the docs of an existing call', () => {
    const procedures = Object.keys(appRouter._def.procedures)
    const operations = new Map(operationsOf(v1).map((each) => [each.operationId, each]))

    const unknownCalls = docsEntries('calls').filter(({ name }) => !procedures.includes(name))
    expect(unknownCalls.map(({ name }) => name)).toEqual([])
    for (const { name, told: docsEntry } of [...docsEntries('calls'), ...docsEntries('streams')]) {
      expect([name, operations.has(name)]).toEqual([name, true])
      const values =
        'path' in docsEntry ? [docsEntry.example] : [docsEntry.bodies, docsEntry.responses]
      for (const value of values)
        if (value) expect([name, isInDocuments(value)]).toEqual([name, true])
    }
  })

  test('the docs of a parameter that a call of the feature has', () => {
    const unusedDocs = docsEntries('parameters').flatMap(
      ({ feature, name, told: docsEntry, key }) => {
        const { tag } = docsOf(feature)
        const found = operationsOf(v1)
          .filter(({ tags }) => tags.includes(tag.name))
          .flatMap(({ parameters }) => parameters as Node[])
          .filter((each) => each.name === key)
        return Object.entries(docsEntry)
          .filter(([word, value]) => !found.some((each) => each[word] === value))
          .map(([word]) => `${name}.${word}`)
      },
    )

    expect(unusedDocs).toEqual([])
  })

  test('the docs of a schema and of its fields', () => {
    const unusedDocs = [...docsEntries('inputs'), ...docsEntries('outputs')].flatMap(
      ({ name, told: docsEntry, key }) => {
        const schema = schemas[key]
        if (!schema) return [name]
        const variants = (schema.oneOf ?? [schema]) as { properties?: Record<string, Node> }[]
        const properties = Object.assign({}, ...variants.map((each) => each.properties ?? {}))
        const { description, fields = {}, example } = docsEntry
        return [
          ...(description === schema.description ? [] : [`${name}: its description`]),
          ...Object.entries(fields)
            .filter(([field, text]) => properties[field]?.description !== text)
            .map(([field]) => `${name}.${field}`),
          ...(example === undefined || isInDocuments(example) ? [] : [`${name}: its example`]),
        ]
      },
    )

    expect(unusedDocs).toEqual([])
  })

  test('docs of anything else do not compile', () => {
    const { tag } = docsOf('customers')
    const docs = [
      // @ts-expect-error -- no such procedure
      { tag, calls: { creat: {} } } satisfies DocsOf<typeof customersRouter>,
      // @ts-expect-error -- no call takes it
      { tag, parameters: { wine: {} } } satisfies DocsOf<typeof customersRouter>,
      // @ts-expect-error -- no such field
      describeSchema(Customer, { fields: { wine: '' } }),
      // @ts-expect-error -- not what a call takes
      describeSchema(UpdateCustomer, { example: { name: 1 } }),
    ]

    expect(docs).toHaveLength(4)
  })
})

describe('the rules for imports of docs and by docs', () => {
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
