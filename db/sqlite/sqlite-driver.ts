import type { Database as Connection } from 'better-sqlite3'
import {
  type CompiledQuery,
  type DatabaseConnection,
  DeleteQueryNode,
  type Dialect,
  type Driver,
  InsertQueryNode,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  UpdateQueryNode,
} from 'kysely'
import { isRowByRow } from '../many-rows.ts'
import {
  type Defer,
  GroupCommit,
  type GroupMember,
  type OnHeld,
  type WriteOptions,
} from './group-commit.ts'
import { StatementCache } from './statement-cache.ts'
import type { WriteLock } from './write-lock.ts'
import type { WriterQueue } from './writer-queue.ts'

/**
 * Two connections to one file. Kysely's own SQLite driver shares one connection and begins deferred. So a transaction
 * that reads and then writes can fail at once if another one committed in between, and every read waits for writers.
 * Here one connection writes; its transactions run one after another and share commits. A second, read-only connection
 * serves reads outside transactions, from the last committed state.
 */
export type SqliteConnections = {
  writer: Connection
  reader: Connection
  later?: Defer
  /** The queue of writers; supplied by a caller that needs to know how many wait. */
  writerQueue?: WriterQueue
  writeLock?: WriteLock | undefined
  onHeld?: OnHeld
  commitsEachTransaction?: boolean | undefined
}

/** Saved at load, so that a fake clock in tests does not delay commits. */
const defaultDefer: Defer = setImmediate

/** Recognizes queries that were written as text, too. */
const isSelect = ({ sql }: CompiledQuery): boolean => /^\s*select\b/i.test(sql)

class SqliteConnection implements DatabaseConnection {
  readonly #driver: SqliteDriver
  member: GroupMember | undefined

  constructor(driver: SqliteDriver) {
    this.#driver = driver
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { reader, writer, group, writeOptions } = this.#driver
    if (isRowByRow(query)) return this.#runRowByRow(query)
    if (this.member) return group.run(this.member, () => writer.run<R>(query))
    const node = query.query
    if (SelectQueryNode.is(node) || isSelect(query)) return reader.run<R>(query)
    const isWrite = InsertQueryNode.is(node) || UpdateQueryNode.is(node) || DeleteQueryNode.is(node)
    return isWrite
      ? group.single(() => writer.run<R>(query), writeOptions)
      : group.alone(() => writer.run<R>(query))
  }

  /** Runs for all rows or for none: outside a transaction it begins one. */
  async #runRowByRow<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { reader, writer, group, writeOptions } = this.#driver
    const { member } = this
    if (member) return group.run(member, () => writer.runRowByRow<R>(query))
    if (isSelect(query)) return reader.runRowByRow<R>(query)
    const newMember = await group.begin(writeOptions)
    try {
      const result = group.run(newMember, () => writer.runRowByRow<R>(query))
      await group.commit(newMember)
      return result
    } catch (error) {
      await group.rollback(newMember)
      throw error
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    const { reader, writer } = this.#driver
    const connection = this.member ? writer : reader
    for (const row of connection.iterate<R>(query)) yield { rows: [row] }
  }
}

/** The state that drivers of the same connections share. */
class SharedState {
  readonly group: GroupCommit
  readonly writer: StatementCache
  readonly reader: StatementCache
  readonly connections: SqliteConnections

  constructor(connections: SqliteConnections) {
    this.connections = connections
    const {
      writer,
      later = defaultDefer,
      writerQueue,
      writeLock,
      onHeld,
      commitsEachTransaction,
    } = connections
    this.group = new GroupCommit(writer, later, {
      ...(writerQueue && { writerQueue }),
      ...(writeLock && { writeLock }),
      ...(onHeld && { onHeld }),
      ...(commitsEachTransaction && { commitsEachTransaction }),
    })
    this.writer = new StatementCache(connections.writer)
    this.reader = new StatementCache(connections.reader)
  }
}

class SqliteDriver implements Driver {
  readonly group: GroupCommit
  readonly writer: StatementCache
  readonly reader: StatementCache
  readonly writeOptions: WriteOptions
  readonly #connections: SqliteConnections
  readonly #idle: SqliteConnection[] = []

  constructor({ group, writer, reader, connections }: SharedState, writeOptions: WriteOptions) {
    this.group = group
    this.writer = writer
    this.reader = reader
    this.writeOptions = writeOptions
    this.#connections = connections
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    return this.#idle.pop() ?? new SqliteConnection(this)
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    this.#idle.push(connection)
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    connection.member = await this.group.begin(this.writeOptions)
  }

  /** If it throws, Kysely rolls back, which lets the next writer continue. */
  async commitTransaction(connection: SqliteConnection): Promise<void> {
    await this.group.commit(memberOf(connection))
    connection.member = undefined
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    const member = memberOf(connection)
    connection.member = undefined
    await this.group.rollback(member)
  }

  async savepoint(connection: SqliteConnection, name: string): Promise<void> {
    this.#savepointCommand(connection, 'savepoint', name)
  }

  async rollbackToSavepoint(connection: SqliteConnection, name: string): Promise<void> {
    this.#savepointCommand(connection, 'rollback to', name)
  }

  async releaseSavepoint(connection: SqliteConnection, name: string): Promise<void> {
    this.#savepointCommand(connection, 'release', name)
  }

  async destroy(): Promise<void> {
    this.group.flush()
    this.#connections.reader.close()
    this.#connections.writer.close()
  }

  #savepointCommand(
    connection: SqliteConnection,
    command: 'savepoint' | 'rollback to' | 'release',
    name: string,
  ): void {
    this.group.run(memberOf(connection), () =>
      this.#connections.writer.exec(`${command} "${name.replaceAll('"', '""')}"`),
    )
  }
}

function memberOf({ member }: SqliteConnection): GroupMember {
  if (!member) throw new Error('no transaction is open on this connection')
  return member
}

class TransactionalDdlAdapter extends SqliteAdapter {
  // SQLite can roll back DDL; this makes Kysely migrate in one transaction.
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/**
 * Returns two dialects for the same connections: writers by `yielding` yield to writers by `atOnce`. Closing either
 * closes both.
 */
export function sqliteDialects(
  connections: SqliteConnections,
): Record<'atOnce' | 'yielding', Dialect> {
  const shared = new SharedState(connections)
  const dialect = (writeOptions: WriteOptions): Dialect => ({
    createDriver: () => new SqliteDriver(shared, writeOptions),
    createAdapter: () => new TransactionalDdlAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  })
  return { atOnce: dialect({}), yielding: dialect({ yields: true }) }
}
