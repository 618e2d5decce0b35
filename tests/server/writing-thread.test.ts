import { randomUUID } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import type { Worker } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import { openDatabase, sqliteFile } from '#db/database.ts'
import { isUnavailable } from '#db/failures.ts'
import { createLockMemory, sharedWriteLock } from '#db/sqlite/write-lock.ts'
import type { MerchantChange } from '#server/core/ports/live.ts'
import { createThreadPaymentStore } from '#server/features/transactions/store/thread-payments.ts'
import { runLedgerCheck } from '#server/ops/check/ledger-check.ts'
import { startThread } from '#server/services/writing/start-thread.ts'
import { WritingThread } from '#server/services/writing/writing-thread.ts'
import { dialect, freshDatabase } from '../support/database.ts'
import { keyCaller } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { testApp } from '../support/test-app.ts'

const program = new URL('../../src-server/writing.ts', import.meta.url).href

/** Starts an app whose payments are stored by the server's writer thread. */
async function startAppWithThread() {
  const fresh = await freshDatabase()
  const lockMemory = createLockMemory()
  const workers: Worker[] = []
  const changes: MerchantChange[] = []
  const database = openDatabase({
    url: fresh.url,
    writeLock: sharedWriteLock(lockMemory, 'serving'),
  })
  const logs: unknown[] = []
  const fd = openSync(sqliteFile(fresh.url), 'r+')
  const thread = new WritingThread({
    start: (options) => {
      const worker = startThread(program, 'writer', options)
      workers.push(worker)
      return worker
    },
    data: { url: fresh.url, lockMemory, fd },
    log: { error: (fields: unknown) => logs.push(fields) } as never,
    onChange: (change) => changes.push(change),
    onHeld: () => {},
    restartAfterMs: 0,
  })
  const payments = createThreadPaymentStore(thread)
  const app = await testApp({ fresh, deps: { database, paymentStoreOf: () => payments } })
  return {
    app,
    workers,
    changes,
    logs,
    [Symbol.asyncDispose]: async () => {
      await thread.stop()
      await app[Symbol.asyncDispose]()
      await database.close()
      closeSync(fd)
      await fresh.remove()
    },
  }
}

describe.runIf(dialect === 'sqlite')('the thread that writes', () => {
  test('payments and other changes meanwhile are serialized and all stored', async () => {
    await using started = await startAppWithThread()
    const { app, changes } = started
    const shop = await keyCaller(app, await app.person())
    // On a busy machine, writers that wait for five seconds are refused with 503 and must retry.
    const sendUntilStored = async (path: string, body: unknown) => {
      const headers = { 'idempotency-key': randomUUID() }
      for (;;) {
        const response = await shop.rest('POST', path, body, headers)
        if (response.status !== 503) return response
      }
    }

    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, n) => [
        sendUntilStored('/api/payments', payment({ customerEmail: `payer${n % 9}@example.com` })),
        sendUntilStored('/api/customers', { name: 'Bo', email: `bo${n}@example.com` }),
      ]).flat(),
    )

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(await app.count('transactions')).toBe(120)
    expect(await app.count('customers')).toBe(129)
    expect(changes.filter(({ type }) => type === 'transaction')).toHaveLength(120)
    expect((await runLedgerCheck(app.world)).findings).toEqual([])
  })

  test('a payment is readable right after its response, and its key returns the same again', async () => {
    await using started = await startAppWithThread()
    const { app } = started
    const shop = await keyCaller(app, await app.person())
    const send = () => shop.rest('POST', '/api/payments', payment(), { 'idempotency-key': 'one' })

    const first = await send()
    const read = await shop.rest('GET', `/api/transactions/${first.json().id}`)
    const second = await send()

    expect([first.status, read.status, second.status]).toEqual([201, 200, 201])
    expect(second.body).toBe(first.body)
    expect(second.headers['idempotent-replayed']).toBe('true')
  })

  test('refuses payments without a response when it dies, and another thread stores the next ones', async () => {
    await using started = await startAppWithThread()
    const { app, workers } = started
    const shop = await keyCaller(app, await app.person())
    await shop.rest('POST', '/api/payments', payment())

    const send = (key: string) =>
      shop.rest('POST', '/api/payments', payment(), { 'idempotency-key': key })
    const keys = Array.from({ length: 20 }, (_, n) => `order-${n}`)
    const responses = Promise.all(keys.map(send))
    await workers[0]?.terminate()
    const refused = (await responses).filter(({ status }) => status !== 201)
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 503))
    // A program that got no response sends the same request again.
    let again = await Promise.all(keys.map(send))
    while (again.some(({ status }) => status === 503)) again = await Promise.all(keys.map(send))

    expect(again.map(({ status }) => status)).toEqual(keys.map(() => 201))
    expect(await app.count('transactions')).toBe(21)
    expect(workers).toHaveLength(2)
    expect((await runLedgerCheck(app.world)).findings).toEqual([])
  })

  test('a payment that cannot be written gets a 500, and an unknown error does not count as unavailable', async () => {
    await using started = await startAppWithThread()
    const { app } = started
    const alice = await app.person()
    const shop = await keyCaller(app, alice)
    await app.db.schema.alterTable('transaction_events').renameTo('hidden').execute()

    const response = await shop.rest('POST', '/api/payments', payment())
    await app.db.schema.alterTable('hidden').renameTo('transaction_events').execute()

    expect(response.status).toBe(500)
    expect(await app.count('transactions')).toBe(0)
    expect((await shop.rest('POST', '/api/payments', payment())).status).toBe(201)
    expect(isUnavailable(new Error('unknown'))).toBe(false)
  })
})
