import { randomBytes } from 'node:crypto'
import { type Migration, Migrator } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { distributedTables } from '#db/citus/citus.ts'
import { placements } from '#db/citus/sharding.ts'
import { openDatabase } from '#db/database.ts'
import { migrateToLatest, migrationNames } from '#db/migrate.ts'
import { portableFor } from '#db/portable.ts'
import { makeBelongings, requestWith } from '../support/belongings.ts'
import { createOnEach, distributeAt, dropOnEach, runStatements } from '../support/citus-cluster.ts'
import type { FreshDatabase } from '../support/database.ts'
import { rowsOf, schemaOf, tablesOf } from '../support/database-snapshot.ts'
import { findBrokenInvariantsNow } from '../support/ledger.ts'
import { payment } from '../support/make.ts'
import { restKinds } from '../support/rest-calls.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

const cluster = inject('cluster')

/** Migrations of the first release that can be distributed: one that came before cannot run on shards. */
const FIRST_CITUS_MIGRATION = migrationNames.indexOf('2026-11-24T02-00-currencies') + 1

async function emptyDatabase(): Promise<FreshDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const { nodes = [] } = cluster ?? {}
  return {
    url: await createOnEach(nodes, name),
    remove: () => dropOnEach(nodes, name),
  }
}

async function migrate(url: string, count = migrationNames.length): Promise<void> {
  const database = openDatabase({ url, poolSize: 2 })
  const provided: Record<string, Migration> = {}
  for (const name of migrationNames.slice(0, count)) {
    const { up } = await import(new URL(`../../db/migrations/${name}.ts`, import.meta.url).pathname)
    provided[name] = { up: (db) => up(db, portableFor('postgres')) }
  }
  const { error } = await new Migrator({
    db: database.db.withoutPlugins(),
    provider: { getMigrations: async () => provided },
  }).migrateToLatest()
  await database.close()
  if (error) throw error
}

/** Creates objects of every kind, for two merchants. */
async function makeRows(app: TestApp): Promise<void> {
  for (const person of [await app.person(), await app.person()]) {
    await makeBelongings({ request: requestWith(person.rest) }, restKinds)
  }
}

async function distributedOf(url: string): Promise<[string, string][]> {
  const database = openDatabase({ url, poolSize: 1 })
  const found = await distributedTables(database.db.withoutPlugins() as never)
  await database.close()
  return [...found].toSorted()
}

/** Returns the distributed tables of which the coordinator still stores rows. */
const bytesLeft = (url: string) =>
  runStatements(
    url,
    `select relname from pg_dist_partition join pg_class c on c.oid = logicalrelid where pg_relation_size(c.oid) > 0`,
  )

describe.skipIf(!cluster)('on a cluster', () => {
  test('distributing keeps every row, also when it is interrupted, and payments continue', async () => {
    const fresh = await emptyDatabase()
    await migrate(fresh.url)
    const before = await testApp({ fresh: { ...fresh, remove: async () => {} } })
    await makeRows(before)
    await before[Symbol.asyncDispose]()
    // Citus adds views of its own.
    const tables = new Map(
      [...(await tablesOf(fresh.url))].filter(([table]) => table in placements),
    )
    const rows = await rowsOf(fresh.url, tables)
    const name = new URL(fresh.url).pathname.slice(1)
    const { nodes: [coordinator = ''] = [] } = cluster ?? {}
    let lines = 0

    const brokenRun = distributeAt(fresh.url, () => {
      lines += 1
      if (lines !== 12) return
      void runStatements(
        coordinator,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and application_name = 'incasso'`,
      )
    })
    await expect(brokenRun).rejects.toThrow()
    const partlyDistributed = await distributedOf(fresh.url)
    await distributeAt(fresh.url)
    const output: string[] = []
    await distributeAt(fresh.url, (line) => output.push(line))

    const placedTables = Object.values(placements).filter(({ kind }) => kind !== 'coordinator')
    expect(partlyDistributed.length).toBeGreaterThanOrEqual(11)
    expect(partlyDistributed.length).toBeLessThan(placedTables.length)
    expect(await distributedOf(fresh.url)).toHaveLength(placedTables.length)
    expect(output).toEqual(['Every table lay where it belongs.'])
    expect(await rowsOf(fresh.url, tables)).toEqual(rows)
    expect(await bytesLeft(fresh.url)).toEqual([])
    await using app = await testApp({ fresh })
    const carol = await app.person({ email: 'carol@example.com' })
    expect((await carol.rest('POST', '/api/transactions', payment())).status).toBe(201)
    await app.settle()
    expect(await findBrokenInvariantsNow(app.database)).toEqual([])
    await expect(runStatements(fresh.url, 'delete from audit_log')).rejects.toThrow('append-only')
    await expect(runStatements(fresh.url, "update audit_log set action = 'x'")).rejects.toThrow(
      'append-only',
    )
    await expect(runStatements(fresh.url, 'truncate audit_log')).rejects.toThrow('append-only')
  })

  test('distributing refuses to run while a server is connected, and does not wait', async () => {
    const fresh = await emptyDatabase()
    await migrate(fresh.url)
    const server = openDatabase({ url: fresh.url, poolSize: 1 })
    await server.db.selectFrom('merchants').select('id').execute()

    await expect(distributeAt(fresh.url)).rejects.toThrow('Stop the servers first: 1')

    expect(await distributedOf(fresh.url)).toEqual([])
    await server.close()
    await fresh.remove()
  })

  test('a database distributed by an earlier release is migrated to the schema of a new one', async () => {
    const newest = await emptyDatabase()
    await migrate(newest.url)
    await distributeAt(newest.url)
    const schema = await schemaOf(newest.url)

    for (let count = FIRST_CITUS_MIGRATION; count < migrationNames.length; count++) {
      const old = await emptyDatabase()
      await migrate(old.url, count)
      await distributeAt(old.url)
      const database = openDatabase({ url: old.url, poolSize: 2 })
      const names = await migrateToLatest(database)
      await database.close()

      expect(names).toEqual(migrationNames.slice(count))
      expect([count, await schemaOf(old.url)]).toEqual([count, schema])
      expect(await distributedOf(old.url)).toEqual(await distributedOf(newest.url))
      await old.remove()
    }
    await newest.remove()
  }, 300_000)
})
