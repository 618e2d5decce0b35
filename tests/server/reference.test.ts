import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { referenceRoutes } from '#server/http/documents/reference.ts'
import { openApiDocument } from '#server/http/openapi/document.ts'
import { appRouter } from '#server/router.ts'
import { testApp } from '../support/test-app.ts'

test('everyone may read the description of the API', async () => {
  await using app = await testApp()

  const response = await app.rest({ method: 'GET', url: '/api/openapi.json' })

  expect(response.status).toBe(200)
  expect(response.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  })
  const { version, appUrl: serverUrl } = app.world.config
  expect(response.json()).toEqual(openApiDocument(appRouter, { version, serverUrl }))
})

test('the reference page and its files come from this server, under a policy of their own', async () => {
  await using app = await testApp()

  const page = await app.rest({ method: 'GET', url: '/api/reference' })
  const assets = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => String(url))

  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).not.toMatch(/<script>|<style|style=|https?:/)
  expect(assets.length).toBeGreaterThan(4)
  for (const url of ['/api/reference', '/api/reference/json', '/api/reference/v2', ...assets]) {
    const { status, headers } = await app.rest({ method: 'GET', url })
    expect([url, status]).toEqual([url, 200])
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
  }
})

test('the page sends its calls to where it was opened, for any public URL', async () => {
  await using app = await testApp({ environment: { APP_URL: 'https://pay.example.com' } })

  const [page, document] = await Promise.all(
    ['/api/reference/json', '/api/openapi.json'].map((url) => app.rest({ method: 'GET', url })),
  )

  expect(page?.json().servers).toEqual([{ url: '/', description: 'This server' }])
  expect(document?.json().servers[0].url).toBe('https://pay.example.com')
})

test('the description is built at its first request, once for all apps of a process', async () => {
  let buildCount = 0
  const router = new Proxy(appRouter, {
    get: (target, name) => {
      if (name === '_def') buildCount++
      return Reflect.get(target, name)
    },
  })
  const limits = { countByKey: allow, countBySession: allow, countByAddress: allow }
  const apps = await Promise.all(
    [1, 2].map(async () => {
      const app = fastify()
      await app.register(referenceRoutes, {
        router,
        limits,
        version: '1',
        serverUrl: 'http://a.example',
      })
      await app.ready()
      return app
    }),
  )

  const countAtStart = buildCount
  for (const app of apps) {
    for (const url of ['/api/openapi.json', '/api/reference/json', '/api/openapi.json']) {
      expect((await app.inject(url)).json().openapi).toBe('3.1.0')
    }
    await app.close()
  }

  expect({ atStart: countAtStart, made: buildCount }).toEqual({ atStart: 0, made: 1 })
})

const allow = async () => {}

test('each version has a description and a page of its own', async () => {
  await using app = await testApp()
  const get = (url: string) => app.rest({ method: 'GET', url })
  const titleOf = async (url: string) => (await get(url)).json().info.title

  expect(await titleOf('/api/openapi.json')).toBe('Incasso API v1')
  expect(await titleOf('/api/openapi.json?version=v1')).toBe('Incasso API v1')
  expect(await titleOf('/api/openapi.json?version=v2')).toBe('Incasso API v2')
  expect(await titleOf('/api/reference/json')).toBe('Incasso API v1')
  expect(await titleOf('/api/reference/v2/json')).toBe('Incasso API v2')
  expect((await get('/api/reference/v2')).body).toContain('<title>Incasso API v2</title>')
})

test('an unknown version is refused', async () => {
  await using app = await testApp()

  for (const query of ['version=v3', 'version=', 'version=v1&version=v2']) {
    const refused = await app.rest({ method: 'GET', url: `/api/openapi.json?${query}` })
    expect([query, refused.status, refused.json().reason]).toEqual([query, 400, 'version_unknown'])
  }
})

test('an unknown path of the reference page is refused as anywhere else', async () => {
  await using app = await testApp()

  for (const url of ['/api/reference/nothing', '/api/reference/static/nothing.js']) {
    const { status, headers, body } = await app.rest({ method: 'GET', url })
    expect([url, status]).toEqual([url, 404])
    expect(headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(body).not.toContain('Route GET')
  }
})
