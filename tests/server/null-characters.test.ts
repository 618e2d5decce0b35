import { expect, test } from 'vitest'
import { encodeCursor } from '#server/shared/cursor.ts'
import { payment } from '../support/make.ts'
import { testApp } from '../support/test-app.ts'

type Parameter = { $ref?: string; name: string; in: string }
type Document = { paths: Record<string, { get?: { parameters?: Parameter[] } }> }

/** A null character: one database ends a text at it and the other refuses it, so neither may receive it. */
const NULL = '%2Fe%00x'

const slow = { timeout: 60_000 }

test(
  'a null character in any parameter of any read is refused, and causes no failure',
  slow,
  async () => {
    await using app = await testApp()
    const alice = await app.person()
    await alice.api.transactions.create.mutate(payment())
    const document: Document = (await app.rest({ method: 'GET', url: '/api/openapi.json' })).json()
    // The event stream takes keys alone.
    const paths = Object.entries(document.paths).filter(([path]) => path !== '/api/events/stream')
    const addresses = paths.flatMap(([path, { get }]) =>
      (get?.parameters ?? [])
        .filter((parameter) => parameter.in === 'query' || parameter.in === 'path')
        .map(({ name, in: location }) =>
          location === 'path' ? path.replace(`{${name}}`, `txn${NULL}`) : `${path}?${name}=${NULL}`,
        ),
    )

    const responses: string[] = []
    for (const url of addresses) {
      const { status } = await alice.rest('GET', url)
      responses.push(`${status} ${url}`)
    }

    expect(addresses.length).toBeGreaterThan(60)
    expect(responses.filter((response) => !/^40[04] /.test(response))).toEqual([])
    expect(app.logs.filter(({ level }) => Number(level) >= 50)).toEqual([])
  },
)

test.each([
  ['transactions', '-createdAt'],
  ['transactions', 'amount'],
  ['customers', 'name'],
  ['audit-log', 'newest'],
  ['webhook-events', 'newest'],
])('a cursor of %s by %s cannot contain a null character', async (list, sort) => {
  await using app = await testApp()
  const alice = await app.person()
  const cursors = [
    encodeCursor({ sort, value: 'a\0b', id: 'txn_1' }),
    encodeCursor({ sort, value: 1, id: 'txn\0' }),
  ]

  for (const cursor of cursors) {
    const { status } = await alice.rest('GET', `/api/${list}?cursor=${cursor}`)
    expect(status).toBe(400)
  }
})

test('a search may contain tabs and line breaks, as a pasted text does', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await alice.api.transactions.create.mutate(payment({ customerName: 'Ada Rossi' }))

  const found = await alice.rest('GET', '/api/transactions?search=rossi%09ada%0A')

  expect(found.json()).toHaveLength(1)
})

test.each([
  ['team.revokeInvitation', { id: 'inv\0' }],
  ['team.remove', { userId: 'usr\0' }],
  ['team.changeRole', { userId: 'usr\0', role: 'staff' }],
  ['identity.endSession', { sessionId: 'ses\0' }],
])(
  'a null character in what %s names is refused, and causes no failure',
  async (procedure, input) => {
    await using app = await testApp()
    const alice = await app.person()

    const { status } = await alice.rest('POST', `/trpc/${procedure}`, input)

    expect(status).toBe(400)
  },
)
