import type { Database as Connection, Statement } from 'better-sqlite3'
import type { CompiledQuery, QueryResult } from 'kysely'

const STATEMENT_CACHE_SIZE = 500

/** Prepares each SQL text once for a connection. */
export class StatementCache {
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
