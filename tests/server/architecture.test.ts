import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { findExecutedFiles } from '../support/executed-files.ts'
import { keyCaller } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { startReceiver } from '../support/receiver.ts'
import { PASSWORD, type TestApp, testApp } from '../support/test-app.ts'
import { deliverAll, setWebhookUrl } from '../support/webhooks.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const text = readFileSync(`${root}/docs/architecture.md`, 'utf8')

const sourcePathsIn = (words: string): string[] => [
  ...new Set([...words.matchAll(/`((?:src|src-server|db)\/[\w./-]+)`/g)].map(([, f]) => String(f))),
]

/** Returns the files that a section's table names. */
function documentedFiles(title: string): string[] {
  const section = text.split('\n## ').find((part) => part.startsWith(`${title}\n`)) ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('| '))
  return sourcePathsIn(rows.join('\n')).toSorted()
}

async function post(app: TestApp, path: string, headers: Record<string, string>, body: object) {
  const { port } = app.app.server.address() as { port: number }
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  await response.text()
  return response.status
}

const loopback = { environment: { WEBHOOK_PRIVATE: 'loopback' } }

// The page describes the path on SQLite; PostgreSQL has a driver of its own.
describe.runIf(process.env.TEST_DIALECT === 'sqlite')('docs/architecture.md', () => {
  test('names every file that a payment passes, and no other', async () => {
    await using app = await testApp()
    const shop = await keyCaller(app, await app.person())
    await app.app.listen({ port: 0, host: '127.0.0.1' })
    const pay = async () => {
      const headers = {
        authorization: `Bearer ${shop.key.secret}`,
        'idempotency-key': crypto.randomUUID(),
      }
      expect(await post(app, '/api/payments', headers, payment())).toBe(201)
    }
    await pay()

    const walkedFiles = await findExecutedFiles(pay)

    expect(documentedFiles('The way of a payment')).toEqual(walkedFiles)
  })

  test('names every file that an event passes, and no other', async () => {
    await using app = await testApp(loopback)
    await using endpoint = await startReceiver()
    const ada = await app.person()
    await setWebhookUrl(ada, endpoint.url)
    const shop = await keyCaller(app, ada)
    await shop.rest('POST', '/api/payments', payment())

    const walkedFiles = await findExecutedFiles(() => deliverAll(app))

    expect(endpoint.received).not.toEqual([])
    // The server measures its load at intervals, independently of the event.
    const coreFiles = walkedFiles.filter((file) => !file.startsWith('src-server/http/'))
    expect(documentedFiles('The way of an event')).toEqual(coreFiles)
  })

  test('names every file that a sign-in passes, and no other', async () => {
    await using app = await testApp()
    const { email } = await app.person()
    await app.app.listen({ port: 0, host: '127.0.0.1' })
    const signIn = async () =>
      expect(await post(app, '/api/auth/sign-in/email', {}, { email, password: PASSWORD })).toBe(
        200,
      )
    await signIn()

    const walkedFiles = await findExecutedFiles(signIn)

    expect(documentedFiles('The way of a sign-in')).toEqual(walkedFiles)
  })
})

test.each(['features', 'services'])('docs/architecture.md lists all of %s/', (layer) => {
  const [, after = ''] = text.split(`\n ${layer}/`)
  const [listed = ''] = after.split(/\n \w+\//)
  const names = listed.split('\n').slice(1).join(' ').split('·')
  const folders = readdirSync(`${root}/src-server/${layer}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

  expect(names.map((name) => name.trim()).toSorted()).toEqual(folders.toSorted())
})

test('docs/architecture.md names no file that does not exist', () => {
  const named = sourcePathsIn(text).filter((file) => /\.\w+$/.test(file))

  expect(named.length).toBeGreaterThan(80)
  expect(named.filter((file) => !existsSync(`${root}/${file}`))).toEqual([])
})
