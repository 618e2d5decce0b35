import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { assertSqliteVersion, type OpenDatabase, openDatabase } from '#db/database.ts'
import { dialect, type FreshDatabase, freshDatabase } from '../support/database.ts'

let fresh: FreshDatabase
let open: OpenDatabase

beforeEach(async () => {
  fresh = await freshDatabase({ isMigrated: false })
  open = openDatabase({ url: fresh.url })
  await sql`create table numbers (n integer primary key)`.execute(open.db)
})

afterEach(async () => {
  await open.close()
  await fresh.remove()
})

const numbers = async () => {
  const { rows } = await sql<{ n: number }>`select n from numbers order by n`.execute(open.db)
  return rows.map(({ n }) => n)
}
const insert = (db: OpenDatabase['db'], n: number) =>
  sql`insert into numbers values (${n})`.execute(db)

test('transactions are serialized: fifty that read and then write lose nothing', async () => {
  await insert(open.db, 0)

  await Promise.all(
    Array.from({ length: 50 }, () =>
      open.db.transaction().execute(async (trx) => {
        // PostgreSQL needs an explicit lock. SQLite runs such transactions one after another anyway.
        if (dialect === 'postgres') await sql`lock table numbers`.execute(trx)
        const { rows } = await sql<{ n: number }>`select max(n) as n from numbers`.execute(trx)
        await insert(trx, (rows[0]?.n ?? 0) + 1)
      }),
    ),
  )

  expect(await numbers()).toEqual(Array.from({ length: 51 }, (_, n) => n))
})

test('a transaction that throws stores nothing, and the next one runs', async () => {
  const failing = open.db.transaction().execute(async (trx) => {
    await insert(trx, 1)
    throw new Error('changed my mind')
  })

  await expect(failing).rejects.toThrow('changed my mind')
  await open.db.transaction().execute((trx) => insert(trx, 2))
  expect(await numbers()).toEqual([2])
})

test('a statement that fails inside a transaction rolls back all of it', async () => {
  const failing = open.db.transaction().execute(async (trx) => {
    await insert(trx, 1)
    await insert(trx, 1)
  })

  await expect(failing).rejects.toThrow(/unique/i)
  expect(await numbers()).toEqual([])
})

test('a savepoint rolls back without the rest of its transaction', async () => {
  const trx = await open.db.startTransaction().execute()
  await insert(trx, 1)
  const saved = await trx.savepoint('before two').execute()
  await insert(saved, 2)
  const rolledBack = await saved.rollbackToSavepoint('before two').execute()
  await insert(rolledBack, 3)
  await rolledBack.commit().execute()

  expect(await numbers()).toEqual([1, 3])
})

test('a read outside an open transaction sees committed data without waiting for it', async () => {
  await open.db.schema.createTable('rows').addColumn('n', 'integer').execute()
  const count = async () =>
    open.db
      .selectFrom('rows' as never)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()

  const inside = await open.db.transaction().execute(async (trx) => {
    await sql`insert into rows values (1)`.execute(trx)
    return count()
  })

  expect(Number(inside.count)).toBe(0)
  expect(Number((await count()).count)).toBe(1)
})

test('integers up to 2^53 stay exact, and larger ones are not rounded', async () => {
  await sql`create table big (n bigint)`.execute(open.db)
  await sql`insert into big values (${Number.MAX_SAFE_INTEGER})`.execute(open.db)

  const { rows } = await sql<{ n: number }>`select n from big`.execute(open.db)
  expect(rows).toEqual([{ n: Number.MAX_SAFE_INTEGER }])

  if (dialect === 'postgres') {
    await sql`update big set n = 9007199254740993`.execute(open.db)
    await expect(sql`select n from big`.execute(open.db)).rejects.toThrow('beyond 2^53')
  }
})

test.runIf(dialect === 'sqlite')('SQLite that can lose committed pages is refused', () => {
  for (const old of ['3.40.1', '3.51.2', '', undefined]) {
    expect(() => assertSqliteVersion(old)).toThrow('too old')
  }
  for (const good of ['3.51.3', '3.53.2', '4.0.0']) assertSqliteVersion(good)
})

test.runIf(dialect === 'postgres')(
  'PostgreSQL cancels statements after 30 seconds, except for migrations and operators',
  async () => {
    const patient = openDatabase({ url: fresh.url, poolSize: 1, isForMaintenance: true })
    const limitOf = async ({ db }: OpenDatabase) => {
      const { rows } = await sql<{ limit: string }>`
        select current_setting('statement_timeout') as "limit"`.execute(db)
      return rows[0]?.limit
    }

    const limits = [await limitOf(open), await limitOf(patient)]

    await patient.close()
    expect(limits).toEqual(['30s', '0'])
  },
)
