import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../support/test-app.ts'

let folder: string
const file = (name: string, text: string) => {
  const full = path.join(folder, name)
  writeFileSync(full, text)
  return full
}

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'incasso-legal-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const get = (app: Awaited<ReturnType<typeof testApp>>, name: string) =>
  app.rest({ method: 'GET', url: `/api/legal/${name}` })

test('the operator’s file is served unchanged, to everybody', async () => {
  const text = '# Our terms\n\nPay <script>alert(1)</script> on time.\n'
  await using app = await testApp({ environment: { TERMS_URL: file('terms.md', text) } })

  const terms = await get(app, 'terms')

  expect(terms.status).toBe(200)
  expect(terms.headers['content-type']).toBe('text/markdown; charset=utf-8')
  expect(terms.headers['x-content-type-options']).toBe('nosniff')
  expect(terms.body).toBe(text)
  expect((await get(app, 'privacy')).status).toBe(404)
})

test('no file is served when the setting is missing or a URL', async () => {
  await using app = await testApp({ environment: { PRIVACY_URL: 'https://example.com/privacy' } })

  expect((await get(app, 'terms')).status).toBe(404)
  expect((await get(app, 'privacy')).status).toBe(404)
})

test.each([
  ['is not there', () => path.join(folder, 'nothing.md'), 'cannot be read (ENOENT)'],
  ['is empty', () => file('empty.md', ' \n'), 'is empty'],
  ['is too long', () => file('long.txt', 'x'.repeat(300_000)), 'has more than 256 kB'],
])('a file that %s stops the start with the name of the setting', async (_, name, message) => {
  await expect(testApp({ environment: { PRIVACY_URL: name() } })).rejects.toThrow(
    new RegExp(`PRIVACY_URL: .*${message.replaceAll(/[()]/g, '\\$&')}`),
  )
})
