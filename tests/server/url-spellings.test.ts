import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LoadGauge } from '#server/http/entrance/load/load-gauge.ts'
import { sessionLimit } from '#server/http/entrance/rate-limit.ts'
import { languageModes } from '#server/shared/language.ts'
import { keyCaller } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { type RawRequest, sendRawRequest } from '../support/raw-request.ts'
import { type TestApp, testApp } from '../support/test-app.ts'
import { spellingsOf } from '../support/url-spellings.ts'

const OWN_ORIGIN = 'http://127.0.0.1:3000'
const runs = { numRuns: 100 }

/** Sends requests through a socket, because an injected request is normalized before the app receives it. */
async function startRawSender(app: TestApp) {
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.app.server.address() as AddressInfo
  return (request: RawRequest) => sendRawRequest(port, request)
}

const changeHeaders = (cookie: string) => ({
  cookie,
  origin: OWN_ORIGIN,
  'idempotency-key': randomUUID(),
})

test('no spelling of a URL makes two changes of one request', async () => {
  await using app = await testApp()
  const sendRaw = await startRawSender(app)
  const alice = await app.person()
  const names = 'transactions.create,transactions.create'

  await fc.assert(
    fc.asyncProperty(spellingsOf(`/trpc/${names}`, 'batch=1'), async (target) => {
      const before = await app.count('transactions')
      const response = await sendRaw({
        method: 'POST',
        target,
        headers: changeHeaders(alice.cookie),
        body: JSON.stringify({ 0: payment(), 1: payment() }),
      })
      expect([target, response.status]).toEqual([target, expect.toSatisfy(isRefusal)])
      expect(await app.count('transactions')).toBe(before)
    }),
    {
      ...runs,
      examples: [
        [`/%74rpc/${names}?batch=1`],
        ['/trpc/transactions.create%252Ctransactions.create?batch=1'],
        [`/trpc/${names}?%62atch=1`],
        [`http://elsewhere.example/trpc/${names}?batch=1`],
      ],
    },
  )
})

const isRefusal = (status: number) => status >= 400 && status < 500

test('no spelling of a URL makes its response cacheable', async () => {
  await using app = await testApp()
  const sendRaw = await startRawSender(app)
  const alice = await app.person()

  for (const path of ['/api/merchants', '/trpc/merchant.current', '/api/auth/get-session']) {
    await fc.assert(
      fc.asyncProperty(spellingsOf(path, 'x=1'), async (spelling) => {
        for (const target of [spelling, spelling.replace(/\?.*$/, '')]) {
          const { status, headers, body } = await sendRaw({
            target,
            headers: { cookie: alice.cookie },
          })
          const isData = body.includes(alice.email) || body.includes(alice.merchant.id)
          if (isData) expect([target, headers['cache-control']]).toEqual([target, 'no-store'])
          else expect([target, status]).not.toEqual([target, 200])
        }
      }),
      { numRuns: 40 },
    )
  }
})

