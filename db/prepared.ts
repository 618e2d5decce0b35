import { type Compilable, type CompiledQuery, SelectQueryNode } from 'kysely'
import type { Db } from './tables.ts'

/** A placeholder in a query for a value that is not known yet. */
class Parameter {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  /** Throws: a query that depends on a value would differ for another value. */
  [Symbol.toPrimitive](): never {
    throw new TypeError(`a prepared query must not look at the value of ${this.name}`)
  }
}

/** Limit on the compiled forms of one query: one for each set of parameters that have a value. Far more than exist. */
const MAX_SHAPES = 256
const MAX_NAMES = 2000

const names = new Map<string, string>()

/**
 * Returns the name under which PostgreSQL may keep a statement; undefined if it has none. Statements that return `*`
 * have none: a migration by a newer process changes their columns, and PostgreSQL would refuse the cached plan.
 */
export const nameOf = (text: string): string | undefined => names.get(text)

/**
 * Gives a statement a name, so that PostgreSQL plans it once per connection. Only for statements that name each column
 * they return.
 */
export function nameStatement(text: string): void {
  if (!names.has(text) && names.size < MAX_NAMES) names.set(text, `prepared_${names.size}`)
}

function register(text: string, isNamed: boolean): void {
  if (isNamed || !/^select|returning \*/i.test(text)) nameStatement(text)
}

/**
 * Returns the names of the parameters that have a value: each set of such names needs its own statement. Runs with
 * every query, so it must be fast.
 */
function shapeOf(parameters: object): string {
  let shape = ''
  for (const name in parameters) {
    if (parameters[name as keyof object] !== undefined) shape += `${name},`
  }
  return shape
}

type Read = (query: CompiledQuery) => unknown[]

/** Databases whose prepared reads bypass Kysely's executor. */
const readers = new WeakMap<object, Read>()

/**
 * Makes prepared reads bypass Kysely's executor: SQLite is synchronous, and Kysely's overhead is longer than reading a
 * row.
 */
export const registerReader = (db: object, read: Read): void => void readers.set(db, read)

/**
 * Returns a query that is built and compiled once, for queries that run with every payment: building costs more than
 * running. `build` receives placeholders, so the query may depend on which parameters exist, not on their values:
 * reading a value throws at first use. On PostgreSQL a read has a name only with `isNamed`: for queries that name their
 * columns and find a few rows by key.
 */
export function prepareQuery<P extends object, R>(
  build: (db: Db, parameters: P) => Compilable<R>,
  { isNamed = false }: { isNamed?: boolean } = {},
): (db: Db, parameters: P) => Promise<R[]> {
  // Another database of the same dialect has the same SQL.
  const compiled = new WeakMap<object, Map<string, CompiledQuery<R>>>()

  const compiledFor = (db: Db, parameters: P): CompiledQuery<R> => {
    const dialect = db.getExecutor().adapter.constructor
    const byShape = compiled.get(dialect) ?? new Map<string, CompiledQuery<R>>()
    compiled.set(dialect, byShape)
    const shape = shapeOf(parameters)
    const found = byShape.get(shape)
    if (found) return found
    const placeholders = Object.fromEntries(
      shape
        .split(',')
        .slice(0, -1)
        .map((name) => [name, new Parameter(name)]),
    )
    const query = build(db, placeholders as P).compile()
    if (byShape.size >= MAX_SHAPES) byShape.clear()
    byShape.set(shape, query)
    register(query.sql, isNamed)
    return query
  }

  return async (db, parameters) => {
    const query = compiledFor(db, parameters)
    const values = query.parameters.map((value) =>
      value instanceof Parameter ? parameters[value.name as keyof P] : value,
    )
    const filled = { ...query, parameters: values }
    const read = SelectQueryNode.is(query.query) ? readers.get(db) : undefined
    if (read) return read(filled) as R[]
    return (await db.executeQuery<R>(filled)).rows
  }
}
