import { expect, test } from 'vitest'
import { createLocalWriters } from '#server/jobs/jobs.ts'
import { RequestLog } from '#server/services/request-log/request-log.ts'
import { messagesOf, postMessage, toolCall } from '../support/assistant.ts'
import { keyCaller } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

async function withKey(app: TestApp) {
  const owner = await app.person()
  const { key, rest } = await keyCaller(app, owner, { scopes: ['read', 'write'] })
  return { owner, secret: key.secret, rest }
}

const reasonOf = ({ status, body }: { status: number; body: string }) => {
  const { reason, code } = JSON.parse(body)
  return [status, reason ?? code]
}

test('requests that name a foreign host, or come from a page of another site, are refused', async () => {
  await using app = await testApp({ environment: { APP_URL: 'http://127.0.0.1:3000' } })
  const { secret } = await withKey(app)
  const statusWith = async (headers: Record<string, string>) =>
    reasonOf(
      await postMessage(app, secret, LIST, headers).then((r) =>
        r.status === 200 ? { ...r, body: '{"code":"ok"}' } : r,
      ),
    )

  expect(await statusWith({ host: 'evil.example' })).toEqual([403, 'foreign_host'])
  expect(await statusWith({ host: 'evil.example:3000' })).toEqual([403, 'foreign_host'])
  expect(await statusWith({ host: '127.0.0.1.evil.example' })).toEqual([403, 'foreign_host'])
  expect(await statusWith({ origin: 'http://evil.example' })).toEqual([403, 'foreign_origin'])
  expect(await statusWith({ origin: 'null' })).toEqual([403, 'foreign_origin'])
  expect(await statusWith({ origin: 'http://127.0.0.1:3001' })).toEqual([403, 'foreign_origin'])
  for (const host of ['127.0.0.1:3000', 'localhost:3000', '[::1]:3000', 'localhost']) {
    expect([host, await statusWith({ host })]).toEqual([host, [200, 'ok']])
  }
  expect(await statusWith({ origin: 'http://127.0.0.1:3000' })).toEqual([200, 'ok'])
})

test('the public host of the server is accepted, and no other', async () => {
  const environment = { APP_URL: 'https://pay.example.com', APP_ENV: 'staging' }
  await using app = await testApp({ environment })

  const own = await postMessage(app, undefined, LIST, { host: 'pay.example.com' })
  const other = await postMessage(app, undefined, LIST, { host: 'pay.example.org' })

  expect(reasonOf(own)).toEqual([401, 'key_needed'])
  expect(reasonOf(other)).toEqual([403, 'foreign_host'])
})

test('bodies that are not messages, too large, too deep or of another type are refused without a 500', async () => {
  await using app = await testApp()
  const { secret } = await withKey(app)
  const refusals: [unknown, number][] = [
    ['', 400],
    ['{', 400],
    ['{"jsonrpc": "2.0", "id": 1, "method": "tools/list"', 400],
    ['[]', 400],
    ['null', 400],
    ['7', 400],
    ['"tools/list"', 400],
    ['{}', 400],
    [{ jsonrpc: '1.0', id: 1, method: 'tools/list' }, 400],
    [{ jsonrpc: '2.0', id: {}, method: 'tools/list' }, 400],
    [{ jsonrpc: '2.0', id: 1, method: 7 }, 400],
    ['['.repeat(40) + ']'.repeat(40), 400],
    [toolCall('find_payments', { search: 'x'.repeat(17_000) }), 413],
  ]

  for (const [body, status] of refusals) {
    const response = await postMessage(app, secret, body)
    expect([body, response.status]).toEqual([body, status])
  }
  const form = await postMessage(app, secret, 'a=1', {
    'content-type': 'application/x-www-form-urlencoded',
  })
  expect(form.status).toBe(415)
  expect(form.headers['content-type']).toBe('application/problem+json; charset=utf-8')
})

test('unknown methods, tools and arguments get errors that name no internals', async () => {
  await using app = await testApp()
  const { secret } = await withKey(app)
  const responseTo = async (message: object) =>
    messagesOf(await postMessage(app, secret, message))[0]
  const problemOf = async (args: object) => {
    const { result } = await responseTo(toolCall('find_payments', args))
    expect(result.isError).toBe(true)
    return JSON.parse(result.content[0].text)
  }

  expect(await responseTo({ ...LIST, method: 'resources/list' })).toMatchObject({
    error: { code: -32601 },
  })
  expect(await responseTo(toolCall('create_refund'))).toMatchObject({ error: { code: -32602 } })
  expect(await responseTo(toolCall('__proto__'))).toMatchObject({ error: { code: -32602 } })
  expect(await problemOf({ status: 'paid' })).toMatchObject({ status: 400, code: 'invalid' })
  expect(await problemOf({ limit: 101 })).toMatchObject({ issues: [{ path: 'limit' }] })
  expect(await problemOf({ page: 2 })).toMatchObject({ issues: [{ path: 'page' }] })
  expect(await problemOf({ merchantId: 'mer_1' })).toMatchObject({
    issues: [{ path: 'merchantId' }],
  })
  expect(await problemOf({ cursor: 'forged' })).toMatchObject({ code: 'invalid' })
})

