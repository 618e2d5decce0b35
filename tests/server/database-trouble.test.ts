import { expect, test } from 'vitest'
import { isUnavailable } from '#db/failures.ts'
import { GroupRolledBackError } from '#db/sqlite/group-commit.ts'
import { DatabaseBusyError } from '#db/sqlite/writer-queue.ts'
import { problemOf } from '#server/core/calls/problem.ts'
import { dialect } from '../support/database.ts'
import {
  damageIndex,
  setClosed,
  setFull,
  setReadOnly,
  terminateConnections,
  waitForLivingConnections,
} from '../support/database-trouble.ts'
import { keyCaller } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { PASSWORD, type Person, type TestApp, testApp } from '../support/test-app.ts'

type TestResponse = Awaited<ReturnType<TestApp['rest']>>

function expectUnavailable(response: TestResponse): void {
  expect(response.status).toBe(503)
  expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8')
  expect(response.json()).toMatchObject({ code: 'unavailable', status: 503 })
  expect(response.headers['retry-after']).toMatch(/^\d+$/)
  expect(response.body).not.toMatch(/sqlite|disk|read-only|postgres|relation/i)
}

/** Pays until the database refuses: a file first uses up its free pages before it has to grow. */
async function payUntilRefused(alice: Person): Promise<TestResponse> {
  for (let tries = 0; tries < 300; tries++) {
    const response = await alice.rest('POST', '/api/payments', payment())
    if (response.status !== 201) return response
  }
  throw new Error('every payment was taken')
}

test.runIf(dialect === 'sqlite')(
  'writes on a full disk get 503 and store nothing, reads continue, and then writes work again',
  async () => {
    await using app = await testApp()
    const alice = await app.person()
    await setFull(app, true)

    expectUnavailable(await payUntilRefused(alice))
    const stored = await app.count('transactions')
    const overTrpc = await app.rest({
      method: 'POST',
      url: '/trpc/transactions.create',
      headers: { cookie: alice.cookie, 'content-type': 'application/json' },
      payload: JSON.stringify(payment({ description: 'x'.repeat(1000) })),
    })
    const lists = [
      await alice.rest('GET', '/api/transactions'),
      await alice.rest('GET', '/trpc/dashboard.stats'),
    ]

    expect(overTrpc.status).toBe(503)
    expect(overTrpc.json().error.data.code).toBe('unavailable')
    expect(lists.map(({ status }) => status)).toEqual([200, 200])
    expect(await app.count('transactions')).toBe(stored)
    await setFull(app, false)
    expect((await alice.rest('POST', '/api/payments', payment())).status).toBe(201)
    expect(await app.count('transactions')).toBe(stored + 1)
  },
)

test.runIf(dialect === 'sqlite')(
  'a damaged file causes 503, and the log reports the damage once for each request',
  async () => {
    await using app = await testApp()
    const shop = await keyCaller(app, await app.person())
    await damageIndex(app, 'api_keys_hash')

    expectUnavailable(await shop.rest('POST', '/api/payments', payment()))
    expectUnavailable(await shop.rest('GET', '/api/transactions'))

    const errorLogs = app.logs.filter(({ level }) => level === 50)
    const damageLog = {
      msg: 'the database is damaged: restore a backup',
      err: { code: expect.stringMatching(/^SQLITE_CORRUPT/) },
    }
    expect(errorLogs).toMatchObject([damageLog, damageLog])
  },
)

test('writes get 503 while the database refuses them, reads continue, and then writes work again', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const shop = await keyCaller(app, alice)
  await setReadOnly(app, true)

  expectUnavailable(await alice.rest('POST', '/api/payments', payment()))
  expectUnavailable(await shop.rest('POST', '/api/payments', payment()))
  expect((await shop.rest('GET', '/api/transactions')).status).toBe(200)

  await setReadOnly(app, false)
  expect(await app.count('transactions')).toBe(0)
  expect((await shop.rest('POST', '/api/payments', payment())).status).toBe(201)
})

test('a session due for extension still reads while the database refuses writes, and sign-up fails', async () => {
  await using app = await testApp()
  const alice = await app.person()
  // The library uses the real clock, and prolongs a session that it last prolonged an hour ago.
  const ends = new Date(Date.now() + 3_600_000)
  await app.db
    .updateTable('authSessions')
    .set({ expiresAt: dialect === 'sqlite' ? ends.toISOString() : ends } as never)
    .execute()
  await setReadOnly(app, true)

  const read = await alice.rest('GET', '/api/transactions')
  const signUp = await app.rest({
    method: 'POST',
    url: '/api/auth/sign-up/email',
    payload: { email: 'new@example.com', password: PASSWORD, name: 'New' },
  })
  const signIn = await app.rest({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    payload: { email: alice.email, password: PASSWORD },
  })

  expect(read.status).toBe(200)
  expect(read.headers).not.toHaveProperty('set-cookie')
  expectUnavailable(signUp)
  expectUnavailable(signIn)
  await setReadOnly(app, false)
  await alice.signIn()
  expect((await alice.rest('POST', '/api/payments', payment())).status).toBe(201)
})

