import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApiDocument } from '#server/http/openapi/document.ts'
import { appRouter } from '#server/router.ts'
import { assertDocumented, runSnippet, type Snippet, snippetsOf } from '../support/snippets.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

const snippets = snippetsOf(new URL('../../docs/api.md', import.meta.url))

let app: TestApp
let folder: string
let baseUrl: string
let key = 'sk_test_…'

beforeAll(async () => {
  app = await testApp()
  folder = mkdtempSync(path.join(tmpdir(), 'incasso-guide-'))
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.app.server.address() as AddressInfo
  baseUrl = `http://127.0.0.1:${port}`
})

afterAll(async () => {
  await app[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

const run = (snippet: Snippet) =>
  runSnippet(snippet, folder, { 'http://127.0.0.1:3000': baseUrl, 'sk_test_…': key })

test('the guide has snippets, each with its expected output', () => {
  expect(snippets.length).toBeGreaterThan(12)
  expect(snippets.filter(({ expected }) => expected.length === 0)).toEqual([])
})

// In sequence, as a reader runs them: later snippets need the key and find the results of earlier ones.
test.each(snippets)(
  'the snippet on line $line of docs/api.md prints its documented output',
  async (snippet) => {
    const output = await run(snippet)

    assertDocumented(snippet, output)
    key = /sk_test_[0-9A-Za-z]{43}/.exec(output)?.[0] ?? key
  },
)

test('the first call of the README creates a payment', async () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const code = /^```sh\n(curl .*?)^```$/ms.exec(readme)?.[1] ?? ''

  const output = await run({ line: 0, language: 'sh', code, expected: [] })

  expect(output).toContain('HTTP/1.1 201 Created')
  expect(output).toContain('"status":"success"')
})

type Examples = Record<string, { value: unknown }>
type DocumentedExample = { example?: unknown; examples?: Examples }

/** Returns the requests that “Try it out” would send for a call: each of its bodies with the key shown next to it. */
function trialsOf({ parameters, requestBody }: Record<string, unknown>) {
  const key = (parameters as (DocumentedExample & { name?: string })[]).find(
    ({ name }) => name === 'Idempotency-Key',
  )
  const { content } = (requestBody ?? {}) as { content?: Record<string, DocumentedExample> }
  const { example, examples } = content?.['application/json'] ?? {}
  if (!key) return []
  if (!examples) return [{ key: key.example, body: example }]
  return Object.entries(examples).map(([name, { value }]) => ({
    key: key.examples?.[name]?.value,
    body: value,
  }))
}

test('a reader who followed the guide can try every call of the reference afterwards', async () => {
  const { paths } = openApiDocument(appRouter, { version: '0.0.0', serverUrl: baseUrl })
  const trials = Object.entries(paths).flatMap(([url, item]) =>
    // The guide's key lacks the scope `webhooks`.
    url.includes('{') || url === '/api/webhook-endpoints' || !item.post
      ? []
      : trialsOf(item.post).map((trial) => ({ url, ...trial })),
  )

  for (const { url, key: idempotencyKey, body } of trials) {
    const response = await fetch(`${baseUrl}${url}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': String(idempotencyKey),
      },
      body: JSON.stringify(body),
    })
    // Without an endpoint, events cannot be sent. The customers that the guide creates exist already.
    expect([201, 202, 409], `${url} ${idempotencyKey}: ${await response.text()}`).toContain(
      response.status,
    )
  }
  expect(trials.filter(({ url }) => /payments|transactions/.test(url)).length).toBe(4)
})
