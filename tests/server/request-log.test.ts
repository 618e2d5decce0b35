import { expect, test } from 'vitest'
import { createLocalWriters } from '#server/jobs/jobs.ts'
import { RequestLog, type WriteRequests } from '#server/services/request-log/request-log.ts'
import { keyCaller, restWith } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'

async function startAppWithLog(environment: Record<string, string> = {}) {
  const requestLog = new RequestLog()
  const app = await testApp({ environment, deps: { requestLog } })
  const writers = createLocalWriters(app.db)
  return {
    app,
    requestLog,
    flush: () => requestLog.flush(writers.requests),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

const listOf = async (person: Person, query = '') => {
  const response = await person.rest('GET', `/api/request-log?limit=100${query}`)
  expect(response.status, response.body).toBe(200)
  return response.json() as { method: string; path: string; status: number; id: string }[]
}

const row = (app: TestApp, person: Person, number: number) => ({
  merchantId: person.merchant.id,
  id: `log_${String(number).padStart(6, '0')}`,
  at: new Date(app.clock.now()).toISOString(),
  method: 'GET',
  path: `/api/n${number}`,
  status: 200,
  durationMs: 1,
  keyId: 'key_1',
  keyPrefix: 'sk_test_abcd',
  idempotencyKey: null,
  requestId: 'req_1',
  reason: null,
})

test('calls of keys are listed with their outcome, and without their content', async () => {
  await using started = await startAppWithLog()
  const { app, flush } = started
  const [alice, bob] = [await app.person(), await app.person()]
  const shop = await keyCaller(app, alice)
  const sent = payment({ description: 'canary-body' })

  await shop.rest('POST', '/api/payments', sent, { 'idempotency-key': 'order-1' })
  await shop.rest('GET', '/api/transactions?search=canary-query')
  await shop.rest('GET', '/api/transactions/txn_none')
  const invalidResponse = await shop.rest('GET', `/api/transactions/${shop.key.secret}`)
  await restWith(app, 'sk_test_unknownunknownunknown')('GET', '/api/transactions')
  await alice.rest('GET', '/api/transactions')
  await flush()

  // Refused before the server looks up the key's merchant.
  expect(invalidResponse.status).toBe(400)
  const listed = await listOf(alice)
  expect(listed.map(({ method, path, status }) => [method, path, status])).toEqual([
    ['GET', '/api/transactions/txn_none', 404],
    ['GET', '/api/transactions', 200],
    ['POST', '/api/payments', 201],
  ])
  expect(listed[2]).toMatchObject({
    keyPrefix: shop.key.prefix,
    idempotencyKey: 'order-1',
    requestId: expect.stringMatching(/^req_/),
    at: '2026-03-10T12:00:00.000Z',
  })
  const storedText = JSON.stringify(await app.db.selectFrom('requestLog').selectAll().execute())
  expect(storedText).not.toContain('canary')
  expect(storedText).not.toContain(shop.key.secret)
  expect(await listOf(bob)).toEqual([])
})

test('a refused call is listed with its reason, or with its code where it has none', async () => {
  await using started = await startAppWithLog()
  const { app, flush } = started
  const alice = await app.person()
  const shop = await keyCaller(app, alice)
  const headers = { 'idempotency-key': 'order-1' }

  await shop.rest('POST', '/api/payments', payment(), headers)
  await shop.rest('POST', '/api/payments', payment({ amount: '1.00' }), headers)
  await shop.rest('POST', '/api/payments', { amount: 'canary' })
  await shop.rest('GET', '/api/transactions/txn_none')
  await shop.rest('GET', '/api/transactions', undefined, { 'api-version': 'v9' })
  await flush()

  const listed = (await alice.rest('GET', '/api/request-log')).json()
  expect(listed.map((each: Record<string, unknown>) => [each.status, each.reason])).toEqual([
    [400, 'version_unknown'],
    [404, 'not_found'],
    [400, 'invalid'],
    [422, 'idempotency_key_reused'],
    [201, null],
  ])
  expect(JSON.stringify(listed)).not.toContain('canary')
})

test('a rate-limited call is listed too', async () => {
  await using started = await startAppWithLog({ RATE_LIMITS: 'on' })
  const { app, flush } = started
  const alice = await app.person()
  const shop = await keyCaller(app, alice)

  let status = 200
  for (let count = 0; status !== 429 && count < 500; count++) {
    ;({ status } = await shop.rest('GET', '/api/merchants'))
  }
  await flush()

  expect(status).toBe(429)
  expect((await listOf(alice))[0]?.status).toBe(429)
})

test('the log is filtered by method, kind of status, key and beginning of the path', async () => {
  await using started = await startAppWithLog()
  const { app, requestLog, flush } = started
  const alice = await app.person()
  for (const [index, more] of [
    { path: '/api/payments', method: 'POST', status: 201 },
    { path: '/api/Payments', status: 404 },
    { path: '/api/p_yments', status: 500 },
    { path: '/api/customers', keyPrefix: 'sk_test_zzzz' },
  ].entries()) {
    requestLog.record({ ...row(app, alice, index), ...more })
  }
  await flush()
  const paths = async (query: string) => (await listOf(alice, query)).map(({ path }) => path)

  expect(await paths('&method=POST')).toEqual(['/api/payments'])
  expect(await paths('&status=4xx')).toEqual(['/api/Payments'])
  expect(await paths('&status=5xx')).toEqual(['/api/p_yments'])
  expect(await paths('&keyPrefix=sk_test_zzzz')).toEqual(['/api/customers'])
  expect(await paths('&path=/api/pay')).toEqual(['/api/payments'])
  expect(await paths('&path=/api/p_')).toEqual(['/api/p_yments'])
  expect(await paths('&path=payments')).toEqual([])
  expect((await alice.rest('GET', '/api/request-log?status=3xx')).status).toBe(400)
})

test('the newest thousand calls are kept and shown, and pages end there', async () => {
  await using started = await startAppWithLog()
  const { app, requestLog, flush } = started
  const alice = await app.person()
  for (let number = 0; number < 2099; number++) {
    requestLog.record(row(app, alice, number))
    if (number % 900 === 899) await flush()
  }
  await flush()

  const seenPaths: string[] = []
  let cursor: string | null = null
  do {
    const page = await alice.api.requestLog.list.query({ limit: 100, ...(cursor && { cursor }) })
    expect(page.total).toBe(1000)
    seenPaths.push(...page.data.map(({ path }) => path))
    cursor = page.nextCursor
  } while (cursor !== null)

  expect(seenPaths).toHaveLength(1000)
  expect([seenPaths[0], seenPaths.at(-1)]).toEqual(['/api/n2098', '/api/n1099'])
  expect(await listOf(alice, '&path=/api/n1098')).toEqual([])
  // Older rows are deleted at intervals: some may still exist, but never more than twice as many.
  const stored = await app.count('requestLog')
  expect(stored).toBeGreaterThan(1000)
  expect(stored).toBeLessThan(2000)
})

test('a merchant that calls more at once than is kept displaces no other merchant’s calls', async () => {
  await using started = await startAppWithLog()
  const { app, requestLog, flush } = started
  const [alice, bob] = [await app.person(), await app.person()]
  requestLog.record({ ...row(app, bob, 0), path: '/api/first' })
  for (let number = 1; number <= 2500; number++) requestLog.record(row(app, alice, number))

  await flush()

  expect((await listOf(bob)).map(({ path }) => path)).toEqual(['/api/first'])
  expect((await listOf(alice))[0]?.path).toBe('/api/n2500')
  // Rows that would be deleted at once are not written.
  expect(await app.count('requestLog')).toBe(1001)
})

test('calls of a deleted merchant do not delay those of others', async () => {
  await using started = await startAppWithLog()
  const { app, requestLog, flush } = started
  const alice = await app.person()
  requestLog.record({ ...row(app, alice, 1), merchantId: 'mer_gone' })
  requestLog.record(row(app, alice, 2))

  await flush()

  expect((await listOf(alice)).map(({ path }) => path)).toEqual(['/api/n2'])
})

test('calls wait while the database does not store them, and are stored once', async () => {
  await using started = await startAppWithLog()
  const { app, requestLog, flush } = started
  const alice = await app.person()
  requestLog.record(row(app, alice, 1))
  await app.db.schema.alterTable('request_log').renameTo('hidden').execute()

  await expect(flush()).rejects.toThrow()
  await app.db.schema.alterTable('hidden').renameTo('request_log').execute()
  await Promise.all([flush(), flush()])

  expect(await app.count('requestLog')).toBe(1)
})

test('calls whose commit got no response are stored again, once, and delay no later ones', async () => {
  await using started = await startAppWithLog()
  const { app, requestLog, flush } = started
  const alice = await app.person()
  requestLog.record(row(app, alice, 1))
  const writeAndFail: WriteRequests = async (rows) => {
    await createLocalWriters(app.db).requests(rows)
    throw new Error('Connection terminated unexpectedly')
  }

  await expect(requestLog.flush(writeAndFail)).rejects.toThrow('terminated')
  requestLog.record(row(app, alice, 2))
  await flush()

  expect((await listOf(alice)).map(({ path }) => path)).toEqual(['/api/n2', '/api/n1'])
})
