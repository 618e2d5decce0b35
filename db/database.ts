import { mkdirSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { Kysely, type KyselyConfig, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { recordSharding } from './citus/per-merchant.ts'
import { columnNames } from './column-names.ts'
import type { Dialect } from './portable.ts'
import { clientClassFor } from './postgres/hosts.ts'
import { postgresDriver } from './postgres/postgres-driver.ts'
import {
  createKyselyPool,
  type OnStatement,
  type Pools,
  splitConnections,
} from './postgres/postgres-pool.ts'
import { registerReader } from './prepared.ts'
import type { OnHeld } from './sqlite/group-commit.ts'
import { makePrivate } from './sqlite/private-file.ts'
import { sqliteDialects } from './sqlite/sqlite-driver.ts'
import { StatementCache } from './sqlite/statement-cache.ts'
import type { WriteLock } from './sqlite/write-lock.ts'
import { WriterQueue } from './sqlite/writer-queue.ts'
import type { Database } from './tables.ts'

/**
 * Receives each statement after its response. `ms` is its duration, including the wait to write and the round trip to
 * the database.
 */
export type OnTimedStatement = (statement: { text: string; ms: number; error?: unknown }) => void

/** The database to open, its connections, and functions that observe its statements. */
export type DatabaseOptions = {
  /** `file:PATH` or `postgres://…` */
  url: string
  /** Maximum number of PostgreSQL connections of this process. */
  poolSize?: number
  /** True if a pooler is in front of PostgreSQL: session settings are not kept from one transaction to the next. */
  isPooled?: boolean
  /** Uses named prepared statements on PostgreSQL. Default: true. */
  usesNamedStatements?: boolean
  /** Time without a response to a statement after which a PostgreSQL connection is closed. */
  responseTimeoutMs?: number
  /**
   * For migrations and operator commands, which read or change every row: PostgreSQL has no statement timeout, and
   * SQLite sorts in more memory.
   */
  isForMaintenance?: boolean
  /**
   * The lock to acquire before each write if other threads write to the same SQLite file. Another thread then makes the
   * checkpoints.
   */
  writeLock?: WriteLock | undefined
  /**
   * On SQLite: commits each transaction on its own, because concurrent payments are batched into one transaction
   * already.
   */
  commitsEachTransaction?: boolean
  /** Receives each statement of SQLite's writing connection as it runs. */
  onWriterStatement?: (text: string) => void
  /** Receives each statement after its response. */
  onTimedStatement?: OnTimedStatement | undefined
  /** Receives each PostgreSQL statement as it is sent, with its connection. */
  onPostgresStatement?: OnStatement
}

/** An open database, with separate query builders for requests (`db`) and for background work (`background`). */
export type OpenDatabase = {
  db: Kysely<Database>
  /**
   * Like `db`, for background work: on SQLite its writes yield to writes by `db` that arrived while they waited or ran.
   * It closes together with `db`.
   */
  background: Kysely<Database>
  dialect: Dialect
  /** Returns how many transactions of this process wait to write (SQLite) or for a connection (PostgreSQL). */
  waiting: () => number
  /**
   * `record` is called with the milliseconds for which each write transaction of this process blocked other writes. The
   * metrics replace this function.
   */
  holds: { record: OnHeld }
  /** For migrations: runs work while SQLite accepts writes to its own schema tables, which it otherwise refuses. */
  whileSchemaIsOpen: <R>(work: () => Promise<R>) => Promise<R>
  close: () => Promise<void>
}

/**
 * The oldest SQLite that is safe. Older releases can lose committed pages when two connections write and checkpoint
 * (the WAL-reset bug).
 */
export const MIN_SQLITE_VERSION = '3.51.3'

/** Thrown when the database cannot be used as it is set up. The message is for the operator. */
export class DatabaseSetupError extends Error {}

/**
 * Opens the database of a `file:PATH` or `postgres://…` URL.
 * @throws DatabaseSetupError for any other URL.
 */
export function openDatabase(options: DatabaseOptions): OpenDatabase {
  if (/^postgres(?:ql)?:/.test(options.url)) return openPostgres(options)
  if (options.url.startsWith('file:')) return openSqlite(options)
  throw new DatabaseSetupError('DATABASE_URL must be file:PATH or postgres://…')
}

/** Returns the absolute path that a `file:` URL names. */
export const sqliteFile = (url: string): string => path.resolve(url.slice('file:'.length))

/** Returns the free bytes on the database's disk; null for PostgreSQL, which may be on another machine. */
export async function freeDiskBytes(url: string): Promise<number | null> {
  if (!url.startsWith('file:')) return null
  const { bavail, bsize } = await statfs(path.dirname(sqliteFile(url)))
  return bavail * bsize
}

/** SQLite's page cache, in KiB, for migrations and operator commands. */
const BULK_CACHE_KIB = 262_144

/** Sets what payments need of the connection that writes. */
function configureWriter(writer: SqliteDatabase.Database, isInThread: boolean) {
  // better-sqlite3 is compiled so that WAL implies synchronous=NORMAL; an acknowledged payment needs FULL.
  setPragma(writer, 'journal_mode', 'wal', 'wal')
  setPragma(writer, 'synchronous', 'full', 2)
  setPragma(writer, 'foreign_keys', 'on', 1)
  // Without it, `insert or replace` would delete rows without running the delete triggers.
  setPragma(writer, 'recursive_triggers', 'on', 1)
  setPragma(writer, 'trusted_schema', 'off', 0)
  setPragma(writer, 'cell_size_check', 'on', 1)
  // Writers wait for another process without blocking the thread, and retry more often than SQLite would.
  setPragma(writer, 'busy_timeout', '0', 0)

  if (isInThread) {
    // Far above the length at which another thread makes checkpoints. It bounds the log if that thread makes none.
    setPragma(writer, 'wal_autocheckpoint', '50000', 50_000)
    // The data for undoing a failed statement stay in memory, instead of a file per transaction. Elsewhere they stay in
    // files, because indexes over millions of rows are created there.
    setPragma(writer, 'temp_store', 'memory', 2)
  }
}

function openSqlite({
  url,
  writeLock,
  commitsEachTransaction,
  isForMaintenance = false,
  onWriterStatement,
  onTimedStatement,
}: DatabaseOptions): OpenDatabase {
  const file = sqliteFile(url)
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  makePrivate(file)
  const writer = new SqliteDatabase(file, {
    verbose: onWriterStatement && ((text) => onWriterStatement(String(text))),
  })
  assertSqliteVersion(writer.prepare('select sqlite_version()').pluck().get())
  configureWriter(writer, writeLock !== undefined)

  const reader = new SqliteDatabase(file, { readonly: true })
  setPragma(reader, 'busy_timeout', '5000', 5000)
  setPragma(reader, 'query_only', 'on', 1)
  setPragma(reader, 'trusted_schema', 'off', 0)

  // Maintenance sorts millions of rows: with the default 16 MB SQLite sorts on the disk, in many passes.
  if (isForMaintenance)
    for (const each of [writer, reader]) each.pragma(`cache_size = -${BULK_CACHE_KIB}`)

  const writerQueue = new WriterQueue()
  const holds: OpenDatabase['holds'] = { record: () => {} }
  const dialects = sqliteDialects({
    writer,
    reader,
    writerQueue,
    writeLock,
    commitsEachTransaction,
    onHeld: (ms) => holds.record(ms),
  })
  const readerCache = new StatementCache(reader)
  const createKysely = (dialect: typeof dialects.atOnce) => {
    const db = new Kysely<Database>({
      dialect,
      plugins: [columnNames],
      ...timingLog(onTimedStatement),
    })
    // Timed statements go through Kysely, which measures them.
    if (!onTimedStatement) registerReader(db, (query) => readerCache.run(query).rows)
    return db
  }
  const db = createKysely(dialects.atOnce)
  return {
    db,
    background: createKysely(dialects.yielding),
    dialect: 'sqlite',
    holds,
    whileSchemaIsOpen: (work) => withUnsafeMode(writer, work),
    waiting: () => writerQueue.waiting,
    close: () => db.destroy(),
  }
}

async function withUnsafeMode<R>(
  connection: SqliteDatabase.Database,
  work: () => Promise<R>,
): Promise<R> {
  connection.unsafeMode(true)
  try {
    return await work()
  } finally {
    connection.unsafeMode(false)
  }
}

/** @throws DatabaseSetupError if this version of SQLite is older than MIN_SQLITE_VERSION. */
export function assertSqliteVersion(version: unknown): void {
  const number = (text: string) =>
    text.split('.').reduce((sum, part) => sum * 1000 + Number(part), 0)
  if (typeof version === 'string' && number(version) >= number(MIN_SQLITE_VERSION)) return
  throw new DatabaseSetupError(
    `SQLite ${String(version)} is too old: ${MIN_SQLITE_VERSION} or newer is needed, because older ones can lose committed data. Run npm ci to get the one this project pins.`,
  )
}

/** Sets a pragma and reads it back: SQLite silently ignores a pragma that does not exist or cannot be applied. */
function setPragma(
  connection: SqliteDatabase.Database,
  name: string,
  value: string,
  expected: number | string,
): void {
  connection.pragma(`${name} = ${value}`)
  const actual = connection.pragma(name, { simple: true })
  if (actual !== expected) {
    throw new DatabaseSetupError(
      `SQLite did not take ${name}=${value} (it says ${String(actual)}): is the database on a network or read-only file system?`,
    )
  }
}

const timingLog = (onStatement: OnTimedStatement | undefined): Pick<KyselyConfig, 'log'> =>
  onStatement
    ? {
        log: (event) =>
          onStatement({
            text: event.query.sql,
            ms: event.queryDurationMillis,
            ...(event.level === 'error' && { error: event.error }),
          }),
      }
    : {}

const INT8_OID = 20
/** Number of idle connections that each pool keeps, and the time for which it keeps extra ones. */
const MIN_IDLE_CONNECTIONS = 2
const IDLE_CONNECTION_MS = 300_000
/** PostgreSQL itself cancels statements, and ends idle transactions, that take longer. */
const STATEMENT_MS = 30_000
/** Timeout on this side, for a host that has disappeared: PostgreSQL then cancels nothing, and no response comes. */
const QUERY_TIMEOUT_MS = 35_000
const KEEP_ALIVE_MS = 10_000

type PoolOptions = Pick<
  DatabaseOptions,
  'url' | 'poolSize' | 'isPooled' | 'responseTimeoutMs' | 'isForMaintenance'
>

function openPools({
  url,
  poolSize = 10,
  isPooled = false,
  responseTimeoutMs = QUERY_TIMEOUT_MS,
  isForMaintenance = false,
}: PoolOptions): Pools {
  const driver = postgresDriver()
  const types: pg.CustomTypesConfig = {
    // pg returns 64-bit integers as text. Ours are money and counts below 2^53; a larger number throws.
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8_OID ? parseSafeInteger : driver.types.getTypeParser(oid, format),
  }
  const options = {
    connectionString: url,
    types,
    // Statements are sent without waiting for the previous response; see pipeline.ts.
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    // A dead connection must not block a payment forever.
    ...(!isForMaintenance && { query_timeout: responseTimeoutMs }),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // A pooler refuses these settings: with a pooler, each transaction begins with them.
    ...(!isPooled && {
      statement_timeout: isForMaintenance ? 0 : STATEMENT_MS,
      idle_in_transaction_session_timeout: STATEMENT_MS,
    }),
    application_name: 'incasso',
    Client: clientClassFor(url),
  } satisfies pg.PoolConfig & { pipeline: boolean }
  const open = (max: number): pg.Pool => {
    const pool = new driver.Pool({ ...options, max, min: Math.min(MIN_IDLE_CONNECTIONS, max) })
    // The pool replaces a connection that breaks while idle; without a listener Node would exit.
    pool.on('error', () => {})
    // A connection that breaks in use rejects the waiting query, and emits the same error once more.
    pool.on('connect', (client) => client.on('error', () => {}))
    return pool
  }
  const shares = splitConnections(poolSize)
  const reads = open(shares.reads)
  return { reads, work: shares.work > 0 ? open(shares.work) : reads }
}

function openPostgres(options: DatabaseOptions): OpenDatabase {
  const {
    isPooled,
    usesNamedStatements = true,
    isForMaintenance,
    onPostgresStatement,
    onTimedStatement,
  } = options
  const pools = openPools(options)
  const holds: OpenDatabase['holds'] = { record: () => {} }
  const db: Kysely<Database> = new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: createKyselyPool(pools, {
        onHeld: (ms) => holds.record(ms),
        onStatement: onPostgresStatement,
        onShards: (isSharded) => recordSharding(db, isSharded),
        usesNamedStatements,
        ...(isPooled && !isForMaintenance && { limitMs: STATEMENT_MS }),
      }),
    }),
    plugins: [columnNames],
    ...timingLog(onTimedStatement),
  })
  return {
    db,
    background: db,
    dialect: 'postgres',
    holds,
    whileSchemaIsOpen: (work) => work(),
    waiting: () => pools.work.waitingCount,
    close: () => db.destroy(),
  }
}

/**
 * Parses an integer that PostgreSQL returned as text.
 * @throws RangeError beyond 2^53, where JavaScript numbers are inexact.
 */
export function parseSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond 2^53`)
  return value
}
