import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { type Migration, Migrator } from 'kysely'
import pg from 'pg'
import { openDatabase, sqliteFile } from '#db/database.ts'
import { migrationNames } from '#db/migrate.ts'
import { type Portable, portableFor } from '#db/portable.ts'
import { dialect, type FreshDatabase, freshDatabase } from './database.ts'
import { tablesOf } from './database-snapshot.ts'

type Module = { up: (db: Parameters<Migration['up']>[0], portable: Portable) => Promise<void> }

/** Creates a database as a release with the first `count` migrations left it, with the rows of another database. */
export async function createOldDatabase(count: number, sourceUrl: string): Promise<FreshDatabase> {
  const fresh = await freshDatabase({ isMigrated: false })
  const database = openDatabase({ url: fresh.url })
  const portable = portableFor(dialect)
  const provided: Record<string, Migration> = {}
  for (const name of migrationNames.slice(0, count)) {
    const file = new URL(`../../db/migrations/${name}.ts`, import.meta.url).pathname
    const { up }: Module = await import(file)
    provided[name] = { up: (db) => up(db, portable) }
  }
  const provider = { getMigrations: async () => provided }
  const migrator = new Migrator({ db: database.db.withoutPlugins(), provider })
  const { error } = await database.whileSchemaIsOpen(() => migrator.migrateToLatest())
  await database.close()
  if (error) throw error
  await (dialect === 'sqlite'
    ? copySqlite(sourceUrl, fresh.url)
    : copyPostgres(sourceUrl, fresh.url))
  return fresh
}

/** Columns that a later release no longer stores, with the SQL that derives them, for merchants in UTC. */
const derived: Record<string, Record<string, string>> = {
  customers: { day: 'substr(created_at, 1, 10)' },
}

/** Returns the columns of an older release whose values a migration keeps. */
export const unchangedColumns = (table: string, columns: readonly string[]): string[] =>
  columns.filter((name) => derived[table]?.[name] === undefined)

/** Returns the columns of a table that the same table of another release can fill, and the SQL of their values. */
function fillableColumns(
  table: string,
  targetColumns: readonly string[],
  sourceColumns: readonly string[] = [],
) {
  const sources = targetColumns.flatMap((name): [string, string][] => {
    const source = sourceColumns.includes(name) ? quoted([name]) : derived[table]?.[name]
    return source === undefined ? [] : [[name, source]]
  })
  return {
    names: quoted(sources.map(([name]) => name)),
    values: sources.map(([name, source]) => `${source} as "${name}"`).join(', '),
  }
}

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ')

async function copySqlite(from: string, to: string): Promise<void> {
  const [sourceTables, targetTables] = [await tablesOf(from), await tablesOf(to)]
  const connection = new SqliteDatabase(sqliteFile(to))
  connection.pragma('foreign_keys = off')
  connection.prepare('attach database ? as source').run(sqliteFile(from))
  connection.transaction(() => {
    for (const [table, columns] of targetTables) {
      const { names, values } = fillableColumns(table, columns, sourceTables.get(table))
      if (names === '') continue
      connection.exec(`delete from main."${table}"`)
      connection.exec(
        `insert into main."${table}" (${names}) select ${values} from source."${table}"`,
      )
    }
  })()
  rebuildSearchIndex(connection)
  connection.close()
}

/** Indexes the texts again. Releases that index by triggers need a rebuild; later ones index by themselves. */
function rebuildSearchIndex(connection: SqliteDatabase.Database): void {
  const triggerIndex = connection.prepare(
    `select 1 from sqlite_master where name = 'search_trigrams' and sql like '%search_texts%'`,
  )
  if (triggerIndex.get()) {
    connection.exec(`insert into search_trigrams (search_trigrams) values ('rebuild')`)
  } else {
    connection.exec(`delete from search_stale; update search_index set indexed_to = 0`)
  }
}

async function copyPostgres(from: string, to: string): Promise<void> {
  const [sourceTables, targetTables] = [await tablesOf(from), await tablesOf(to)]
  const source = new pg.Client({ connectionString: from })
  const target = new pg.Client({ connectionString: to })
  await Promise.all([source.connect(), target.connect()])
  // Disables triggers and foreign keys, because rows arrive in the order of their tables' names.
  await target.query('set session_replication_role = replica')
  for (const [table, columns] of targetTables) {
    const { names, values } = fillableColumns(table, columns, sourceTables.get(table))
    if (names === '') continue
    const { rows } = await source.query(
      `select coalesce(json_agg(each), '[]')::text as all from (select ${values} from "${table}") as each`,
    )
    await target.query(
      `insert into "${table}" (${names}) overriding system value
       select ${names} from json_populate_recordset(null::"${table}", $1)`,
      [rows[0].all],
    )
  }
  await target.query(
    `select setval(pg_get_serial_sequence('search_texts', 'seq'), max(seq)) from search_texts`,
  )
  await Promise.all([source.end(), target.end()])
}

/** Copies the database at `url`, which no process may have open meanwhile. */
export async function copyDatabase({ url }: FreshDatabase): Promise<FreshDatabase> {
  if (dialect === 'sqlite') {
    const folder = mkdtempSync(path.join(tmpdir(), 'incasso-test-'))
    const file = path.join(folder, 'incasso.db')
    copyFileSync(sqliteFile(url), file)
    if (existsSync(`${sqliteFile(url)}-wal`)) throw new Error('it is open')
    return {
      url: `file:${file}`,
      remove: async () => rmSync(folder, { recursive: true, force: true }),
    }
  }
  const adminUrl = new URL(url)
  const template = adminUrl.pathname.slice(1)
  const name = `test_${randomBytes(8).toString('hex')}`
  adminUrl.pathname = '/postgres'
  const run = async (text: string) => {
    const admin = new pg.Client({ connectionString: adminUrl.href })
    await admin.connect()
    await admin.query(text).finally(() => admin.end())
  }
  await run(`create database ${name} template ${template} strategy wal_log`)
  return {
    url: adminUrl.href.replace(/postgres$/, name),
    remove: () => run(`drop database ${name} with (force)`),
  }
}
