import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type OpenDatabase, openDatabase } from '#db/database.ts'
import { migrateToLatest } from '#db/migrate.ts'
import { openBulk, quoteName } from '#db/postgres/bulk-connection.ts'
import type { World } from '#server/core/context.ts'
import { offlineVerbs } from '#server/ops/file-verbs.ts'
import { listCopiedTables } from '#server/ops/move/tables.queries.ts'
import { type ColumnKind, convertValue } from '#server/ops/move/values.rules.ts'
import { dialect, type FreshDatabase, freshDatabase } from './database.ts'
import { isQuick } from './runs.ts'

/** A database engine between which `npm run ops -- move` copies data. */
export type Engine = 'sqlite' | 'postgres'

const pairsOnPostgres: [Engine, Engine][] = [
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
  ['postgres', 'postgres'],
]

/**
 * Pairs of source and target engine. PostgreSQL is available only when the tests run on it. The quick run keeps the
 * move of growing merchants, from SQLite to PostgreSQL; its last test moves back as well.
 */
export const enginePairs: [Engine, Engine][] =
  dialect === 'sqlite'
    ? [['sqlite', 'sqlite']]
    : isQuick
      ? pairsOnPostgres.slice(0, 1)
      : pairsOnPostgres

/** Creates an empty database without tables, as the target of a move. */
export async function emptyDatabase(engine: Engine): Promise<FreshDatabase> {
  if (engine === 'postgres') return freshDatabase({ isMigrated: false })
  const folder = mkdtempSync(path.join(tmpdir(), 'incasso-move-'))
  return {
    url: `file:${path.join(folder, 'moved.db')}`,
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

let sqliteTemplate: Promise<string> | undefined

/** Migrates one SQLite file of this process, which tests copy. */
async function migrateTemplate(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'incasso-move-template-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'template.db')
  const database = openDatabase({ url: `file:${file}` })
  await migrateToLatest(database)
  await database.close()
  return file
}

/** Creates a database with this release's tables, without a row. A move may begin there and may fill it. */
export async function migratedDatabase(engine: Engine): Promise<FreshDatabase> {
  if (engine === dialect) return freshDatabase()
  const created = await emptyDatabase(engine)
  sqliteTemplate ??= migrateTemplate()
  copyFileSync(await sqliteTemplate, created.url.slice('file:'.length))
  return created
}

type MoveResult = { code: number | undefined; text: string }

/**
 * Runs the operator command `move` in this process. `onLine` receives each output line; it may change the source, or
 * abort by throwing.
 */
export async function runMove(
  world: World,
  args: string[],
  { url, onLine = () => {} }: { url: string; onLine?: (line: string) => void },
): Promise<MoveResult> {
  const lines: string[] = []
  const operatorContext = {
    config: { ...world.config, databaseUrl: url },
    now: () => performance.timeOrigin + performance.now(),
    worldOf: ({ db, dialect: openDialect }: OpenDatabase): World => ({
      ...world,
      db,
      dialect: openDialect,
    }),
  }
  const code = await offlineVerbs.move?.run(operatorContext, args, (line) => {
    lines.push(line)
    onLine(line)
  })
  return { code, text: lines.join('\n') }
}

/** Returns every row of every moved table, with values as SQLite stores them, in a fixed order. */
export async function contentOf(url: string): Promise<Record<string, string[]>> {
  const connection = await openBulk(url, { isTarget: false })
  try {
    const content: Record<string, string[]> = {}
    for (const { name, columns } of await listCopiedTables(connection)) {
      const rows = await connection.all(`select * from ${quoteName(name)}`)
      const names = columns.map((column) => column.name).toSorted()
      const kinds = new Map<string, ColumnKind>(columns.map((column) => [column.name, column.kind]))
      const comparableValue = (column: string, value: unknown) =>
        convertValue(value, { kind: kinds.get(column) ?? 'text', to: 'sqlite' })
      content[name] = rows
        .map((row) => JSON.stringify(names.map((column) => comparableValue(column, row[column]))))
        .toSorted()
    }
    return content
  } finally {
    await connection.close()
  }
}
