import { expect, test } from 'vitest'
import { openApiDocument } from '#server/http/openapi/document.ts'
import { appRouter } from '#server/router.ts'
import { testApp } from '../support/test-app.ts'

test('anybody may read the description of the API', async () => {
  await using app = await testApp()

  const answer = await app.rest({ method: 'GET', url: '/api/openapi.json' })

  expect(answer.status).toBe(200)
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  })
  const { version, appUrl: serverUrl } = app.world.config
  expect(answer.json()).toEqual(openApiDocument(appRouter, { version, serverUrl }))
})

test('the reference page and all it loads come from here, under a policy of its own', async () => {
  await using app = await testApp()

  const page = await app.rest({ method: 'GET', url: '/api/reference' })
  const assets = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => String(url))

  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).not.toMatch(/<script>|<style|style=|https?:/)
  expect(assets.length).toBeGreaterThan(4)
  for (const url of ['/api/reference', '/api/reference/json', ...assets]) {
    const { status, headers } = await app.rest({ method: 'GET', url })
    expect([url, status]).toEqual([url, 200])
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
  }
})

test('the page tries the calls where it was opened, whatever the public address is', async () => {
  await using app = await testApp({ environment: { APP_URL: 'https://pay.example.com' } })

  const [page, document] = await Promise.all(
    ['/api/reference/json', '/api/openapi.json'].map((url) => app.rest({ method: 'GET', url })),
  )

  expect(page?.json().servers).toEqual([{ url: '/', description: 'This server' }])
  expect(document?.json().servers[0].url).toBe('https://pay.example.com')
})