test.runIf(dialect === 'postgres')(
  'each payment is complete or absent when connections are cut midway, and none causes a 500',
  async () => {
    await using app = await testApp()
    const shop = await keyCaller(app, await app.person())
    const pay = () => shop.rest('POST', '/api/payments', payment())

    const responses = []
    for (let round = 0; round < 5; round++) {
      const paying = Array.from({ length: 20 }, pay)
      await terminateConnections(app)
      responses.push(...(await Promise.all(paying)))
    }

    expect(app.logs.filter(({ level }) => level === 50)).toEqual([])
    expect(responses.filter(({ status }) => status !== 201 && status !== 503)).toEqual([])
    const takenIds = responses.filter(({ status }) => status === 201).map(({ json }) => json().id)
    await waitForLivingConnections(app)
    const rows = await app.db.selectFrom('transactions').select('id').execute()
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(takenIds))
    for (const response of responses) if (response.status === 503) expectUnavailable(response)
    expect((await pay()).status).toBe(201)
  },
)

test.runIf(dialect === 'postgres')(
  'every request gets 503 while connections fail, and works afterwards without a restart',
  async () => {
    await using app = await testApp()
    const alice = await app.person()
    const shop = await keyCaller(app, alice)
    await setClosed(app, true)

    const responses = [
      await shop.rest('POST', '/api/payments', payment()),
      await shop.rest('GET', '/api/transactions'),
    ]
    expect(app.logs.filter(({ level }) => level === 50)).toEqual([])
    for (const response of responses) expectUnavailable(response)
    // Each response has one line, although the key is read before any procedure begins.
    expect(app.logs.filter(({ msg }) => msg === 'unavailable')).toHaveLength(responses.length)
    expectUnavailable(await alice.rest('GET', '/api/transactions'))
    expect((await app.rest({ method: 'GET', url: '/readyz' })).status).toBe(503)
    expect((await app.rest({ method: 'GET', url: '/healthz' })).status).toBe(200)

    await setClosed(app, false)
    expect((await shop.rest('POST', '/api/payments', payment())).status).toBe(201)
    expect((await alice.rest('GET', '/api/transactions')).status).toBe(200)
  },
)

const withCode = (code: string) => Object.assign(new Error('disk I/O error at /var/x'), { code })

test.each([
  ['SQLITE_FULL', withCode('SQLITE_FULL')],
  ['SQLITE_READONLY', withCode('SQLITE_READONLY')],
  ['SQLITE_READONLY_DBMOVED', withCode('SQLITE_READONLY_DBMOVED')],
  ['SQLITE_IOERR_FSYNC', withCode('SQLITE_IOERR_FSYNC')],
  ['SQLITE_BUSY', withCode('SQLITE_BUSY')],
  ['no turn to write', new DatabaseBusyError()],
  ['a group that was rolled back', new GroupRolledBackError('x')],
  ['refused connections', withCode('ECONNREFUSED')],
  ['cut connections', withCode('ECONNRESET')],
  ['08006', withCode('08006')],
  ['57P01 admin shutdown', withCode('57P01')],
  ['57P03 starting up', withCode('57P03')],
  ['57014 statement timeout', withCode('57014')],
  ['53300 too many connections', withCode('53300')],
  ['53100 disk full', withCode('53100')],
  ['58030 I/O error', withCode('58030')],
  ['25006 read-only', withCode('25006')],
  ['40001 after all tries', withCode('40001')],
  ['the pool', new Error('timeout exceeded when trying to connect')],
  ['a lost connection', new Error('Connection terminated unexpectedly')],
])('%s is reported as unavailable, without its text', (_, error) => {
  const problem = problemOf(error, 'req_1')

  expect(problem).toMatchObject({ status: 503, code: 'unavailable' })
  expect(JSON.stringify(problem)).not.toContain('/var/x')
})

test.each(['42P01', '23505', '22P02', 'SQLITE_ERROR', 'SQLITE_CONSTRAINT_UNIQUE', 'ERR_X', ''])(
  '%j is an internal error and not a database outage',
  (code) => {
    expect(isUnavailable(withCode(code))).toBe(false)
  },
)
