import { CompiledQuery, type Insertable, type Selectable } from 'kysely'
import { insertStatementsOf, registerSplit, type StatementText } from './citus/per-merchant.ts'
import { merchantColumn } from './citus/sharding.ts'
import { columnNames, useCodeNames } from './column-names.ts'
import { isSqlite } from './portable.ts'
import { nameStatement } from './prepared.ts'
import type { Database, Db } from './tables.ts'

/**
 * Statements about many rows at once, written once when a module is loaded. Each is one call, however many rows there
 * are. On SQLite the prepared statement runs row by row within the call; on PostgreSQL all rows travel as one JSON
 * value, in one round trip.
 */
type Table = keyof Database
type Column<T extends Table> = keyof Selectable<Database[T]> & string
type Row<T extends Table, C extends Column<T>> = Pick<Selectable<Database[T]>, C>

/** Queries whose parameters are rows: SQLite's driver runs them once per row. */
const rowByRow = new WeakSet<object>()
/** Returns true if the query's parameters are rows, for each of which SQLite's driver must run it once. */
export const isRowByRow = ({ query }: CompiledQuery): boolean => rowByRow.has(query)

const columnNameOf = (column: string): string => columnNames.nameInDatabase(column)
const listColumns = (columns: readonly string[]): string => columns.map(columnNameOf).join(', ')

type Texts = {
  sqlite: string
  postgres: string
  /** Returns the statements for rows of one merchant, on a sharded database. */
  ofMerchant: (
    rows: readonly Readonly<Record<string, unknown>>[],
    merchantId: string,
  ) => StatementText[]
}

/** Returns a function that runs a statement for rows of these columns; on PostgreSQL `$1` is all of them. */
function createStatement<P extends object, R>(
  { table, columns }: { table: string; columns: readonly string[] },
  { sqlite, postgres, ofMerchant }: Texts,
) {
  registerSplit(postgres, { merchant: merchantColumn(table), of: ofMerchant })
  const onSqlite = CompiledQuery.raw(sqlite)
  const onPostgres = CompiledQuery.raw(postgres)
  const names = columns.map(columnNameOf)
  rowByRow.add(onSqlite.query)
  useCodeNames(onSqlite.query)
  nameStatement(postgres)
  return async (db: Db, rows: readonly P[]): Promise<R[]> => {
    if (rows.length === 0) return []
    const values = rows as readonly Record<string, unknown>[]
    const query = isSqlite(db)
      ? {
          ...onSqlite,
          parameters: values.map((row) => columns.map((column) => row[column] ?? null)),
        }
      : { ...onPostgres, parameters: [jsonOf(values, { columns, names })] }
    return (await db.executeQuery<R>(query as CompiledQuery<R>)).rows
  }
}

function jsonOf(
  rows: readonly Record<string, unknown>[],
  { columns, names }: { columns: readonly string[]; names: readonly string[] },
): string {
  const renamed = rows.map((row) =>
    // PostgreSQL reads a missing name as null, so nulls need not travel.
    Object.fromEntries(columns.map((column, at) => [names[at], row[column] ?? undefined])),
  )
  return JSON.stringify(renamed)
}

/**
 * Handling of a row whose key exists: `add` columns are added up, `set` columns are overwritten; without either the row
 * stays unchanged.
 */
type ConflictHandling<C> = { key: readonly C[]; add?: readonly C[]; set?: readonly C[] }

/**
 * Returns a function that inserts rows of these columns and returns the columns `returning` of the rows inserted or
 * changed. Rows that may conflict must be sorted by key, each key once: otherwise two processes can deadlock.
 * `onConflict` says how a row whose key exists is handled: `any key` skips a row that repeats any unique key of the
 * table.
 */
export function insertMany<
  T extends Table,
  C extends Column<T>,
  const R extends readonly Column<T>[] = readonly [],
