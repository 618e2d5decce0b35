import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildSdk } from '../../scripts/lib/sdk-package.mjs'
import { freePort } from '../support/free-port.ts'
import { keyCaller } from '../support/key.ts'
import { payment } from '../support/make.ts'
import {
  assertDocumented,
  type Replacements,
  runSnippet,
  type Snippet,
  serveSnippet,
  snippetsOf,
} from '../support/snippets.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'
import { deliverAll, setWebhookUrl } from '../support/webhooks.ts'

/** Serves the function that a snippet for Deno and edge runtimes exports. */
const edgeRuntime = `
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
createServer(async (incoming, outgoing) => {
  const init = { method: 'POST', headers: Object.entries(incoming.headers), body: await text(incoming) }
  const response = await receive(new Request('http://127.0.0.1/', init)).catch(() => ({ status: 400 }))
  outgoing.writeHead(response.status).end()
}).listen(4000)
`

const isForEdge = ({ code }: Snippet) => code.includes('export async function receive')

let folder: string
let built: string

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'incasso-sdk-guide-'))
  built = path.join(folder, 'dist/sdk')
  mkdirSync(built, { recursive: true })
  await buildSdk(built)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const guides = [
  // The payment whose webhook the guide's receiver gets.
  { name: 'src-sdk/README.md', more: { amount: '12.34' } },
  { name: 'docs/integrate.md', more: { metadata: { order: '2001' } } },
  { name: 'docs/agents.md', more: { metadata: { order: '3001' } } },
].map((guide) => ({
  ...guide,
  snippets: snippetsOf(new URL(`../../${guide.name}`, import.meta.url)),
}))

describe.each(guides)('$name', ({ name, snippets, more }) => {
  let app: TestApp
  let owner: Person
  let project: string
  let replacements: Replacements

  beforeAll(async () => {
    app = await testApp()
    // Receivers compare the timestamp with the real clock.
    app.clock.set(new Date().toISOString())
    owner = await app.person()
    const { key } = await keyCaller(app, owner, { scopes: ['read', 'write', 'refund', 'disputes'] })
    await app.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.app.server.address() as AddressInfo
    const { secret } = await setWebhookUrl(owner, 'http://127.0.0.1:49999/', { version: 'v2' })
    project = path.join(folder, name.replaceAll('/', '-'))
    mkdirSync(project)
    replacements = {
      'npm install': 'npm install --offline --no-audit --no-fund',
      '../incasso/dist/sdk': built,
      'http://127.0.0.1:3000': `http://127.0.0.1:${port}`,
      'sk_test_…': key.secret,
      'whsec_…': secret,
    }
  })

  afterAll(() => app[Symbol.asyncDispose]())

  /** Delivers a payment's webhook to the port, once something listens there. */
  const payAndDeliver = async (port: number) => {
    const url = `http://127.0.0.1:${port}/`
    const isForgedRefused = () =>
      fetch(url, { method: 'POST', body: '{}' }).then(
        ({ status }) => status >= 400,
        () => false,
      )
    await expect.poll(isForgedRefused, { timeout: 60_000 }).toBe(true)
    await setWebhookUrl(owner, url, { version: 'v2' })
    app.clock.set(new Date().toISOString())
    await owner.api.transactions.create.mutate(payment(more))
    await deliverAll(app)
  }

  const run = async (snippet: Snippet): Promise<string> => {
    const program = isForEdge(snippet)
      ? { ...snippet, code: `${snippet.code}${edgeRuntime}` }
      : snippet
    if (!program.code.includes('.listen(4000)')) return runSnippet(program, project, replacements)
    const port = await freePort()
    const withPort = { ...replacements, 'listen(4000)': `listen(${port}, '127.0.0.1')` }
    return serveSnippet(program, project, withPort, () => payAndDeliver(port))
  }

  // In sequence, as a reader runs them: later snippets find the results of earlier ones.
  test.each(snippets)('the snippet on line $line prints its documented output', async (snippet) => {
    assertDocumented(snippet, await run(snippet))
  })

  test('each snippet has its expected output', () => {
    expect(snippets.length).toBeGreaterThan(3)
    expect(snippets.filter(({ expected }) => expected.length === 0)).toEqual([])
  })
})
