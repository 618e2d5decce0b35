import { sql } from 'kysely'
import type { TestApp } from './test-app.ts'

/** Tables that only repeat other rows, or describe the schema: sums, search and migrations. */
const derivedTables = /^(?:rollup|search|sqlite|kysely|citus)_/

type Rows = ReadonlyMap<string, string>

async function readRows({ db }: TestApp): Promise<Rows> {
  const plain = db.withoutPlugins()
  const tables = (await plain.introspection.getTables()).filter(
    ({ name }) => !derivedTables.test(name),
  )
  const contents = await Promise.all(
    tables.map(async ({ name }): Promise<[string, string]> => {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(plain)
      const lines = rows.map((row) => JSON.stringify(row))
      return [name, lines.toSorted().join('\n')]
    }),
  )
  return new Map(contents)
}

/** Returns the names of the tables in which rows were added, changed or deleted while `work` ran. */
export async function tablesChangedBy(
  app: TestApp,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const before = await readRows(app)
  await work()
  const after = await readRows(app)
  return [...after.keys()].filter((name) => before.get(name) !== after.get(name)).toSorted()
}