test('no spelling of a URL distinguishes valid keys from invented ones where none is admitted', async () => {
  await using app = await testApp()
  const sendRaw = await startRawSender(app)
  const { key } = await keyCaller(app, await app.person())
  const unknownKey = `sk_test_${'a'.repeat(43)}`
  const refusalOf = async (target: string, secret: string) => {
    const response = await sendRaw({ target, headers: { authorization: `Bearer ${secret}` } })
    return [target, response.status, response.body.replace(/"requestId":"[^"]*"/, '')]
  }

  for (const path of ['/api/api-keys', '/api/integrations', '/trpc/apiKeys.list']) {
    await fc.assert(
      fc.asyncProperty(spellingsOf(path), async (target) => {
        expect(await refusalOf(target, key.secret)).toEqual(await refusalOf(target, unknownKey))
      }),
      { numRuns: 40, examples: [[`${path}#x`], [`http://x${path}`]] },
    )
  }
})

test('no spelling of a URL bypasses load shedding', async () => {
  const gauge = Object.assign(new LoadGauge(), { admits: () => false })
  await using app = await testApp({ deps: { gauge } })
  const sendRaw = await startRawSender(app)

  for (const path of [
    '/api/transactions',
    '/trpc/transactions.list',
    '/trpc/openai.test,merchant.current',
  ]) {
    await fc.assert(
      fc.asyncProperty(spellingsOf(path, 'batch=1'), async (target) => {
        const { status } = await sendRaw({ target })
        // A status 401 would come from the route itself.
        expect([target, status]).toEqual([target, expect.toSatisfy(isShedOrNotFound)])
      }),
      { numRuns: 40, examples: [[path], [`/%61${path.slice(2)}`], [`http://x${path}`]] },
    )
  }
})

const isShedOrNotFound = (status: number) => [503, 400, 404].includes(status)

test('each call of a batch takes a token of the limit, and a batch holds ten at most', async () => {
  await using app = await testApp({ environment: { RATE_LIMITS: 'on' } })
  const alice = await app.person()
  app.clock.advance(60_000)
  const sendBatch = (count: number) =>
    alice.rest(
      'GET',
      `/trpc/${Array(count).fill('merchant.current').join(',')}?batch=1&input=%7B%7D`,
    )

  const first = await sendBatch(10)
  const second = await sendBatch(1)

  expect(first.headers['ratelimit']).toContain(`r=${sessionLimit.burst - 10};`)
  expect(second.headers['ratelimit']).toContain(`r=${sessionLimit.burst - 11};`)
  for (let n = 0; n < 18; n++) expect((await sendBatch(10)).status).toBe(200)
  // Nine tokens are left: a batch of ten is refused as a whole and uses none of them.
  expect((await sendBatch(10)).status).toBe(429)
  expect((await sendBatch(9)).status).toBe(200)
  expect((await sendBatch(1)).status).toBe(429)
  app.clock.advance(60_000)
  const refused = await sendBatch(11)
  expect(refused.status).toBe(400)
  expect(refused.json().reason).toBe('batch_too_large')
  expect((await sendBatch(1)).headers['ratelimit']).toContain(`r=${sessionLimit.burst - 1};`)
})

test('a request that names its host as a proxied one does gets the usual response', async () => {
  await using app = await testApp()
  const sendRaw = await startRawSender(app)
  const alice = await app.person()

  const { status, headers } = await sendRaw({
    target: 'http://127.0.0.1:3000/api/merchants',
    headers: { cookie: alice.cookie },
  })

  expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
})

test('a query may hold any character that browsers send in one unescaped', async () => {
  await using app = await testApp()
  const sendRaw = await startRawSender(app)
  const alice = await app.person()

  for (const search of ['a\\b', '%', '%zz', '..', "/../'x'", 'http://a/', '|[]{}^`']) {
    const { status, body } = await sendRaw({
      target: `/api/transactions?search=${search}`,
      headers: { cookie: alice.cookie },
    })
    expect([search, status, body]).toEqual([search, 200, '[]'])
  }
})

test('every URL gets a response, however odd, also for strangers', async () => {
  const pageFolder = mkdtempSync(join(tmpdir(), 'incasso-page-'))
  for (const mode of languageModes) {
    writeFileSync(join(pageFolder, `index.${mode}.html`), '<title>page</title>')
  }
  await using app = await testApp({ deps: { pageFolder } })
  const sendRaw = await startRawSender(app)

  for (const target of [
    '//[',
    '//',
    '/\\',
    '*',
    '/%',
    '/[',
    '/api/auth/%5B',
    '//[/api/x',
    '/trpc/%00',
  ]) {
    for (const method of ['GET', 'POST', 'HEAD', 'OPTIONS']) {
      const { status } = await sendRaw({ method, target, headers: { origin: OWN_ORIGIN } })
      expect([method, target, status < 500]).toEqual([method, target, true])
      if (unusualCharacters.test(target))
        expect([method, target, status]).toEqual([method, target, 400])
    }
  }
  rmSync(pageFolder, { recursive: true })
})

const unusualCharacters = /[\\*]|%$/
