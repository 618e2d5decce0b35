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
import { sharedGate, sharedWords } from '#db/gate.ts'
import { sqliteDialect, sqliteDialects } from '#db/sqlite-driver.ts'
import { dialect } from '../support/database.ts'
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

type Tables = { pairs: { transaction: number; half: number } }

let folder: string
let file: string
/** What the writing connection was told, in order. */
let statements: string[]
/** Commits that wait for the test to let them happen. */
let pending: (() => void)[]

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'incasso-group-'))
  file = path.join(folder, 'pairs.db')
  const setup = new SqliteDatabase(file)
  setup.exec(`pragma journal_mode = wal;
    create table parents (id integer primary key);
    create table pairs ("transaction" integer, half integer, primary key ("transaction", half));
    create table children (parent integer references parents (id) deferrable initially deferred)`)
  setup.close()
  statements = []
  pending = []
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function open({ isHeld = false, isEachAGroup = false } = {}) {
  const writer = new SqliteDatabase(file, { verbose: (text) => statements.push(String(text)) })
  writer.pragma('foreign_keys = on')
  writer.pragma('busy_timeout = 0')
  const reader = new SqliteDatabase(file, { readonly: true })
  const later = isHeld ? (work: () => void) => void pending.push(work) : setImmediate
  return {
    writer,
    db: new Kysely<Tables>({ dialect: sqliteDialect({ writer, reader, later, isEachAGroup }) }),
  }
}

/** A thread that writes each transaction by itself, and another one that has the gate or asks for it. */
function openBesideThread() {
  const words = sharedWords()
  const other = sharedGate(words, 'answering')
  const writer = new SqliteDatabase(file)
  const reader = new SqliteDatabase(file, { readonly: true })
  const gate = { ...sharedGate(words, 'writing'), pauseMs: () => 0 }
  const dialects = sqliteDialects({ writer, reader, gate, isEachAGroup: true })
  return {
    db: new Kysely<Tables>({ dialect: dialects.atOnce }),
    unhurried: new Kysely<Tables>({ dialect: dialects.givingWay }),
    other,
  }
}

const half = (db: Kysely<Tables>, transaction: number, which: number) =>
  db.insertInto('pairs').values({ transaction, half: which }).execute()

/** Two rows in one transaction: a reader that finds only one has found a torn transaction. */
const pair = (db: Kysely<Tables>, transaction: number) =>
  db.transaction().execute(async (trx) => {
    await half(trx, transaction, 1)
    await half(trx, transaction, 2)
  })

/** What a process that starts now finds in the file. */
function stored(): number[] {
  const fresh = new SqliteDatabase(file)
  const rows = fresh
    .prepare<[], { id: number; halves: number }>(
      'select "transaction" as id, count(*) as halves from pairs group by 1 order by 1',
    )
    .all()
  fresh.close()
  expect(rows.filter(({ halves }) => halves !== 2)).toEqual([])
  return rows.map(({ id }) => id)
}

const commits = () => statements.filter((text) => text === 'commit').length
const hop = () => new Promise<void>((resolve) => void setImmediate(resolve))
const letCommit = () => {
  for (const work of pending.splice(0)) work()
}
const isSettled = async (promise: Promise<unknown>) => {
  const open = Symbol('open')
  await hop()
  const first = await Promise.race([promise.catch(() => undefined), Promise.resolve(open)])
  return first !== open
}

