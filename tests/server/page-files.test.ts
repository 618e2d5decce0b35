import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../support/test-app.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'incasso-page-'))
const script = 'export const greeting = "Buongiorno"'
const document = '<html><head></head><body>__INCASSO_CONFIG__</body></html>'
let app: TestApp

const files: Record<string, string | Buffer> = {
  'index.spec.html': document,
  'index.it.html': document,
  'index.en.html': document,
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'assets/app-abc123.js': script,
  'assets/app-abc123.js.br': brotliCompressSync(script),
  '.vite/manifest.json': '{"secret":true}',
}

beforeAll(async () => {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.join(folder, path.dirname(name)), { recursive: true })
    writeFileSync(path.join(folder, name), content)
  }
  app = await testApp({ deps: { pageFolder: folder } })
})

afterAll(async () => {
  await app[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers = {}) => app.rest({ method: 'GET', url, headers })

test('a file with a hash in its name is cached forever, another is requested again', async () => {
  const hashedFile = await get('/assets/app-abc123.js')
  const other = await get('/favicon.svg')

  expect(hashedFile.body).toBe(script)
  expect(hashedFile.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'application/javascript; charset=utf-8',
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
  })
  expect(other.status).toBe(200)
  expect(other.headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'image/svg+xml',
  })
})

test('a browser that accepts Brotli gets the file as the build compressed it', async () => {
  const { status, headers } = await get('/assets/app-abc123.js', { 'accept-encoding': 'br' })

  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'application/javascript; charset=utf-8',
    'content-length': String(files['assets/app-abc123.js.br']?.length),
  })
})

test('a HEAD request gets the headers of GET, and a browser with a cached file gets no body', async () => {
  const head = await app.rest({ method: 'HEAD', url: '/assets/app-abc123.js' })
  const again = await get('/assets/app-abc123.js', { 'if-none-match': String(head.headers.etag) })

  expect(head).toMatchObject({ status: 200, body: '' })
  expect(head.headers['content-length']).toBe(String(script.length))
  expect(again).toMatchObject({ status: 304, body: '' })
})

test.each([
  '/index.en.html',
  '/assets/index.en.html',
  '/.vite/manifest.json',
  '/assets/.vite/manifest.json',
  '/assets/app-old.js',
  '/assets',
  '/assets/',
  '/assets/%2e%2e/index.en.html',
  '/assets/..%2f.vite/manifest.json',
  '/nothing.png',
])('%s is not found', async (url) => {
  const { status, body } = await get(url)

  expect([400, 404]).toContain(status)
  expect(body).not.toMatch(/__INCASSO_CONFIG__|secret/)
})

test('any other path is the page, with a nonce and never cached', async () => {
  const { status, headers, body } = await get('/transactions')

  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=utf-8',
  })
  expect(body).not.toContain('__INCASSO_CONFIG__')
})

test.each([
  '//api/transactions',
  '/API/transactions',
  '/Api',
  '/readyz/',
  '/healthz/',
  '/Healthz',
  '/metrics/',
  '/hooks/none/more',
  '/pay//none',
])('the page is not served at %s, which only resembles another URL', async (url) => {
  const response = await get(url)

  expect(response.status).toBe(404)
  expect(response.headers['content-type']).toContain('application/problem+json')
})
