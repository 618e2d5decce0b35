import type { Database as Connection, Statement } from 'better-sqlite3'
import type { CompiledQuery, QueryResult } from 'kysely'
import { nameOfColumn } from '../column-names.ts'

const STATEMENT_CACHE_SIZE = 500

type Row = readonly unknown[]

/** Prepares each SQL text once per connection. */
export class StatementCache {
  readonly #statements = new Map<string, PreparedStatement>()
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  run<R>({ sql: text, parameters, query }: CompiledQuery): QueryResult<R> {
    const prepared = this.#get(text)
    if (prepared.returnsRows) return { rows: prepared.all(parameters, nameOfColumn(query)) as R[] }
    const { changes, lastInsertRowid } = prepared.statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  /** Runs a statement once for each row of its parameters; returns the rows of all runs. */
  runRowByRow<R>({ sql: text, parameters, query }: CompiledQuery): QueryResult<R> {
    const prepared = this.#get(text)
    const rows: R[] = []
    const nameOf = nameOfColumn(query)
    for (const values of parameters as readonly (readonly unknown[])[]) {
      if (!prepared.returnsRows) prepared.statement.run(...values)
      else for (const row of prepared.all(values, nameOf)) rows.push(row as R)
    }
    return { rows }
  }

  *iterate<R>({ sql: text, parameters, query }: CompiledQuery): IterableIterator<R> {
    for (const row of this.#get(text).iterate(parameters, nameOfColumn(query))) yield row as R
  }

  #get(text: string): PreparedStatement {
    let prepared = this.#statements.get(text)
    if (!prepared) {
      prepared = new PreparedStatement(this.#connection.prepare<unknown[], Row>(text))
      if (this.#statements.size >= STATEMENT_CACHE_SIZE) this.#statements.clear()
      this.#statements.set(text, prepared)
    }
    return prepared
  }
}

/**
 * Reads rows as arrays and names their columns itself. Reading rows as objects from better-sqlite3 takes half as long
 * again, and they would be copied only to rename their columns.
 */
class PreparedStatement {
  readonly statement: Statement<unknown[], Row>
  /** True if the statement returns rows. */
  readonly returnsRows: boolean
  readonly #names = new Map<(column: string) => string, string[]>()

  constructor(statement: Statement<unknown[], Row>) {
    this.statement = statement
    this.returnsRows = statement.reader
    if (this.returnsRows) statement.raw()
  }

  all(parameters: readonly unknown[], nameOf: (column: string) => string): object[] {
    const rows = this.statement.all(...parameters)
    const [first] = rows
    if (!first) return []
    const names = this.#namesOf(first, nameOf)
    return rows.map((row) => nameColumns(row, names))
  }

  *iterate(parameters: readonly unknown[], nameOf: (column: string) => string) {
    for (const row of this.statement.iterate(...parameters)) {
      yield nameColumns(row, this.#namesOf(row, nameOf))
    }
  }

  #namesOf(row: Row, nameOf: (column: string) => string): string[] {
    const cached = this.#names.get(nameOf)
    // After a migration by another process a statement may return other columns.
    if (cached?.length === row.length) return cached
    const names = this.statement.columns().map(({ name }) => nameOf(name))
    this.#names.set(nameOf, names)
    return names
  }
}

function nameColumns(row: Row, names: readonly string[]): object {
  const object: Record<string, unknown> = {}
  for (let at = 0; at < names.length; at++) object[names[at] as string] = row[at]
  return object
}
