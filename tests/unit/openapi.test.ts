import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { restRoutes } from '#server/core/calls/rest-routes.ts'
import { openApiDocument } from '#server/http/openapi/document.ts'
import { problemsPage } from '#server/http/openapi/problems.ts'
import { appRouter } from '#server/router.ts'
import { declineCodes } from '#server/shared/reasons/decline-codes.ts'
import { httpStatusOf } from '#server/shared/reasons/errors.ts'
import { reasons } from '#server/shared/reasons/reasons.ts'
import { version } from '../../package.json'
import { validateResponse } from '../support/openapi-validator.ts'
import { isQuick } from '../support/runs.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const serverUrl = 'http://127.0.0.1:3000'
const v1 = openApiDocument(appRouter, { version, serverUrl })
const v2 = openApiDocument(appRouter, { version, serverUrl, apiVersion: 'v2' })

const both = [
  ['v1', v1, 'docs/openapi.json'],
  ['v2', v2, 'docs/openapi.v2.json'],
] as const

type Node = { [key: string]: unknown }
type SchemaNode = { pointer: string; node: Node }

/** Yields every object of the document with its pointer. */
function* nodes(value: unknown, pointer = ''): Generator<SchemaNode> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield { pointer, node: value as Node }
  for (const [key, item] of Object.entries(value)) {
    // Examples may contain data of any shape.
    if (key === 'example' || key === 'examples') continue
    const part = key.replaceAll('~', '~0').replaceAll('/', '~1')
    yield* nodes(item, `${pointer}/${encodeURIComponent(part)}`)
  }
}

const operations = Object.entries(v1.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    address: `${method.toUpperCase()} ${path}`,
    operation: operation as Node & { operationId: string },
  })),
)

test.each(both)(
  'the committed copy of %s matches the description in the code',
  (_, document, file) => {
    const committed = JSON.parse(readFileSync(`${root}/${file}`, 'utf8'))
    const isCurrent = JSON.stringify(committed) === JSON.stringify(document)

    expect(isCurrent, `${file} is out of date: run npm run openapi`).toBe(true)
  },
)

test('the catalogue of problems matches the refusals and declines in the code', () => {
  const committed = readFileSync(`${root}/docs/problems.md`, 'utf8')

  expect(committed === problemsPage, 'docs/problems.md is out of date: run npm run openapi').toBe(
    true,
  )
  const words = [
    ...Object.keys(httpStatusOf),
    ...Object.keys(reasons),
    ...Object.keys(declineCodes),
  ]
  for (const word of words) {
    expect(committed).toContain(`| \`${word}\` |`)
    expect(v1.info.description).toContain(`| \`${word}\` |`)
  }
})

test('every route is described, under a unique name', () => {
  const routes = restRoutes(appRouter).map(({ method, path }) => `${method} ${path}`)
  const plain = [
    'GET /api/transactions/export',
    'GET /api/disputes/export',
    'GET /api/refunds/export',
    'GET /api/payment-links/export',
    'GET /api/balance/entries/export',
    'GET /api/payouts/export',
    'GET /api/months/export',
    'GET /api/takings/export',
    'GET /api/audit-log/export',
    'POST /api/openai/stream',
    'GET /api/events/stream',
    'GET /api/legal/privacy',
    'GET /api/legal/terms',
    'GET /api/openapi.json',
    'GET /healthz',
    'GET /readyz',
  ]
  const names = operations.map(({ operation }) => operation.operationId)

  expect(operations.map(({ address }) => address).toSorted()).toEqual(
    [...routes, ...plain].toSorted(),
  )
  expect(new Set(names).size).toBe(names.length)
})

test.each(both)('%s: every example is valid by its schema', (_, document) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'openapi')
  const wrong: unknown[] = []
  let count = 0
  const checkExample = (pointer: string, value: unknown) => {
    count += 1
    const check = ajv.compile({ $ref: `openapi#${pointer}` })
    if (!check(value)) wrong.push([pointer, value, check.errors])
  }

  for (const { pointer, node } of nodes(document)) {
    if (Array.isArray(node.examples))
      for (const value of node.examples) checkExample(pointer, value)
    if (!('schema' in node)) continue
    if ('example' in node) checkExample(`${pointer}/schema`, node.example)
    for (const { value } of Object.values((node.examples ?? {}) as Record<string, Node>)) {
      checkExample(`${pointer}/schema`, value)
    }
  }

  expect(wrong).toEqual([])
  expect(count).toBeGreaterThan(100)
})

