import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '#db/database.ts'
import { runPipelined } from '#db/pipeline.ts'
import type { Db } from '#db/tables.ts'
import { dialect, type FreshDatabase, freshDatabase } from '../support/database.ts'

let fresh: FreshDatabase
let open: OpenDatabase
let statements: string[]

beforeEach(async () => {
  fresh = await freshDatabase()
  statements = []
  const recordStatement = (text: string) => statements.push(text)
  open = openDatabase({ url: fresh.url, poolSize: 2, onPostgresStatement: recordStatement })
})

afterEach(async () => {
  await open.close()
  await fresh.remove()
})

const put = (db: Db, objectId: string) =>
  db
    .insertInto('searchTexts')
    .values({ merchantId: 'mer_1', kind: 'customer', objectId, text: 'ada' })
    .returning('objectId')
    .executeTakeFirstOrThrow()

const stored = async () =>
  (await open.db.selectFrom('searchTexts').select('objectId').orderBy('seq').execute()).map(
    ({ objectId }) => objectId,
  )

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

describe.each(['in a transaction', 'outside of one'] as const)('%s', (scope) => {
  const run = <R>(work: (db: Db) => Promise<R>) =>
    scope === 'in a transaction' ? open.db.transaction().execute(work) : work(open.db)

  test('returns each step’s result, in order, and keeps the order of their first statements', async () => {
    const found = await run((db) =>
      runPipelined({ db, more: 7 }, [
        async (world) => {
          // This step sends its first statement late. The next step's first statement must still follow it.
          await Promise.resolve().then(() => Promise.resolve())
          return put(world.db, 'one')
        },
        async ({ more }) => more,
        async (world) => (await put(world.db, 'two')).objectId.length,
      ]),
    )

    expect(found).toEqual([{ objectId: 'one' }, 7, 3])
    expect(await stored()).toEqual(['one', 'two'])
  })

  test('an empty pipeline does nothing', async () => {
    expect(await run((db) => runPipelined({ db }, []))).toEqual([])
  })

  test('a step may have steps of its own', async () => {
    await run((db) =>
      runPipelined({ db }, [
        (world) => runPipelined(world, [(own) => put(own.db, 'one'), (own) => put(own.db, 'two')]),
        (world) => put(world.db, 'three'),
      ]),
    )

    expect((await stored()).toSorted()).toEqual(['one', 'three', 'two'])
  })
})

test('a pipeline in a transaction throws the first failure once all steps have ended, and stores nothing', async () => {
  const ended: string[] = []
  const work = open.db.transaction().execute((db) =>
    runPipelined({ db }, [
      async (world) => {
        await put(world.db, 'one')
        await put(world.db, 'late')
        ended.push('late')
      },
      (world) => sql`select missing from nowhere`.execute(world.db),
      (world) => put(world.db, 'behind').finally(() => ended.push('behind')),
    ]),
  )

  expect(String(await errorOf(work))).toMatch(/nowhere/)
  // SQLite runs step after step, so it never starts the steps after the failed one.
  expect(ended).toEqual(dialect === 'sqlite' ? ['late'] : ['behind'])
  expect(await stored()).toEqual([])
  // The connection stays usable.
  await open.db.transaction().execute((db) => put(db, 'next'))
  expect(await stored()).toEqual(['next'])
})

test('a step that throws by itself rolls back the transaction', async () => {
  const work = open.db.transaction().execute((db) =>
    runPipelined({ db }, [
      (world) => put(world.db, 'one'),
      async () => {
        throw new Error('no statement')
      },
      (world) => put(world.db, 'three'),
    ]),
  )

  expect(await errorOf(work)).toEqual(new Error('no statement'))
  expect(await stored()).toEqual([])
})

test.runIf(dialect === 'postgres')(
  'a statement is sent before the previous one has its response, together with the transaction’s begin',
  async () => {
    const admin = new pg.Client({ connectionString: fresh.url })
    await admin.connect()
    await admin.query('select pg_advisory_lock(5)')
    const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted`
    await open.db.selectFrom('searchTexts').select('objectId').execute()
    statements.length = 0

    const work = open.db
      .transaction()
      .execute((db) =>
        runPipelined({ db }, [
          (world) => sql`select pg_advisory_xact_lock(5)`.execute(world.db),
          (world) => put(world.db, 'behind'),
        ]),
      )
    await expect.poll(async () => (await admin.query(waiting)).rowCount).toBe(1)
    const sent = statements.map((text) => text.split(' ').slice(0, 2).join(' '))
    await admin.query('select pg_advisory_unlock(5)')
    await work
    await admin.end()

    expect(sent).toEqual(['begin', 'select pg_advisory_xact_lock(5)', 'insert into'])
    expect(await stored()).toEqual(['behind'])
  },
)
