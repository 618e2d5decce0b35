import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { guides } from '#client/routes/-reading/guides.ts'
import { servedGuides } from '#server/http/routes/guides.ts'
import { GUIDE_SOURCES } from '../../scripts/lib/build-state.mjs'
import { testApp } from '../support/test-app.ts'

const appUrl = 'https://pay.example.com'
const environment = { APP_URL: appUrl, APP_ENV: 'staging' }
const inRoot = (file: string) => new URL(`../../${file}`, import.meta.url)

test('llms.txt lists every guide, and each of its links is readable without an account', async () => {
  await using app = await testApp({ environment })

  const { status, body, headers } = await app.rest({ method: 'GET', url: '/llms.txt' })

  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const links = [...body.matchAll(/\]\((https:[^)]+)\)/g)].map(([, href]) => String(href))
  for (const { name } of servedGuides) expect(links).toContain(`${appUrl}/docs/${name}`)
  for (const href of links.filter((link) => !link.endsWith('/mcp'))) {
    const response = await app.rest({ method: 'GET', url: href.slice(appUrl.length) })
    expect([href, response.status]).toEqual([href, 200])
  }
})

test('each guide is its file as text, with links and URLs of this server', async () => {
  await using app = await testApp({ environment })

  for (const { name, file } of servedGuides) {
    const { status, body, headers } = await app.rest({ method: 'GET', url: `/docs/${name}` })
    const [title] = readFileSync(inRoot(file), 'utf8').split('\n')
    expect([name, status]).toEqual([name, 200])
    expect(headers['content-type']).toMatch(/^text\/(?:markdown|plain); charset=utf-8$/)
    expect(body.split('\n')[0]).toBe(title)
    expect(body).not.toContain('http://127.0.0.1:3000')
    for (const [, href = ''] of body.matchAll(/\]\(https:\/\/pay\.example\.com([^)#]+)/g)) {
      const linked = await app.rest({ method: 'GET', url: href })
      expect([name, href, linked.status]).toEqual([name, href, 200])
    }
  }
})

test('only the listed files are served, by their exact names', async () => {
  await using app = await testApp()
  const others = [
    '/docs/operating.md',
    '/docs/threat-model.md',
    '/docs/../package.json',
    '/docs/%2e%2e/package.json',
    '/docs/..%2fpackage.json',
    '/docs/api.md/',
    '/docs/API.md',
    '/docs/samples',
    '/docs/decisions/001-sqlite-by-default.md',
  ]

  for (const url of others) {
    const { status, body } = await app.rest({ method: 'GET', url })
    expect([url, [400, 404].includes(status)]).toEqual([url, true])
    expect(body).not.toContain('"private"')
  }
})

test('a server without the files answers 404', async () => {
  const guidesFolder = mkdtempSync(path.join(tmpdir(), 'incasso-guides-'))
  await using app = await testApp({ deps: { guidesFolder } })

  const { status, json } = await app.rest({ method: 'GET', url: '/docs/api.md' })
  rmSync(guidesFolder, { recursive: true })

  expect([status, json().code]).toEqual([404, 'not_found'])
})

test('the build copies every served guide, and the page shows the same documents', () => {
  const isCopied = (file: string) =>
    GUIDE_SOURCES.some((source) => file === source || file.startsWith(`${source}/`))
  expect(servedGuides.filter(({ file }) => !isCopied(file) || !existsSync(inRoot(file)))).toEqual(
    [],
  )

  const served = servedGuides.map(({ file }) => file)
  const shown = guides.map(({ file }) => path.posix.join('docs', file))
  expect(shown.filter((file) => !served.includes(file))).toEqual([])
})

test('the prompt for a coding agent names calls, events and pages that exist', async () => {
  await using app = await testApp()
  const guide = readFileSync(inRoot('docs/agents.md'), 'utf8')
  const prompt = /^```text\n(.*?)^```$/ms.exec(guide)?.[1] ?? ''
  const { paths, webhooks } = JSON.parse(readFileSync(inRoot('docs/openapi.v2.json'), 'utf8'))

  for (const [url] of prompt.matchAll(/http:\/\/127\.0\.0\.1:3000[^\s,]*[^\s,.]/g)) {
    const page = await app.rest({ method: 'GET', url: url.replace('http://127.0.0.1:3000', '') })
    expect([url, page.status]).toEqual([url, 200])
  }
  const calls = [...prompt.matchAll(/\b(GET|POST) (\/api\/[\w/{}-]+)/g)]
  expect(calls.length).toBeGreaterThan(1)
  for (const [, method = '', route = ''] of calls) {
    expect(paths[route]).toHaveProperty(method.toLowerCase())
  }
  const events = [...prompt.matchAll(/\bpayment\.(?!example)\w+/g)].map(([type]) => type)
  expect(events.length).toBeGreaterThan(0)
  for (const type of events) expect(webhooks).toHaveProperty([type])
})
