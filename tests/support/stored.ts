import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import SqliteDatabase from 'better-sqlite3'
import { sqliteFile } from '#db/database.ts'

type Row = Record<string, unknown>

/** Returns all rows of an SQLite database by table. Works also while the server has the database open. */
export function storedRows(databaseUrl: string): Map<string, Row[]> {
  const db = new SqliteDatabase(sqliteFile(databaseUrl), { readonly: true })
  try {
    const tables = db
      .prepare(
        "select name from sqlite_master where type = 'table' and sql not like 'create virtual%'",
      )
      .pluck()
      .all() as string[]
    return new Map(
      tables.map((table) => [table, db.prepare(`select * from "${table}"`).all() as Row[]]),
    )
  } finally {
    db.close()
  }
}

/** Returns the names of the tables that differ. `isCounted` excludes rows that may be added. */
export function changedTables(
  before: Map<string, Row[]>,
  after: Map<string, Row[]>,
  isCounted: (table: string, row: Row) => boolean = () => true,
): string[] {
  const hashOf = (table: string, rows: Row[] = []) =>
    createHash('sha256')
      .update(JSON.stringify(rows.filter((row) => isCounted(table, row))))
      .digest('hex')
  return [...after.keys()].filter(
    (table) => hashOf(table, before.get(table)) !== hashOf(table, after.get(table)),
  )
}

/** Returns the database as stored on the disk: its file and the write-ahead log. */
export const storedBytes = (databaseUrl: string): Buffer =>
  Buffer.concat(
    ['', '-wal']
      .map((ending) => `${sqliteFile(databaseUrl)}${ending}`)
      .filter((file) => existsSync(file))
      .map((file) => readFileSync(file)),
  )
