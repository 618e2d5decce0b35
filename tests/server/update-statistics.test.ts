import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#db/tables.ts'
import { findKeys, insertNewKeys } from '#server/services/idempotency/idempotency.queries.ts'
import { listGrownTables } from '#server/services/operating/statistics.queries.ts'
import { updateStatistics } from '#server/services/operating/update-statistics.ts'
import { dialect } from '../support/database.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

const neverAborted = () => new AbortController().signal

/** Adds rows and makes PostgreSQL count them at once, not within a second. */
const insertRows = (db: Db, count: number): Promise<unknown> =>
  db.connection().execute(async (one) => {
    await sql`insert into grown select n from generate_series(1, ${sql.lit(count)}) as n`.execute(
      one,
    )
    await sql`select pg_stat_force_next_flush()`.execute(one)
  })

async function startGrownApp(): Promise<TestApp> {
  const app = await testApp()
  await sql`create table grown (n integer)`.execute(app.db)
  return app
}

test.runIf(dialect === 'postgres')(
  'a table is analyzed once it has two hundred rows, and again once it has doubled',
  async () => {
    await using app = await startGrownApp()
    const listOutgrownTables = async () =>
      (await listGrownTables(app.db)).filter((name) => name === 'grown')
    await insertRows(app.db, 150)
    const whileSmall = await listOutgrownTables()
    await insertRows(app.db, 150)
    const first = await listOutgrownTables()
    await updateStatistics(app, neverAborted())
    const known = await listOutgrownTables()
    await insertRows(app.db, 250)
    const belowLimit = await listOutgrownTables()
    await insertRows(app.db, 300)

    expect({ whileSmall, first, known, below: belowLimit }).toEqual({
      whileSmall: [],
      first: ['grown'],
      known: [],
      below: [],
    })
    expect(await listOutgrownTables()).toEqual(['grown'])
  },
)

test.runIf(dialect === 'postgres')(
  'a stopped job analyzes no table, and a table that another session analyzes is not waited for',
  async () => {
    await using app = await startGrownApp()
    await insertRows(app.db, 300)
    const known = async () => {
      const { rows } = await sql<{ rows: number }>`
        select reltuples as rows from pg_class where relname = 'grown'`.execute(app.db)
      return rows[0]?.rows
    }

    await updateStatistics(app, AbortSignal.abort())
    expect(await known()).toBe(-1)
    await app.db.transaction().execute(async (trx) => {
      await sql`lock table grown in share update exclusive mode`.execute(trx)
      await updateStatistics(app, neverAborted())
    })
    expect(await known()).toBe(-1)
    await updateStatistics(app, neverAborted())
    expect(await known()).toBe(300)
  },
)

test.runIf(dialect === 'postgres')(
  'the keys of payments are found by their index, also while their table is small',
  async () => {
    await using app = await testApp()
    const merchantId = (await app.person()).merchant.id
    const rows = Array.from({ length: 3000 }, (_, n) => ({
      merchantId,
      key: `key-${String(n).padStart(4, '0')}`,
      fingerprint: 'f',
      objectId: null,
      status: 201,
      body: '{}',
      createdAt: new Date(0).toISOString(),
    }))
    await insertNewKeys(app.db, rows)
    await sql`analyze idempotency_keys`.execute(app.db)

    const { found, scans } = await app.db.transaction().execute(async (trx) => {
      const keys = await findKeys(trx, [
        { merchantId, key: 'key-0007' },
        { merchantId, key: 'key-9999' },
        { merchantId, key: 'key-0003' },
      ])
      const scanCount = await sql<{ scans: number }>`
        select seq_scan as scans from pg_stat_xact_user_tables where relname = 'idempotency_keys'
      `.execute(trx)
      return { found: keys.map(({ key }) => key), scans: Number(scanCount.rows[0]?.scans) }
    })

    expect(found).toEqual(['key-0003', 'key-0007'])
    expect(scans).toBe(0)
  },
)
