import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import fc from 'fast-check'
import { type ControlledTransaction, Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isUnavailable } from '#db/failures.ts'
import { sqliteDialects } from '#db/sqlite/sqlite-driver.ts'
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

const allSteps = [
  'read',
  'microtask',
  'macrotask',
  'duplicate',
  'nested',
  'nested, undone',
] as const
type Step = (typeof allSteps)[number]

let folder: string
let file: string
/** Statements of the writing connection, in order. */
let statements: string[]
/** Commits that wait until the test runs them. */
let pending: (() => void)[]

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'incasso-group-'))
  file = path.join(folder, 'pairs.db')
  createPairs(file)
  statements = []
  pending = []
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function open({ isHeld = false, commitsEachTransaction = false } = {}) {
  const writer = new SqliteDatabase(file, { verbose: (text) => statements.push(String(text)) })
  writer.pragma('foreign_keys = on')
  writer.pragma('busy_timeout = 0')
  const reader = new SqliteDatabase(file, { readonly: true })
  const defer = isHeld ? (work: () => void) => void pending.push(work) : setImmediate
  return {
    writer,
    db: new Kysely<Pairs>({
      dialect: sqliteDialects({ writer, reader, later: defer, commitsEachTransaction }).atOnce,
    }),
  }
}

const stored = () => readTransactions(file)
const commits = () => statements.filter((text) => text === 'commit').length
const runDeferred = () => {
  for (const work of pending.splice(0)) work()
}
describe.runIf(dialect === 'sqlite')('group commit', () => {
  test('transactions that arrive together are acknowledged by one commit, and not before it', async () => {
    const { db } = open({ isHeld: true })
    const all = Array.from({ length: 50 }, (_, n) => insertPair(db, n))

    expect(await isSettled(Promise.race(all))).toBe(false)
    expect(commits()).toBe(0)
    expect(stored()).toEqual([])
    runDeferred()
    await Promise.all(all)

    expect(commits()).toBe(1)
    expect(stored()).toHaveLength(50)
    await db.destroy()
  })

  test('the first transaction of a group rolls back alone when it fails, without a savepoint', async () => {
    const { db } = open({ isHeld: true })
    const first = db.transaction().execute(async (trx) => {
      await insertHalf(trx, 1, 1)
      throw new Error('changed my mind')
    })
    const second = insertPair(db, 2)
    const third = insertPair(db, 3)
    await expect(first).rejects.toThrow('changed my mind')
    await yieldToEventLoop()
    runDeferred()
    await Promise.all([second, third])

    expect(stored()).toEqual([2, 3])
    expect(statements.filter((text) => text === 'savepoint member')).toHaveLength(1)
    await db.destroy()
  })

  test('a transaction waits while another process writes, and blocks nothing else', async () => {
    const { db } = open()
    const other = new SqliteDatabase(file)
    other.exec('begin immediate')
    const first = insertPair(db, 1)
    expect(await isSettled(first)).toBe(false)
    expect(stored()).toEqual([])

    other.exec('commit')
    other.close()
    await first

    expect(stored()).toEqual([1])
    await db.destroy()
  })

  test('a transaction that is a group of its own does not wait for the next one', async () => {
    const { db } = open({ isHeld: true, commitsEachTransaction: true })
    await Promise.all([
      insertPair(db, 1),
      insertPair(db, 2),
      insertHalf(db, 3, 1),
      insertHalf(db, 3, 2),
    ])
    expect(commits()).toBe(4)
    expect(statements).not.toContain('savepoint member')
    await db.destroy()
  })

  test('a single transaction waits only for its own commit', async () => {
    const { db } = open()
    for (const n of [1, 2, 3]) await insertPair(db, n)
    expect(commits()).toBe(3)
    await db.destroy()
  })

  test('reads outside the group see nothing that is not acknowledged', async () => {
    const { db } = open({ isHeld: true })
    const writing = insertPair(db, 1)
    await yieldToEventLoop()
    expect(await db.selectFrom('pairs').selectAll().execute()).toEqual([])
    runDeferred()
    await writing
    expect(await db.selectFrom('pairs').selectAll().execute()).toHaveLength(2)
    await db.destroy()
  })

  test('a single statement shares the commit, and fails alone', async () => {
    const { db } = open({ isHeld: true })
    const first = insertHalf(db, 1, 1)
    const second = insertHalf(db, 1, 2)
    const again = insertHalf(db, 1, 2)
    again.catch(() => {})
    await yieldToEventLoop()
    runDeferred()
    await Promise.all([first, second])
    await expect(again).rejects.toThrow(/unique/i)
    expect(commits()).toBe(1)
    expect(stored()).toEqual([1])
    await db.destroy()
  })

  test('a failed commit refuses all its members, refusals included, and the next one works', async () => {
    const { db, writer } = open({ isHeld: true })
    // A child without its parent is detected by the commit, and by no earlier statement.
    const rolledBackPair = db.transaction().execute(async (trx) => {
      await insertHalf(trx, 1, 1)
      writer.prepare('insert into children values (7)').run()
    })
    const others = [insertPair(db, 2), insertHalf(db, 3, 1)]
    const refusal = db.transaction().execute(async (trx) => {
      const found = await trx.selectFrom('pairs').selectAll().execute()
      throw new Error(`refused because of ${found.length} rows`)
    })
    const all = [rolledBackPair, ...others, refusal]
    const outcomes = Promise.allSettled(all)
    await yieldToEventLoop()
    runDeferred()

    for (const outcome of await outcomes) {
      expect(outcome.status).toBe('rejected')
      if (outcome.status === 'rejected') expect(isUnavailable(outcome.reason)).toBe(true)
    }
    expect(stored()).toEqual([])
    const next = insertPair(db, 4)
    await yieldToEventLoop()
    runDeferred()
    await next
    expect(stored()).toEqual([4])
    await db.destroy()
  })

  test('no more is written outside a transaction after SQLite itself rolled back', async () => {
    const { db, writer } = open({ isHeld: true })
    const before = insertPair(db, 1)
    const abortedBySqlite = db.transaction().execute(async (trx) => {
      await insertHalf(trx, 2, 1)
      // A full disk can cause this: SQLite rolls the transaction back, and the next statement fails.
      writer.exec('rollback')
      await expect(insertHalf(trx, 2, 1)).rejects.toThrow()
      await insertHalf(trx, 2, 2)
    })
    const outcomes = Promise.allSettled([before, abortedBySqlite])
    await yieldToEventLoop()
    runDeferred()

    for (const { status } of await outcomes) expect(status).toBe('rejected')
    expect(stored()).toEqual([])
    await db.destroy()
  })

  test('a full database refuses what does not fit and keeps what it acknowledged', async () => {
    const { db, writer } = open()
    const pages = Number(writer.pragma('page_count', { simple: true }))
    writer.pragma(`max_page_count = ${pages + 3}`)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 3_000 }, (_, n) => insertPair(db, n)),
    )
    const committed = outcomes.flatMap(({ status }, n) => (status === 'fulfilled' ? [n] : []))

    expect(stored()).toEqual(committed)
    expect(committed.length).toBeLessThan(3_000)
    writer.pragma('max_page_count = 100000')
    await insertPair(db, 5_000)
    expect(stored()).toEqual([...committed, 5_000])
    await db.destroy()
  })

  test('a statement that cannot run in a transaction ends the group first', async () => {
    const { db } = open({ isHeld: true })
    const writing = insertPair(db, 1)
    await db.schema.createTable('others').addColumn('n', 'integer').execute()
    await writing
    expect(stored()).toEqual([1])
    await db.destroy()
  })

  const plan = fc.record({
    steps: fc.array(fc.constantFrom(...allSteps), { maxLength: 4 }),
    ending: fc.constantFrom('commit', 'throw', 'constraint'),
    startsAfter: fc.integer({ min: 0, max: 3 }),
  })

  const manyPlans = fc.array(plan, { minLength: 1, maxLength: 12 })

  test('random interleavings leave exactly what was acknowledged', async () => {
    await fc.assert(
      fc.asyncProperty(manyPlans, fc.boolean(), async (plans, commitsEachTransaction) => {
        const setupDatabase = new SqliteDatabase(file)
        setupDatabase.exec('delete from pairs')
        setupDatabase.close()
        const { db } = open({ commitsEachTransaction })
        const outcomes = await Promise.allSettled(
          plans.map(async ({ steps, ending, startsAfter }, n) => {
            for (let i = 0; i < startsAfter; i++) await yieldToEventLoop()
            const trx = await db.startTransaction().execute()
            try {
              await insertHalf(trx, n, 1)
              for (const each of steps) await runStep(trx, each, n)
              await insertHalf(trx, n, 2)
              if (ending === 'throw') throw new Error('changed my mind')
              if (ending === 'constraint') await insertHalf(trx, n, 2)
              await trx.commit().execute()
            } catch (error) {
              if (!trx.isCommitted) await trx.rollback().execute()
              throw error
            }
          }),
        )
        await db.destroy()
        const committed = outcomes.flatMap(({ status }, n) => (status === 'fulfilled' ? [n] : []))
        expect(committed).toEqual(
          plans.flatMap(({ ending }, n) => (ending === 'commit' ? [n] : [])),
        )
        expect(stored()).toEqual(committed)
      }),
      { numRuns: runs(200, 60) },
    )
  })

  test('a kill between any two steps leaves the acknowledged transactions in the file, and none of them torn', async () => {
    const script = new URL('../support/group-commit-process.ts', import.meta.url)
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 1, max: 2 ** 31 - 1 }),
        async (killAt, seed) => {
          const setupDatabase = new SqliteDatabase(file)
          setupDatabase.exec('delete from pairs')
          setupDatabase.close()
          const child = spawn(
            process.execPath,
            ['--import', 'tsx', script.pathname, file, String(killAt), String(seed)],
            { stdio: ['ignore', 'pipe', 'inherit'] },
          )
          let output = ''
          child.stdout.setEncoding('utf8').on('data', (text: string) => {
            output += text
          })
          const [, signal] = await once(child, 'close')
          expect(signal).toBe('SIGKILL')
          const lines = output.split('\n').filter(Boolean)
          const committedRows = lines.flatMap((l) =>
            l.startsWith('ok ') ? [Number(l.slice(3))] : [],
          )
          const failedRows = lines.flatMap((l) => (l.startsWith('no ') ? [Number(l.slice(3))] : []))
          const found = new Set(stored())
          expect(committedRows.filter((n) => !found.has(n))).toEqual([])
          expect(failedRows.filter((n) => found.has(n))).toEqual([])
        },
      ),
      { numRuns: runs(12, 3) },
    )
  })
})

/** Runs one step within a transaction. No step changes the rows that remain. */
async function runStep(trx: ControlledTransaction<Pairs>, step: Step, n: number): Promise<void> {
  if (step === 'microtask') await Promise.resolve()
  if (step === 'macrotask') await yieldToEventLoop()
  if (step === 'read') await trx.selectFrom('pairs').selectAll().execute()
  if (step === 'duplicate') await expect(insertHalf(trx, n, 1)).rejects.toThrow(/unique/i)
  if (step === 'nested') {
    const inner = await trx.savepoint('inner').execute()
    await inner.deleteFrom('pairs').where('transaction', '=', n).execute()
    await insertHalf(inner, n, 1)
    await inner.releaseSavepoint('inner').execute()
  }
  if (step === 'nested, undone') {
    const inner = await trx.savepoint('inner').execute()
    await insertHalf(inner, n, 3)
    await inner.rollbackToSavepoint('inner').execute()
  }
}
