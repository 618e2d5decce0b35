import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import fc from 'fast-check'
import { Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sqliteDialects } from '#db/sqlite/sqlite-driver.ts'
import { createLockMemory, sharedWriteLock } from '#db/sqlite/write-lock.ts'
import { dialect } from '../support/database.ts'
import {
  createPairs,
  insertHalf,
  insertPair,
  isSettled,
  type Pairs,
  readTransactions,
  yieldToEventLoop,
} from '../support/pairs.ts'
import { runs } from '../support/runs.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'incasso-way-'))
  file = path.join(folder, 'pairs.db')
  createPairs(file)
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Opens a database that commits each transaction by itself, and the lock of another thread that competes for it. */
function openWithOtherThread() {
  const lockMemory = createLockMemory()
  const otherLock = sharedWriteLock(lockMemory, 'serving')
  const writer = new SqliteDatabase(file)
  const reader = new SqliteDatabase(file, { readonly: true })
  const writeLock = { ...sharedWriteLock(lockMemory, 'writing'), pauseMs: () => 0 }
  const dialects = sqliteDialects({ writer, reader, writeLock, commitsEachTransaction: true })
  return {
    db: new Kysely<Pairs>({ dialect: dialects.atOnce }),
    background: new Kysely<Pairs>({ dialect: dialects.yielding }),
    other: otherLock,
  }
}

describe.runIf(dialect === 'sqlite')('work that yields', () => {
  /** Returns a function that adds `name` to the order when the work is done. */
  const recordOrder =
    (order: string[]) =>
    async (name: string, work: Promise<unknown>): Promise<void> => {
      await work
      order.push(name)
    }

  test('runs after the work that arrived while it waited for another thread', async () => {
    const { db, background, other: otherLock } = openWithOtherThread()
    const order: string[] = []
    const note = recordOrder(order)
    expect(otherLock.tryAcquire()).toBe(true)
    const all = [note('index', insertPair(background, 1))]
    await yieldToEventLoop()
    all.push(note('payment', insertPair(db, 2)), note('single', insertHalf(db, 3, 1)))
    await yieldToEventLoop()
    expect(order).toEqual([])

    otherLock.release()
    await Promise.all(all)
    expect(order).toEqual(['payment', 'single', 'index'])
    expect(otherLock.tryAcquire()).toBe(true)
    await db.destroy()
  })

  test('yields as a single statement too', async () => {
    const { db, background, other: otherLock } = openWithOtherThread()
    const order: string[] = []
    const note = recordOrder(order)
    expect(otherLock.tryAcquire()).toBe(true)
    const all = [note('log', insertHalf(background, 1, 1))]
    await yieldToEventLoop()
    all.push(note('payment', insertPair(db, 2)))
    await yieldToEventLoop()
    otherLock.release()
    await Promise.all(all)
    expect(order).toEqual(['payment', 'log'])
    await db.destroy()
  })

  test('hands the database to work that arrived while it ran, and then to the other thread', async () => {
    const { db, background, other: otherLock } = openWithOtherThread()
    const order: string[] = []
    const note = recordOrder(order)
    let payment: Promise<void> | undefined
    let lockAcquired: Promise<void> | undefined
    await background.transaction().execute(async (trx) => {
      await insertHalf(trx, 1, 1)
      lockAcquired = note('other', otherLock.acquire())
      payment = note('payment', insertPair(db, 2))
      await yieldToEventLoop()
      await insertHalf(trx, 1, 2)
    })
    await payment
    await lockAcquired
    expect(order).toEqual(['payment', 'other'])

    const waiting = note('later payment', insertPair(db, 3))
    expect(await isSettled(waiting)).toBe(false)
    otherLock.release()
    await waiting
    expect(readTransactions(file)).toEqual([1, 2, 3])
    await db.destroy()
  })

  test('runs the second time it is due, however much work arrives', async () => {
    const { db, background, other: otherLock } = openWithOtherThread()
    const order: string[] = []
    const note = recordOrder(order)
    const all: Promise<void>[] = []
    const stream = async (n: number): Promise<void> => {
      await note('payment', insertPair(db, n))
      if (n < 30) all.push(stream(n + 3))
    }
    expect(otherLock.tryAcquire()).toBe(true)
    all.push(note('index', insertPair(background, 1)))
    await yieldToEventLoop()
    all.push(stream(2), stream(3), stream(4))
    await yieldToEventLoop()
    otherLock.release()
    for (let done = 0; done < all.length; done++) await all[done]
    expect(order.indexOf('index')).toBe(3)
    expect(order).toHaveLength(32)
    await db.destroy()
  })

  test('keeps what was acknowledged and releases the database, whichever work fails or waits', async () => {
    const plan = fc.record({
      isBackground: fc.boolean(),
      fails: fc.boolean(),
      startsAfter: fc.integer({ min: 0, max: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(plan, { minLength: 1, maxLength: 10 }),
        fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 4 }),
        async (plans, otherLockHolds) => {
          const setupDatabase = new SqliteDatabase(file)
          setupDatabase.exec('delete from pairs')
          setupDatabase.close()
          const { db, background, other: otherLock } = openWithOtherThread()
          const otherThread = async () => {
            for (const hops of otherLockHolds) {
              await otherLock.acquire()
              for (let i = 0; i < hops; i++) await yieldToEventLoop()
              otherLock.release()
            }
          }
          const [, ...outcomes] = await Promise.allSettled([
            otherThread(),
            ...plans.map(async ({ isBackground, fails, startsAfter }, n) => {
              for (let i = 0; i < startsAfter; i++) await yieldToEventLoop()
              const connection = isBackground ? background : db
              await connection.transaction().execute(async (trx) => {
                await insertHalf(trx, n, 1)
                await yieldToEventLoop()
                await insertHalf(trx, n, fails ? 1 : 2)
              })
            }),
          ])
          const committed = outcomes.flatMap(({ status }, n) => (status === 'fulfilled' ? [n] : []))
          expect(committed).toEqual(plans.flatMap(({ fails }, n) => (fails ? [] : [n])))
          expect(readTransactions(file)).toEqual(committed)
          expect(otherLock.tryAcquire()).toBe(true)
          await db.destroy()
        },
      ),
      { numRuns: runs(200, 60) },
    )
  })
})
