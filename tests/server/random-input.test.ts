import fc from 'fast-check'
import { expect, test } from 'vitest'
import { restRoutes } from '#server/core/calls/rest-routes.ts'
import { appRouter } from '#server/router.ts'
import { anyCharacter } from '../support/characters.ts'
import { payment } from '../support/make.ts'
import { startOpenaiStandIn } from '../support/openai-stand-in.ts'
import { runs } from '../support/runs.ts'
import { testApp } from '../support/test-app.ts'

const names = [
  'id',
  'amount',
  'currency',
  'status',
  'search',
  'cursor',
  'sort',
  'limit',
  'page',
  'from',
  'name',
  'email',
  'expiresAt',
  'scopes',
  'overlapDays',
  'timezone',
  'webhookUrl',
  'version',
  'customerEmail',
  'customerName',
  'description',
  'range',
]

const value = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: anyCharacter }),
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e309',
    '2026-13-01',
    '0000-00-00',
    '\u0000',
    '\ud800',
    'NaN',
    "' or 1=1 --",
    '../..',
    '%',
    Number.POSITIVE_INFINITY,
    -0,
    2 ** 53,
    '9'.repeat(400),
  ),
)

/** Leaves out a field that the path has too: the API ignores it, and the description does not allow it. */
function withoutPathFields(input: unknown, path: string): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  return Object.fromEntries(Object.entries(input).filter(([name]) => !path.includes(`{${name}}`)))
}

test('random JSON never makes a procedure fail, in both APIs', async () => {
  // Without a model, the call that tests it returns 503 to any input.
  await using model = await startOpenaiStandIn()
  await using app = await testApp({ environment: model.environment })
  const alice = await app.person()
  const { id } = await alice.api.transactions.create.mutate(payment())
  const routes = restRoutes(appRouter)

  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...routes),
      fc.oneof(fc.dictionary(fc.constantFrom(...names), value), fc.jsonValue({ maxDepth: 3 })),
      async ({ method, path, name, procedure }, anyInput) => {
        const input = withoutPathFields(anyInput, path)
        const url = path.replace('{id}', id)
        const query = new URLSearchParams(
          typeof input === 'object' && input !== null
            ? Object.entries(input).map(([key, item]): [string, string] => [
                key,
                typeof item === 'object' ? JSON.stringify(item) : String(item),
              ])
            : [],
        )
        const rest =
          method === 'GET' || method === 'DELETE'
            ? await alice.rest(method, `${url}?${query}`)
            : await alice.rest(method, url, input)
        const isQuery = procedure._def.type === 'query'
        const trpc = isQuery
          ? await alice.rest(
              'GET',
              `/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input) ?? '')}`,
            )
          : await alice.rest('POST', `/trpc/${name}`, input)

        expect([method, path, input, rest.status < 500]).toEqual([method, path, input, true])
        expect([name, input, trpc.status < 500]).toEqual([name, input, true])
      },
    ),
    { numRuns: runs(400, 150) },
  )
  expect(app.logs.filter(({ level }) => Number(level) >= 50)).toEqual([])
})