test.each(both)(
  '%s: a call with an Idempotency-Key documents that a used key is refused',
  (_, document) => {
    const isWithKey = ({ node }: SchemaNode) =>
      JSON.stringify(node.parameters ?? []).includes('Idempotency-Key')
    const calls = [...nodes(document.paths)].filter(isWithKey)

    expect(calls.length).toBeGreaterThan(5)
    expect(calls.filter(({ node }) => !Object.hasOwn(Object(node.responses), '422'))).toEqual([])
  },
)

test('each call documents its permitted callers', () => {
  const securityOf = (id: string) =>
    operations.find(({ operation }) => operation.operationId === id)?.operation.security

  expect(securityOf('transactions.create.payments')).toEqual([{ apiKey: [] }, { session: [] }])
  expect(securityOf('service.health')).toEqual([])
  const closedOperations = operations.filter(({ address }) =>
    /\/api\/(?:api-keys|integrations|audit-log|merchant\/onboarding)/.test(address),
  )
  expect(closedOperations.length).toBeGreaterThan(7)
  for (const { operation } of closedOperations)
    expect(operation.security).toEqual([{ session: [] }])
})

// Spectral lints both documents in one process, because reading its rules takes most of the time.
test.skipIf(isQuick)('Spectral finds no fault in either document', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      'node_modules/@stoplight/spectral-cli/dist/index.js',
      'lint',
      ...both.map(([, , file]) => file),
      '--ruleset=tests/support/spectral.yaml',
      '--fail-severity=warn',
    ],
    { cwd: root, env: { ...process.env, NO_COLOR: '1' } },
  ).catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`Spectral found:\n${error.stdout}${error.stderr}`)
  })

  expect(stdout).toContain("No results with a severity of 'warn' or higher found!")
})

describe('a response is refused', () => {
  const exchange = {
    method: 'GET',
    path: '/api/analytics/transactions-volume?range=7d',
    status: 200,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'api-version': 'v1',
      'x-request-id': 'req_1',
    } as Record<string, string>,
    body: '{"labels":["2026-01-31"],"data":[1]}',
  }
  const problem = JSON.stringify({
    type: 'about:blank',
    title: 'Not Found',
    status: 404,
    detail: 'There is nothing at this address.',
    code: 'not_found',
    requestId: 'req_1',
  })
  const problemHeaders = { ...exchange.headers, 'content-type': 'application/problem+json' }

  test('but not when it matches its description, or refuses an unknown URL', () => {
    expect(() => validateResponse(exchange)).not.toThrow()
    expect(() =>
      validateResponse({
        ...exchange,
        path: '/api/nothing',
        status: 404,
        headers: problemHeaders,
        body: problem,
      }),
    ).not.toThrow()
  })

  test.each<[string, Partial<typeof exchange>, string]>([
    ['its status is not described', { status: 202 }, 'has no 202, only 200, 400'],
    [
      'a header is missing',
      { headers: { ...exchange.headers, 'api-version': undefined as never } },
      'the header Api-Version is missing',
    ],
    [
      'a header is not as described',
      { headers: { ...exchange.headers, 'api-version': 'v3' } },
      'the header Api-Version must be equal',
    ],
    [
      'its type differs',
      { headers: { ...exchange.headers, 'content-type': 'text/html' } },
      'its type is text/html',
    ],
    ['a field is missing', { body: '{"labels":[]}' }, "must have required property 'data'"],
    ['a field is too many', { body: '{"labels":[],"data":[],"more":1}' }, 'additional properties'],
    ['a number is text', { body: '{"labels":[],"data":["1"]}' }, 'the body/data/0 must be integer'],
    ['it is not JSON', { body: 'oh' }, 'the body is not JSON'],
    ['nobody described it', { path: '/api/nothing' }, 'no such operation is described'],
    [
      'a refusal is not a problem',
      { status: 400, headers: problemHeaders },
      "must have required property 'requestId'",
    ],
    [
      'a wait is not told',
      { status: 429, headers: problemHeaders, body: problem },
      'the header Retry-After is missing',
    ],
  ])('when %s', (_, change, message) => {
    expect(() => validateResponse({ ...exchange, ...change })).toThrow(message)
  })
})
