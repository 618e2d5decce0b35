import { setTimeout as wait } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import type pg from 'pg'
import {
  assertSqliteVersion,
  DatabaseSetupError,
  parseSafeInteger,
  sqliteFile,
} from '../database.ts'
import type { Dialect } from '../portable.ts'
import { makePrivate } from '../sqlite/private-file.ts'
import { postgresDriver } from './postgres-driver.ts'

/** A row whose keys are the database's own column names. */
export type BulkRow = Record<string, unknown>

/**
 * A connection that reads or fills whole tables, separate from the connections that serve requests. Statements use the
 * database's names.
 */
export type BulkConnection = {
  dialect: Dialect
  /** Returns the rows of one statement; its optional parameter is `$1` or `@given`. */
  all: (text: string, parameter?: string) => Promise<BulkRow[]>
  run: (text: string) => Promise<void>
  /** Inserts rows whose values are in the order of the columns; for PostgreSQL the values are as in JSON. */
  insert: (table: string, columns: readonly string[], rows: readonly unknown[][]) => Promise<void>
  /** Deletes the rows with these keys, each a JSON object. */
  remove: (table: string, columns: readonly string[], keys: readonly string[]) => Promise<void>
  /** Runs work in a transaction: all of its writes are stored, or none. */
  inTransaction: <R>(work: () => Promise<R>) => Promise<R>
  close: () => Promise<void>
}

/** Quotes the name of a table or column for SQL. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`

const listColumns = (columns: readonly string[]): string => columns.map(quoteName).join(', ')

/**
 * Opens a connection that reads or fills whole tables. On SQLite only a target is writable, and its file is created if
 * missing.
 */
export function openBulk(
  url: string,
  { isTarget }: { isTarget: boolean },
): Promise<BulkConnection> {
  return url.startsWith('file:') ? openSqliteBulk(sqliteFile(url), isTarget) : openPostgresBulk(url)
}

/** Cache size in KiB that helps while indexes are created. */
const CACHE_KIB = 262_144
const BUSY_MS = 5000

async function openSqliteBulk(file: string, isTarget: boolean): Promise<BulkConnection> {
  if (isTarget) makePrivate(file)
  const connection = new SqliteDatabase(file, { readonly: !isTarget, timeout: BUSY_MS })
  assertSqliteVersion(connection.prepare('select sqlite_version()').pluck().get())
  connection.pragma(`cache_size = -${CACHE_KIB}`)
  if (isTarget) {
    connection.pragma('journal_mode = wal')
    // A power cut may lose the last batches, but only in order: the next run reads how far the copy has come.
    connection.pragma('synchronous = normal')
    connection.pragma('foreign_keys = off')
  }
  const prepared = new Map<string, SqliteDatabase.Statement>()
  const statement = (text: string) => {
    const cached = prepared.get(text) ?? connection.prepare(text)
    prepared.set(text, cached)
    return cached
  }
  return {
    dialect: 'sqlite',
    all: async (text, given) =>
      connection.prepare<unknown[], BulkRow>(text).all(...(given === undefined ? [] : [{ given }])),
    run: async (text) => void connection.exec(text),
    insert: async (table, columns, rows) => {
      const rowStatement = statement(
        `insert into ${quoteName(table)} (${listColumns(columns)}) values (${columns.map(() => '?').join(', ')})`,
      )
      for (const row of rows) rowStatement.run(...row)
    },
    remove: async (table, columns, keys) => {
      const rowStatement = statement(
        `delete from ${quoteName(table)} where ${columns.map((name) => `${quoteName(name)} = ?`).join(' and ')}`,
      )
      for (const key of keys) {
        const values = JSON.parse(key) as BulkRow
        rowStatement.run(...columns.map((name) => values[name]))
      }
    },
    inTransaction: async (work) => {
      connection.exec('begin immediate')
      try {
        const result = await work()
        connection.exec('commit')
        return result
      } catch (error) {
        if (connection.inTransaction) connection.exec('rollback')
        throw error
      }
    },
    close: async () => void connection.close(),
  }
}

/** Key of the advisory lock that a move takes on PostgreSQL; the number is arbitrary. */
const MOVE_LOCK = 7_310_047_264
const TRIES = 100
const RETRY_MS = 200

/**
 * Takes the lock that excludes other moves. PostgreSQL may still be running the last statement of a killed command: the
 * next command must not read the progress before that has ended.
 */
async function acquireMoveLock(client: pg.Client): Promise<void> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const { rows } = await client.query(`select pg_try_advisory_lock(${MOVE_LOCK}) as has_lock`)
    if (rows[0].has_lock) return
    await wait(RETRY_MS)
  }
  await client.end()
  throw new DatabaseSetupError('Another move is at work in this database: wait until it has ended.')
}

const INT8_OID = 20
const NUMERIC_OID = 1700

async function openPostgresBulk(url: string): Promise<BulkConnection> {
  const driver = postgresDriver()
  const client = new driver.Client({
    connectionString: url,
    connectionTimeoutMillis: BUSY_MS,
    application_name: 'incasso move',
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') => {
        if (oid === INT8_OID) return parseSafeInteger
        return oid === NUMERIC_OID ? String : driver.types.getTypeParser(oid, format)
      },
    },
  })
  client.on('error', () => {})
  await client.connect()
  await acquireMoveLock(client)
  await client.query(`set maintenance_work_mem = '256MB'`)
  return {
    dialect: 'postgres',
    all: async (text, parameter) =>
      (await client.query(text, parameter === undefined ? [] : [parameter])).rows,
    run: async (text) => void (await client.query(text)),
    insert: async (table, columns, rows) => {
      const json = JSON.stringify(
        rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]]))),
      )
      const names = listColumns(columns)
      await client.query({
        name: `insert ${table}`,
        text: `insert into ${quoteName(table)} (${names}) overriding system value
          select ${names} from json_populate_recordset(null::${quoteName(table)}, $1::json)`,
        values: [json],
      })
    },
    remove: async (table, columns, keys) => {
      const equal = columns.map((name) => `target.${quoteName(name)} = removed.${quoteName(name)}`)
      await client.query(
        `delete from ${quoteName(table)} as target
          using json_populate_recordset(null::${quoteName(table)}, $1::json) as removed
          where ${equal.join(' and ')}`,
        [`[${keys.join(',')}]`],
      )
    },
    inTransaction: async (work) => {
      await client.query('begin')
      try {
        const result = await work()
        await client.query('commit')
        return result
      } catch (error) {
        // A broken connection has rolled back by itself, and the first failure is the one to report.
        await client.query('rollback').catch(() => {})
        throw error
      }
    },
    close: () => client.end(),
  }
}