test('a failure of the database is a problem without its message, and is logged', async () => {
  await using app = await testApp()
  const { secret } = await withKey(app)
  await app.db.schema.alterTable('refunds').renameTo('hidden').execute()

  const [{ result }] = messagesOf(await postMessage(app, secret, toolCall('find_refunds')))
  await app.db.schema.alterTable('hidden').renameTo('refunds').execute()

  expect(result.isError).toBe(true)
  expect(JSON.parse(result.content[0].text)).toMatchObject({ status: 500, code: 'internal' })
  expect(JSON.stringify(result)).not.toMatch(/refunds\b.*(?:table|relation)|SqliteError/)
  expect(app.logs.filter(({ msg }) => msg === 'failed')).toHaveLength(1)
})

test('a batch answers each message, counts each as a call, and has at most ten', async () => {
  await using app = await testApp({ environment: { RATE_LIMITS: 'on' } })
  const { secret } = await withKey(app)
  const batch = (length: number) =>
    Array.from({ length }, (_, n) => toolCall('find_payments', {}, n))

  const first = await postMessage(app, secret, LIST)
  const answered = await postMessage(app, secret, batch(10))
  const refused = await postMessage(app, secret, batch(11))

  expect(
    messagesOf(answered)
      .map(({ id }) => id)
      .toSorted((a, b) => a - b),
  ).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  const leftAfter = ({ headers }: typeof first) =>
    Number(/;r=(\d+)/.exec(String(headers.ratelimit))?.[1])
  expect(leftAfter(first) - leftAfter(answered)).toBe(10)
  expect(reasonOf(refused)).toEqual([400, 'batch_too_large'])
})

test('a key that calls too often gets 429 with Retry-After, as in the REST API', async () => {
  await using app = await testApp({ environment: { RATE_LIMITS: 'on' } })
  const { secret } = await withKey(app)
  const batch = Array.from({ length: 10 }, (_, n) => ({ ...LIST, id: n }))
  let refused: Awaited<ReturnType<typeof postMessage>> | undefined
  for (let n = 0; n < 200 && refused?.status !== 429; n++) {
    refused = await postMessage(app, secret, batch)
  }

  expect(refused?.status).toBe(429)
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused?.json()).toMatchObject({ code: 'limit' })
})

test('the request log shows each tool call with its outcome, and other messages as /mcp', async () => {
  const requestLog = new RequestLog()
  await using app = await testApp({ deps: { requestLog } })
  const { owner, secret, rest } = await withKey(app)
  const { id } = (await rest('POST', '/api/payments', payment())).json()

  await postMessage(app, secret, LIST)
  await postMessage(app, secret, [
    toolCall('payment', { id }),
    toolCall('payment', { id: 'txn_0' }, 2),
  ])
  await postMessage(app, secret, LIST, { host: 'evil.example' })
  await requestLog.flush(createLocalWriters(app.db).requests)
  const log = await owner.api.requestLog.list.query({ path: '/mcp' })

  const logged = log.data.map(({ path, status, reason }) => `${path} ${status} ${reason}`)
  expect(logged.toSorted()).toEqual([
    '/mcp 200 null',
    '/mcp/payment 200 null',
    '/mcp/payment 404 not_found',
  ])
})

test('streams and ends of sessions get 405, and no other path answers like an endpoint', async () => {
  await using app = await testApp()
  const { secret } = await withKey(app)
  const headers = { authorization: `Bearer ${secret}` }

  for (const method of ['GET', 'DELETE'] as const) {
    const response = await app.rest({ method, url: '/mcp', headers })
    expect([response.status, response.headers.allow]).toEqual([405, 'POST'])
  }
  const listened = await postMessage(app, secret, {
    ...LIST,
    method: 'subscriptions/listen',
    params: {
      _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' },
      notifications: ['tools/list_changed'],
    },
  })
  expect(messagesOf(listened)[0].error).toBeDefined()
  const discovery = await app.rest({ method: 'GET', url: '/.well-known/oauth-protected-resource' })
  expect(discovery.status).toBe(404)
})
