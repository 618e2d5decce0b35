import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findUniqueIndexesWithout } from '#db/citus/citus.ts'
import { distribute } from '#db/citus/distribute.ts'
import { isWithMerchant, merchantColumn, placements } from '#db/citus/sharding.ts'
import { openDatabase } from '#db/database.ts'
import { migrateToLatest } from '#db/migrate.ts'
import { dialect, freshDatabase } from '../support/database.ts'

/** Returns our tables of a migrated database with their columns, without the tables that SQLite keeps for an index. */
async function tables(): Promise<Map<string, string[]>> {
  const fresh = await freshDatabase({ isMigrated: false })
  const database = openDatabase({ url: fresh.url })
  await migrateToLatest(database)
  const { rows } = await (dialect === 'sqlite'
    ? sql<{ name: string; column: string }>`
        select t.name, c.name as "column" from pragma_table_list t, pragma_table_info(t.name) c
        where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite%'`
    : sql<{ name: string; column: string }>`
        select table_name as name, column_name as "column" from information_schema.columns
        where table_schema = 'public'`
  ).execute(database.db)
  await database.close()
  await fresh.remove()
  const tablesFound = new Map<string, string[]>()
  for (const { name, column } of rows) {
    if (!name.startsWith('kysely'))
      tablesFound.set(name, [...(tablesFound.get(name) ?? []), column])
  }
  return tablesFound
}

/** Tables that only one of the two databases has. */
const dialectTables = {
  sqlite: /^search_(?:index|stale|lists|trigram_counts)$/,
  postgres: /^rate_buckets$/,
}
const otherDialectTables = dialect === 'sqlite' ? dialectTables.postgres : dialectTables.sqlite

test('each table has a documented placement of its rows', async () => {
  const tablesFound = await tables()

  const placedTables = Object.keys(placements).filter((table) => !otherDialectTables.test(table))
  expect([...tablesFound.keys()].toSorted()).toEqual(placedTables.toSorted())
  const merchantTables = [...tablesFound].filter(([table]) => isWithMerchant(table))
  const withoutKey = merchantTables.filter(
    ([table, columns]) => !columns.includes(merchantColumn(table)),
  )
  expect(withoutKey).toEqual([])
})

test.runIf(dialect === 'postgres')(
  'keys that are unique over all merchants are those declared as widened',
  async () => {
    const fresh = await freshDatabase({ isMigrated: false })
    const database = openDatabase({ url: fresh.url })
    await migrateToLatest(database)
    const tablesFound: string[] = []
    for (const table of Object.keys(placements).filter(isWithMerchant)) {
      const column = merchantColumn(table)
      const unique = await database.db
        .withoutPlugins()
        .connection()
        .execute((db) => findUniqueIndexesWithout(db as never, { table, column }))
      tablesFound.push(...unique.map(({ name }) => name))
    }
    await database.close()
    await fresh.remove()

    const statedKeys = Object.values(placements).flatMap((placement) =>
      placement.kind === 'distributed' ? Object.keys(placement.widened ?? {}) : [],
    )
    expect(tablesFound.toSorted()).toEqual(statedKeys.toSorted())
  },
)

test.each([true, false])(
  'a database without Citus is refused and stays unchanged (%s)',
  async (isDryRun) => {
    const fresh = await freshDatabase({ isMigrated: false })
    const database = openDatabase({ url: fresh.url })
    await migrateToLatest(database)
    const lines: string[] = []

    const distributing = distribute(database, {
      shards: 4,
      isDryRun,
      say: (line) => lines.push(line),
    })

    await expect(distributing).rejects.toThrow(
      dialect === 'sqlite' ? 'This database is an SQLite file' : 'This database has no Citus',
    )
    expect(lines).toEqual([])
    await database.close()
    await fresh.remove()
  },
)