describe.runIf(dialect === 'sqlite')('group commit', () => {
  test('transactions that arrive together are acknowledged by one commit, and not before it', async () => {
    const { db } = open({ isHeld: true })
    const all = Array.from({ length: 50 }, (_, n) => pair(db, n))

    expect(await isSettled(Promise.race(all))).toBe(false)
    expect(commits()).toBe(0)
    expect(stored()).toEqual([])
    letCommit()
    await Promise.all(all)

    expect(commits()).toBe(1)
    expect(stored()).toHaveLength(50)
    await db.destroy()
  })

  test('the first of a group that fails is taken back alone, without a savepoint', async () => {
    const { db } = open({ isHeld: true })
    const first = db.transaction().execute(async (trx) => {
      await half(trx, 1, 1)
      throw new Error('changed my mind')
    })
    const second = pair(db, 2)
    const third = pair(db, 3)
    await expect(first).rejects.toThrow('changed my mind')
    await hop()
    letCommit()
    await Promise.all([second, third])

    expect(stored()).toEqual([2, 3])
    expect(statements.filter((text) => text === 'savepoint member')).toHaveLength(1)
    await db.destroy()
  })

  test('while another process writes a transaction waits, and nothing else with it', async () => {
    const { db } = open()
    const other = new SqliteDatabase(file)
    other.exec('begin immediate')
    const first = pair(db, 1)
    expect(await isSettled(first)).toBe(false)
    expect(stored()).toEqual([])

    other.exec('commit')
    other.close()
    await first

    expect(stored()).toEqual([1])
    await db.destroy()
  })

  test('where each is a group, none waits for the next one', async () => {
    const { db } = open({ isHeld: true, isEachAGroup: true })
    await Promise.all([pair(db, 1), pair(db, 2), half(db, 3, 1), half(db, 3, 2)])
    expect(commits()).toBe(4)
    expect(statements).not.toContain('savepoint member')
    await db.destroy()
  })

  test('one alone waits for nothing but its own commit', async () => {
    const { db } = open()
    for (const n of [1, 2, 3]) await pair(db, n)
    expect(commits()).toBe(3)
    await db.destroy()
  })

  test('reads outside see nothing that is not acknowledged', async () => {
    const { db } = open({ isHeld: true })
    const writing = pair(db, 1)
    await hop()
    expect(await db.selectFrom('pairs').selectAll().execute()).toEqual([])
    letCommit()
    await writing
    expect(await db.selectFrom('pairs').selectAll().execute()).toHaveLength(2)
    await db.destroy()
  })

  test('a single statement shares the commit, and its failure is its own', async () => {
    const { db } = open({ isHeld: true })
    const first = half(db, 1, 1)
    const second = half(db, 1, 2)
    const again = half(db, 1, 2)
    again.catch(() => {})
    await hop()
    letCommit()
    await Promise.all([first, second])
    await expect(again).rejects.toThrow(/unique/i)
    expect(commits()).toBe(1)
    expect(stored()).toEqual([1])
    await db.destroy()
  })

  test('when the commit fails all are refused, refusals included, and the next one works', async () => {
    const { db, writer } = open({ isHeld: true })
    // A child without its parent is noticed by the commit and by nothing before it.
    const orphan = db.transaction().execute(async (trx) => {
      await half(trx, 1, 1)
      writer.prepare('insert into children values (7)').run()
    })
    const others = [pair(db, 2), half(db, 3, 1)]
    const refusal = db.transaction().execute(async (trx) => {
      const found = await trx.selectFrom('pairs').selectAll().execute()
      throw new Error(`refused because of ${found.length} rows`)
    })
    const all = [orphan, ...others, refusal]
    const outcomes = Promise.allSettled(all)
    await hop()
    letCommit()

    for (const outcome of await outcomes) {
      expect(outcome.status).toBe('rejected')
      if (outcome.status === 'rejected') expect(isUnavailable(outcome.reason)).toBe(true)
    }
    expect(stored()).toEqual([])
    const next = pair(db, 4)
    await hop()
    letCommit()
    await next
    expect(stored()).toEqual([4])
    await db.destroy()
  })

  test('after SQLite itself rolled back nothing more is written outside a transaction', async () => {
    const { db, writer } = open({ isHeld: true })
    const before = pair(db, 1)
    const struck = db.transaction().execute(async (trx) => {
      await half(trx, 2, 1)
      // What a full disk may do: the transaction is gone, and the statement after it fails.
      writer.exec('rollback')
      await expect(half(trx, 2, 1)).rejects.toThrow()
      await half(trx, 2, 2)
    })
    const outcomes = Promise.allSettled([before, struck])
    await hop()
    letCommit()

    for (const { status } of await outcomes) expect(status).toBe('rejected')
    expect(stored()).toEqual([])
    await db.destroy()
  })

  test('a database that is full refuses what does not fit and keeps what it acknowledged', async () => {
    const { db, writer } = open()
    const pages = Number(writer.pragma('page_count', { simple: true }))
    writer.pragma(`max_page_count = ${pages + 3}`)
    const outcomes = await Promise.allSettled(Array.from({ length: 3_000 }, (_, n) => pair(db, n)))
    const kept = outcomes.flatMap(({ status }, n) => (status === 'fulfilled' ? [n] : []))

    expect(stored()).toEqual(kept)
    expect(kept.length).toBeLessThan(3_000)
    writer.pragma('max_page_count = 100000')
    await pair(db, 5_000)
    expect(stored()).toEqual([...kept, 5_000])
    await db.destroy()
  })

  test('a statement that may stand in no transaction ends the group first', async () => {
    const { db } = open({ isHeld: true })
    const writing = pair(db, 1)
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
      fc.asyncProperty(manyPlans, fc.boolean(), async (plans, isEachAGroup) => {
        const cleaning = new SqliteDatabase(file)
        cleaning.exec('delete from pairs')
        cleaning.close()
        const { db } = open({ isEachAGroup })
        const outcomes = await Promise.allSettled(
          plans.map(async ({ steps, ending, startsAfter }, n) => {
            for (let i = 0; i < startsAfter; i++) await hop()
            const trx = await db.startTransaction().execute()
            try {
              await half(trx, n, 1)
              for (const each of steps) await act(trx, each, n)
              await half(trx, n, 2)
              if (ending === 'throw') throw new Error('changed my mind')
              if (ending === 'constraint') await half(trx, n, 2)
              await trx.commit().execute()
            } catch (error) {
              if (!trx.isCommitted) await trx.rollback().execute()
              throw error
            }
          }),
        )
        await db.destroy()
        const kept = outcomes.flatMap(({ status }, n) => (status === 'fulfilled' ? [n] : []))
        expect(kept).toEqual(plans.flatMap(({ ending }, n) => (ending === 'commit' ? [n] : [])))
        expect(stored()).toEqual(kept)
      }),
      { numRuns: runs(200, 60) },
    )
  })

  test('killed between any two steps, the file holds what was acknowledged and nothing torn', async () => {
    const script = new URL('../support/group-commit-process.ts', import.meta.url)
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 1, max: 2 ** 31 - 1 }),
        async (killAt, seed) => {
          const cleaning = new SqliteDatabase(file)
          cleaning.exec('delete from pairs')
          cleaning.close()
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
          const acknowledged = lines.flatMap((l) =>
            l.startsWith('ok ') ? [Number(l.slice(3))] : [],
          )
          const refused = lines.flatMap((l) => (l.startsWith('no ') ? [Number(l.slice(3))] : []))
          const found = new Set(stored())
          expect(acknowledged.filter((n) => !found.has(n))).toEqual([])
          expect(refused.filter((n) => found.has(n))).toEqual([])
        },
      ),
      { numRuns: runs(12, 3) },
    )
  }, 60_000)
})

