import { expect, test } from 'vitest'
import { Incasso, List } from '#sdk/incasso.ts'
import description from '../../docs/openapi.v2.json'

/** Operations that the SDK leaves out, with the reason. */
const LEFT_OUT: Record<string, string> = {
  'transactions.create.payments': 'the same call as transactions.create',
  'merchant.current': 'the same call as merchant.profile',
  'openai.stream': 'a stream for pages',
  'listeners.stream': 'a stream that the command line reads',
}

type SentRequest = { method: string; path: string; headers: Headers; body: string | null }

type Operation = {
  operationId: string
  security?: object[]
  parameters?: { name?: string; in?: string }[]
}

const operations = Object.entries(description.paths).flatMap(([path, item]) =>
  Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path,
    id: operation.operationId,
    isForKeys: (operation.security ?? []).some((scheme) => 'apiKey' in scheme),
    hasKey: (operation.parameters ?? []).some(({ name }) => name === 'Idempotency-Key'),
  })),
)

const file = { version: 1, type: 'application/pdf', content: new Uint8Array([1]) }

const page = { data: [], total: 0, totalExact: true, nextCursor: null }

/** Calls each method of the client and returns the requests that it sent. */
async function callAll(): Promise<SentRequest[]> {
  const sent: SentRequest[] = []
  const client = new Incasso({
    key: 'sk_test_1',
    baseUrl: 'https://pay.example.com',
    environment: {
      fetch: async (url, init) => {
        const { pathname } = new URL(String(url))
        const { method = 'GET', headers, body } = init ?? {}
        sent.push({
          method,
          path: pathname
            .replace('/some_id', '/{id}')
            .replace('/some_slot', '/{slot}')
            .replace('/2026-01', '/{month}'),
          headers: new Headers(headers),
          body: body ? String(body) : null,
        })
        return Response.json(page)
      },
    },
  })
  const members: object[] = Object.values(client)
  for (const member of [client, ...members]) {
    const names = Object.getOwnPropertyNames(Object.getPrototypeOf(member))
    for (const name of names.filter((each) => each !== 'constructor')) {
      const method: (...input: unknown[]) => unknown = Reflect.get(member, name)
      const isById =
        /^(?:get|capture|void|refund|updateStatus|changeAmount|update|erase|pause|resume|close|replay|delete|rotateSecret|sendTest|saveEvidence|submit|accept)$/
      const ofSlot = ['some_id', 'some_slot', file]
      const isOfSlot = /^(?:putFile|removeFile|file)$/.test(name)
      const named = member === client.months ? '2026-01' : 'some_id'
      const input = isOfSlot ? ofSlot : isById.test(name) ? [named, {}] : [{}]
      const result = method.apply(member, input)
      await (result instanceof List ? result.firstPage() : result)
    }
  }
  return sent
}

test('each operation that API keys may call has one method', async () => {
  const sent = await callAll()
  const called = sent.map(({ method, path }) => `${method} ${path}`)
  const expected = operations
    .filter(({ isForKeys, id }) => isForKeys && !(id in LEFT_OUT))
    .map(({ method, path }) => `${method} ${path}`)

  expect(called.toSorted()).toEqual(expected.toSorted())
  expect(expected.length).toBeGreaterThan(30)
  const ids = new Set(operations.map(({ id }) => id))
  expect(Object.keys(LEFT_OUT).filter((id) => !ids.has(id))).toEqual([])
})

test('a request has an Idempotency-Key exactly where the API takes one', async () => {
  const sent = await callAll()
  const withKey = sent.filter(({ headers }) => headers.has('idempotency-key'))
  const expected = operations.filter(({ hasKey, id }) => hasKey && !(id in LEFT_OUT))

  expect(withKey.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
    expected.map(({ method, path }) => `${method} ${path}`).toSorted(),
  )
  const keys = withKey.map(({ headers }) => headers.get('idempotency-key'))
  expect(new Set(keys).size).toBe(keys.length)
})

test('each request requests version 2 with the key, and its body is JSON', async () => {
  const sent = await callAll()
  for (const { headers, method, body } of sent.filter(({ path }) => !path.endsWith('/{slot}'))) {
    expect(headers.get('authorization')).toBe('Bearer sk_test_1')
    expect(headers.get('api-version')).toBe('v2')
    const hasBody = method !== 'GET' && method !== 'DELETE'
    expect(body === null ? null : JSON.parse(body)).toEqual(hasBody ? {} : null)
    expect(headers.get('content-type')).toBe(hasBody ? 'application/json' : null)
  }
})