>(
  table: T,
  {
    columns,
    onConflict,
    returning,
  }: { columns: readonly C[]; onConflict?: ConflictHandling<C> | 'any key'; returning?: R },
): (
  db: Db,
  rows: readonly Pick<Insertable<Database[T]>, C & keyof Insertable<Database[T]>>[],
) => Promise<Row<T, R[number]>[]> {
  const name = columnNameOf(table)
  const end = onConflict === undefined ? '' : ` on conflict ${conflictClause(name, onConflict)}`
  const returningClause = returning === undefined ? '' : ` returning ${listColumns(returning)}`
  const into = `insert into ${name} (${listColumns(columns)})`
  const after = `${end}${returningClause}`
  return createStatement(
    { table: name, columns },
    {
      sqlite: `${into} values (${columns.map(() => '?').join(', ')})${after}`,
      postgres: `${into} select ${listColumns(columns)} from json_populate_recordset(null::${name}, $1::json)${after}`,
      // Citus would store the result of a `select` on its coordinator before distributing the rows.
      ofMerchant: (rows) =>
        insertStatementsOf(rows, { columns: columns.map(columnNameOf), before: into, after }),
    },
  )
}

const conflictClause = (table: string, onConflict: ConflictHandling<string> | 'any key'): string =>
  onConflict === 'any key'
    ? 'do nothing'
    : `(${listColumns(onConflict.key)}) do ${conflictAction(table, onConflict)}`

function conflictAction(table: string, { add = [], set = [] }: ConflictHandling<string>): string {
  const changes = [
    ...add.map(columnNameOf).map((column) => `${column} = ${table}.${column} + excluded.${column}`),
    ...set.map(columnNameOf).map((column) => `${column} = excluded.${column}`),
  ]
  return changes.length === 0 ? 'nothing' : `update set ${changes.join(', ')}`
}

/**
 * Returns a function that finds the rows with these keys; missing ones are left out. With `lock`, PostgreSQL locks the
 * rows until the transaction ends, one after another in the order of their keys.
 */
export function findMany<T extends Table, K extends Column<T>, C extends Column<T>>(
  table: T,
  {
    by,
    columns,
    lock,
  }: { by: readonly K[]; columns: readonly C[]; lock?: 'key share' | 'no key update' },
): (db: Db, keys: readonly Row<T, K>[]) => Promise<Row<T, C>[]> {
  const name = columnNameOf(table)
  const keys = by.map(columnNameOf)
  const found = columns.map((column) => `found.${columnNameOf(column)}`).join(', ')
  const equal = keys.map((key) => `found.${key} = wanted.${key}`).join(' and ')
  const order = keys.map((key) => `found.${key}`).join(', ')
  const wanted = `json_populate_recordset(null::${name}, $1::json) as wanted`
  const joined = `select ${found} from ${name} as found join ${wanted} on ${equal}`
  // Looks up each row by the index. For a small table, PostgreSQL would otherwise plan a join that reads the whole
  // table for every payment.
  const lookedUp = `select ${found} from ${wanted}
        cross join lateral (select * from ${name} as found where ${equal} offset 0) as found`
  const end = `order by ${order}${lock === undefined ? '' : ` for ${lock} of found`}`
  const textForMerchant = `${joined} where found.${merchantColumn(name)} = $2 ${end}`
  return createStatement(
    { table: name, columns: by },
    {
      sqlite: `select ${listColumns(columns)} from ${name} where ${keys.map((key) => `${key} = ?`).join(' and ')}`,
      postgres: `${lock === undefined ? lookedUp : joined}
        ${end}`,
      ofMerchant: (rows, id) => [{ text: textForMerchant, values: [JSON.stringify(rows), id] }],
    },
  )
}

/** Returns a function that deletes the rows with these keys. */
export function deleteMany<T extends Table, K extends Column<T>>(
  table: T,
  { by }: { by: readonly K[] },
): (db: Db, keys: readonly Row<T, K>[]) => Promise<unknown> {
  const name = columnNameOf(table)
  const keys = by.map(columnNameOf)
  const equal = keys.map((key) => `${name}.${key} = wanted.${key}`).join(' and ')
  const postgres = `delete from ${name} using json_populate_recordset(null::${name}, $1::json) as wanted where ${equal}`
  const textForMerchant = `${postgres} and ${name}.${merchantColumn(name)} = $2`
  return createStatement(
    { table: name, columns: by },
    {
      sqlite: `delete from ${name} where ${keys.map((key) => `${key} = ?`).join(' and ')}`,
      postgres,
      ofMerchant: (rows, id) => [{ text: textForMerchant, values: [JSON.stringify(rows), id] }],
    },
  )
}