describe.runIf(dialect === 'sqlite')('who gives way', () => {
  /** Notes under `name` when it is done. */
  const noting =
    (order: string[]) =>
    async (name: string, work: Promise<unknown>): Promise<void> => {
      await work
      order.push(name)
    }

  test('lets those go first that came while it waited for another thread', async () => {
    const { db, unhurried, other } = openBesideThread()
    const order: string[] = []
    const note = noting(order)
    expect(other.tryEnter()).toBe(true)
    const all = [note('index', pair(unhurried, 1))]
    await hop()
    all.push(note('payment', pair(db, 2)), note('single', half(db, 3, 1)))
    await hop()
    expect(order).toEqual([])

    other.leave()
    await Promise.all(all)
    expect(order).toEqual(['payment', 'single', 'index'])
    expect(other.tryEnter()).toBe(true)
    await db.destroy()
  })

  test('as a single statement, too', async () => {
    const { db, unhurried, other } = openBesideThread()
    const order: string[] = []
    const note = noting(order)
    expect(other.tryEnter()).toBe(true)
    const all = [note('log', half(unhurried, 1, 1))]
    await hop()
    all.push(note('payment', pair(db, 2)))
    await hop()
    other.leave()
    await Promise.all(all)
    expect(order).toEqual(['payment', 'log'])
    await db.destroy()
  })

  test('hands the database on to who came while it ran, and then it is the other thread’s turn', async () => {
    const { db, unhurried, other } = openBesideThread()
    const order: string[] = []
    const note = noting(order)
    let payment: Promise<void> | undefined
    let isEntered: Promise<void> | undefined
    await unhurried.transaction().execute(async (trx) => {
      await half(trx, 1, 1)
      isEntered = note('other', other.enter())
      payment = note('payment', pair(db, 2))
      await hop()
      await half(trx, 1, 2)
    })
    await payment
    await isEntered
    expect(order).toEqual(['payment', 'other'])

    const waiting = note('later payment', pair(db, 3))
    expect(await isSettled(waiting)).toBe(false)
    other.leave()
    await waiting
    expect(stored()).toEqual([1, 2, 3])
    await db.destroy()
  })

  test('comes on at its second turn, however many keep coming', async () => {
    const { db, unhurried, other } = openBesideThread()
    const order: string[] = []
    const note = noting(order)
    const all: Promise<void>[] = []
    const stream = async (n: number): Promise<void> => {
      await note('payment', pair(db, n))
      if (n < 30) all.push(stream(n + 3))
    }
    expect(other.tryEnter()).toBe(true)
    all.push(note('index', pair(unhurried, 1)))
    await hop()
    all.push(stream(2), stream(3), stream(4))
    await hop()
    other.leave()
    for (let done = 0; done < all.length; done++) await all[done]
    expect(order.indexOf('index')).toBe(3)
    expect(order).toHaveLength(32)
    await db.destroy()
  })

  test('whoever fails, whoever waits: what was acknowledged is stored, and the database is free again', async () => {
    const plan = fc.record({
      isUnhurried: fc.boolean(),
      fails: fc.boolean(),
      startsAfter: fc.integer({ min: 0, max: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(plan, { minLength: 1, maxLength: 10 }),
        fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 4 }),
        async (ways, stays) => {
          const cleaning = new SqliteDatabase(file)
          cleaning.exec('delete from pairs')
          cleaning.close()
          const { db, unhurried, other } = openBesideThread()
          const otherThread = async () => {
            for (const hops of stays) {
              await other.enter()
              for (let i = 0; i < hops; i++) await hop()
              other.leave()
            }
          }
          const [, ...outcomes] = await Promise.allSettled([
            otherThread(),
            ...ways.map(async ({ isUnhurried, fails, startsAfter }, n) => {
              for (let i = 0; i < startsAfter; i++) await hop()
              const way = isUnhurried ? unhurried : db
              await way.transaction().execute(async (trx) => {
                await half(trx, n, 1)
                await hop()
                await half(trx, n, fails ? 1 : 2)
              })
            }),
          ])
          const kept = outcomes.flatMap(({ status }, n) => (status === 'fulfilled' ? [n] : []))
          expect(kept).toEqual(ways.flatMap(({ fails }, n) => (fails ? [] : [n])))
          expect(stored()).toEqual(kept)
          expect(other.tryEnter()).toBe(true)
          await db.destroy()
        },
      ),
      { numRuns: runs(200, 60) },
    )
  })
})

/** Things that happen within a transaction and change nothing that lasts. */
async function act(trx: ControlledTransaction<Tables>, step: Step, n: number): Promise<void> {
  if (step === 'microtask') await Promise.resolve()
  if (step === 'macrotask') await hop()
  if (step === 'read') await trx.selectFrom('pairs').selectAll().execute()
  if (step === 'duplicate') await expect(half(trx, n, 1)).rejects.toThrow(/unique/i)
  if (step === 'nested') {
    const inner = await trx.savepoint('inner').execute()
    await inner.deleteFrom('pairs').where('transaction', '=', n).execute()
    await half(inner, n, 1)
    await inner.releaseSavepoint('inner').execute()
  }
  if (step === 'nested, undone') {
    const inner = await trx.savepoint('inner').execute()
    await half(inner, n, 3)
    await inner.rollbackToSavepoint('inner').execute()
  }
}
