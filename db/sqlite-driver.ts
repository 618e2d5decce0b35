import type { Database as Connection, Statement } from 'better-sqlite3'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

/**
 * Kysely's own SQLite driver shares one connection and begins deferred, so a transaction that reads
 * and then writes can fail at once when another one committed in between, and every read waits for
 * writers. Here one connection writes, its transactions begin IMMEDIATE and take turns, and a second,
 * read-only connection serves reads outside transactions from the last committed state.
 */
export type SqliteConnections = { writer: Connection; reader: Connection }

/** A turn that does not come within this time means the database is too busy, or a write waits for itself. */
const WRITER_WAIT_MS = 5_000

const STATEMENT_CACHE_SIZE = 500

export class DatabaseBusyError extends Error {
  readonly code = 'DATABASE_BUSY'
  constructor() {
    super(`no turn to write within ${WRITER_WAIT_MS} ms`)
  }
}

/** First come, first served. */
class WriterTurn {
  #taken = false
  readonly #waiting: { start: () => void; timer: NodeJS.Timeout }[] = []

  async take(): Promise<void> {
    if (!this.#taken) {
      this.#taken = true
      return
    }
    await new Promise<void>((resolve, reject) => {
      const entry = {
        start: resolve,
        timer: setTimeout(() => {
          this.#waiting.splice(this.#waiting.indexOf(entry), 1)
          reject(new DatabaseBusyError())
        }, WRITER_WAIT_MS),
      }
      this.#waiting.push(entry)
    })
  }

  give(): void {
    const next = this.#waiting.shift()
    if (next) {
      clearTimeout(next.timer)
      next.start()
    } else {
      this.#taken = false
    }
  }
}

class StatementCache {
  readonly #statements = new Map<string, Statement<unknown[], unknown>>()
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  get(text: string): Statement<unknown[], unknown> {
    let statement = this.#statements.get(text)
    if (!statement) {
      statement = this.#connection.prepare<unknown[], unknown>(text)
      if (this.#statements.size >= STATEMENT_CACHE_SIZE) this.#statements.clear()
      this.#statements.set(text, statement)
    }
    return statement
  }

  run<R>({ sql: text, parameters }: CompiledQuery): QueryResult<R> {
    const statement = this.get(text)
    // What the builder typed as R is what the statement returns; the driver cannot check it.
    if (statement.reader) return { rows: statement.all(...parameters) as R[] }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #driver: SqliteDriver
  inTransaction = false

  constructor(driver: SqliteDriver) {
    this.#driver = driver
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.inTransaction) return this.#driver.writer.run<R>(query)
    if (SelectQueryNode.is(query.query)) return this.#driver.reader.run<R>(query)
    await this.#driver.turn.take()
    try {
      return this.#driver.writer.run<R>(query)
    } finally {
      this.#driver.turn.give()
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    const { reader, writer } = this.#driver
    const statement = (this.inTransaction ? writer : reader).get(query.sql)
    for (const row of statement.iterate(...query.parameters)) yield { rows: [row as R] }
  }
}

class SqliteDriver implements Driver {
  readonly turn = new WriterTurn()
  readonly writer: StatementCache
  readonly reader: StatementCache
  readonly #connections: SqliteConnections
  readonly #idle: SqliteConnection[] = []

  constructor(connections: SqliteConnections) {
    this.#connections = connections
    this.writer = new StatementCache(connections.writer)
    this.reader = new StatementCache(connections.reader)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    return this.#idle.pop() ?? new SqliteConnection(this)
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    this.#idle.push(connection)
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    await this.turn.take()
    try {
      this.#connections.writer.exec('begin immediate')
      connection.inTransaction = true
    } catch (error) {
      this.turn.give()
      throw error
    }
  }

  /** When it throws, Kysely rolls back, and that gives the turn away. */
  async commitTransaction(connection: SqliteConnection): Promise<void> {
    this.#connections.writer.exec('commit')
    connection.inTransaction = false
    this.turn.give()
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    try {
      // SQLite itself rolls back on some errors (disk full), and then there is nothing left to do.
      if (this.#connections.writer.inTransaction) this.#connections.writer.exec('rollback')
    } finally {
      connection.inTransaction = false
      this.turn.give()
    }
  }

  async savepoint(_connection: SqliteConnection, name: string): Promise<void> {
    this.#savepointCommand('savepoint', name)
  }

  async rollbackToSavepoint(_connection: SqliteConnection, name: string): Promise<void> {
    this.#savepointCommand('rollback to', name)
  }

  async releaseSavepoint(_connection: SqliteConnection, name: string): Promise<void> {
    this.#savepointCommand('release', name)
  }

  async destroy(): Promise<void> {
    this.#connections.reader.close()
    this.#connections.writer.close()
  }

  #savepointCommand(command: 'savepoint' | 'rollback to' | 'release', name: string): void {
    this.#connections.writer.exec(`${command} "${name.replaceAll('"', '""')}"`)
  }
}

class TransactionalDdlAdapter extends SqliteAdapter {
  // SQLite rolls DDL back like anything else; with this Kysely migrates in one transaction.
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

export const sqliteDialect = (connections: SqliteConnections): Dialect => ({
  createDriver: () => new SqliteDriver(connections),
  createAdapter: () => new TransactionalDdlAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})
