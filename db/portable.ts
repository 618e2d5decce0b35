import {
  type ColumnDefinitionBuilderCallback,
  type Kysely,
  type RawBuilder,
  SqliteAdapter,
  sql,
} from 'kysely'

/** The kind of a database. Migrations use both names, so neither is removed. */
export type Dialect = 'sqlite' | 'postgres'

/** Returns true if this database or transaction is on SQLite; false on PostgreSQL. */
export const isSqlite = (db: Pick<Kysely<never>, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof SqliteAdapter

/** The few differences in SQL between SQLite and PostgreSQL. Never remove one, because old migrations use them. */
export type Portable = {
  dialect: Dialect
  /** Text that sorts by code point on both databases. */
  text: RawBuilder<unknown>
  integer: RawBuilder<unknown>
  /** Whole numbers up to 2^53, such as money. */
  bigint: RawBuilder<unknown>
  /** Native types (with `timestamp`), only for tables of a library that requires them. */
  boolean: RawBuilder<unknown>
  timestamp: RawBuilder<unknown>
  /** The end of a `create table`: STRICT makes SQLite refuse a value of another type. */
  tableEnd: RawBuilder<unknown>
}

const sqlite: Portable = {
  dialect: 'sqlite',
  text: sql`text`,
  integer: sql`integer`,
  bigint: sql`integer`,
  boolean: sql`integer`,
  timestamp: sql`text`,
  tableEnd: sql`strict`,
}

const postgres: Portable = {
  dialect: 'postgres',
  text: sql`text collate "C"`,
  integer: sql`integer`,
  bigint: sql`bigint`,
  boolean: sql`boolean`,
  timestamp: sql`timestamptz`,
  tableEnd: sql``,
}

/** Returns the SQL types and the end of `create table` for this kind of database. */
export const portableFor = (dialect: Dialect): Portable =>
  dialect === 'sqlite' ? sqlite : postgres

/** A column to add: its name, its SQL type and, if needed, Kysely's definition of defaults and constraints. */
export type NewColumn = readonly [
  name: string,
  type: RawBuilder<unknown>,
  build?: ColumnDefinitionBuilderCallback,
]

/**
 * Adds columns, without a check and with constant defaults only, to a table of any length. For each added column SQLite
 * reads all rows of a strict table, which takes minutes for millions. So the columns are added to an empty table of the
 * same form. The SQL text that SQLite stores for that table then replaces the text of the real one.
 */
export async function addColumns(
  db: Kysely<unknown>,
  { dialect }: Pick<Portable, 'dialect'>,
  { table, columns }: { table: string; columns: readonly NewColumn[] },
): Promise<void> {
  const addTo = async (name: string) => {
    for (const [column, type, build] of columns) {
      await db.schema.alterTable(name).addColumn(column, type, build).execute()
    }
  }
  if (dialect === 'postgres') return addTo(table)
  const scratch = `${table}_widened`
  await sql.raw(renameTable(await tableText(db, table), table, scratch)).execute(db)
  await addTo(scratch)
  const widened = renameTable(await tableText(db, scratch), scratch, table)
  await db.schema.dropTable(scratch).execute()
  await writeTableText(db, table, widened)
}

/** Renames the table at the beginning of the text only: later references to other tables stay. */
function renameTable(text: string, from: string, to: string): string {
  const [beginning] = /^create table ["'`]?\w+["'`]?/i.exec(text) ?? []
  if (!beginning?.includes(from))
    throw new Error(`the text of ${from} does not begin with its name`)
  return `${beginning.replace(from, to)}${text.slice(beginning.length)}`
}

/** Returns the SQL text in which SQLite stores a table's form: the statement that created it. */
export async function tableText(db: Kysely<unknown>, table: string): Promise<string> {
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_master where type = 'table' and name = ${table}
  `.execute(db)
  if (!rows[0]) throw new Error(`there is no table ${table}`)
  return rows[0].sql
}

/** Changes a table's form without reading its rows, as SQLite documents it: every row must already fit the new form. */
export async function writeTableText(db: Kysely<unknown>, table: string, text: string) {
  await sql`pragma writable_schema = on`.execute(db)
  await sql`
    update sqlite_master set sql = ${text} where type = 'table' and name = ${table}
  `.execute(db)
  const { rows } = await sql<{ version: number }>`
    select schema_version as version from pragma_schema_version
  `.execute(db)
  // The new number makes other connections discard the schema that they have read.
  await sql.raw(`pragma schema_version = ${Number(rows[0]?.version) + 1}`).execute(db)
  await sql`pragma writable_schema = reset`.execute(db)
}
