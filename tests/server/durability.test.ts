import SqliteDatabase from 'better-sqlite3'
import { expect, test } from 'vitest'
import { dialect } from '../support/database.ts'
import { payment } from '../support/make.ts'
import { testApp } from '../support/test-app.ts'

test.runIf(dialect === 'sqlite')(
  'the 2xx response to a payment follows its commit, on a connection with synchronous=FULL',
  async () => {
    const happened: string[] = []
    await using app = await testApp({ onWriterStatement: (text) => happened.push(text) })
    const alice = await app.person()
    happened.length = 0

    const { status } = await alice.rest('POST', '/api/payments', payment())
    happened.push(`answer ${status}`)

    const beginIndex = happened.indexOf('begin immediate')
    const insert = happened.findIndex((text) => /insert into "?transactions/.test(text))
    const commit = happened.indexOf('commit')
    const responseIndex = happened.indexOf('answer 201')
    expect(beginIndex).toBeGreaterThanOrEqual(0)
    expect(insert).toBeGreaterThan(beginIndex)
    expect(commit).toBeGreaterThan(insert)
    expect(responseIndex).toBeGreaterThan(commit)
    // At the start the setting was read back as FULL; it must not change in between.
    expect(happened.filter((text) => /pragma/i.test(text))).toEqual([])
  },
)

test.runIf(dialect === 'sqlite')(
  'the writing connection reports FULL, not the default of WAL',
  async () => {
    const statements: string[] = []
    await using app = await testApp({ onWriterStatement: (text) => statements.push(text) })

    expect(statements).toContain('PRAGMA synchronous = full')
    const { rows } = await app.db.connection().execute((connection) =>
      connection.transaction().execute(async (trx) => {
        const { sql } = await import('kysely')
        return sql<{ synchronous: number }>`pragma synchronous`.execute(trx)
      }),
    )
    expect(rows).toEqual([{ synchronous: 2 }])
    // Guards against a trap: a connection that only requests WAL has NORMAL here.
    const plainDatabase = new SqliteDatabase(':memory:')
    expect(
      plainDatabase
        .prepare("select sqlite_compileoption_used('DEFAULT_WAL_SYNCHRONOUS=1')")
        .pluck()
        .get(),
    ).toBe(1)
    plainDatabase.close()
  },
)

test('a second reader finds a payment in the database as soon as its response arrives', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { json } = await alice.rest('POST', '/api/payments', payment())

  const { openDatabase } = await import('#db/database.ts')
  const second = openDatabase({ url: app.world.config.databaseUrl })
  const row = await second.db
    .selectFrom('transactions')
    .select('id')
    .where('id', '=', json().id)
    .executeTakeFirst()
  await second.close()

  expect(row).toEqual({ id: json().id })
})
