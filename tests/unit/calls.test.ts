import { expect, test } from 'vitest'
import { inputSchemaOf, restRoutes } from '#server/core/calls/rest-routes.ts'
import { openApiDocument } from '#server/http/openapi/document.ts'
import { appRouter } from '#server/router.ts'
import { calls } from '../calls.ts'
import { noBelongings } from '../support/belongings.ts'
import { badInputsOf, inputOf, namingFieldsOf } from '../support/call-row.ts'
import { proceduresOf, procedureTypes } from '../support/procedures.ts'
import { restCalls } from '../support/rest-calls.ts'

const routes = restRoutes(appRouter)
const callNames = new Map(routes.map(({ method, path, name }) => [`${method} ${path}`, name]))
const { paths } = openApiDocument(appRouter, { version: '0.0.0', serverUrl: 'http://127.0.0.1' })
const endpoints = Object.entries(paths).flatMap(([path, operations]) =>
  Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
)
const plainRoutes = Object.fromEntries(
  Object.entries(calls).flatMap(([name, { route }]) => (route ? [[route, name]] : [])),
)

test('every procedure has a row in tests/calls.ts', () => {
  const missing = Object.keys(procedureTypes).filter((name) => calls[name] === undefined)

  expect(missing, 'add a row to tests/calls.ts').toEqual([])
})

test('every route without a procedure has a row in tests/calls.ts', () => {
  const missing = endpoints.filter(
    (endpoint) => !callNames.has(endpoint) && plainRoutes[endpoint] === undefined,
  )

  expect(missing, 'add a row with this route to tests/calls.ts').toEqual([])
})

test('every row belongs to an existing call', () => {
  const unknownCalls = Object.entries(calls).filter(
    ([name, { route }]) =>
      procedureTypes[name] === undefined && (route === undefined || !endpoints.includes(route)),
  )

  expect(unknownCalls.map(([name]) => name)).toEqual([])
})

test('the committed list of routes matches the table, one for one', () => {
  expect(restCalls.map(({ route, name }) => `${route} -> ${name}`).toSorted()).toEqual(
    [...callNames].map(([route, name]) => `${route} -> ${name}`).toSorted(),
  )
})

test('every change lists the tables that it changes, and no read does', () => {
  const withoutChanges = proceduresOf('mutation').filter(
    (name) => calls[name]?.changes === undefined,
  )
  const wrong = proceduresOf('query').filter((name) => calls[name]?.changes !== undefined)

  expect([withoutChanges, wrong]).toEqual([[], []])
})

test('the id in the path of a route is the one that its row takes', () => {
  const wrong = restCalls.filter(({ template, row }) =>
    [...template.matchAll(/\{(\w+)\}/g)].some(
      ([, field]) =>
        !['slot', 'month'].includes(String(field)) && !namingFieldsOf(row).includes(String(field)),
    ),
  )

  expect(wrong.map(({ route }) => route)).toEqual([])
})

test.each(routes)('$method $path accepts its valid input and refuses its bad inputs', (route) => {
  const row = calls[route.name]
  if (!row) throw new Error(`${route.name} has no row in tests/calls.ts`)
  const schema = inputSchemaOf(route.procedure)
  const isValid = (input: object) => schema.safeParse(input).success

  expect(isValid(inputOf(row, noBelongings))).toBe(true)
  expect(badInputsOf(row, noBelongings).filter(isValid)).toEqual([])
})
